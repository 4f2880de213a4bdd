import { Octokit } from 'octokit';
import type { Deeds, Door, Place } from './door.ts';
import { OWNER, REPO } from './plan.ts';

interface Found {
  id: string;
  oid: string;
  number: number;
}

/** Runs one mutation, whose input's type GitHub names after it. */
type Mutate = (name: string, input: object) => Promise<unknown>;

class Ids {
  readonly #octokit: Octokit;
  constructor(octokit: Octokit) {
    this.#octokit = octokit;
  }

  /** What the repository has by the words of a query. */
  async #in<T>(words: string): Promise<T> {
    const { repository } = await this.#octokit.graphql<{ repository: T }>(
      `query($owner: String!, $name: String!) { repository(owner: $owner, name: $name) { ${words} } }`,
      { owner: OWNER, name: REPO },
    );
    return repository;
  }

  repository = async (): Promise<string> => (await this.#in<Found>('id')).id;

  conversation = async (number: number): Promise<string> => {
    const words = `found: issueOrPullRequest(number: ${number}) { ... on Node { id } }`;
    return (await this.#in<{ found: Found }>(words)).found.id;
  };

  ref = async (branch: string): Promise<{ id: string; target: { oid: string } }> =>
    (
      await this.#in<{ ref: { id: string; target: { oid: string } } }>(
        `ref(qualifiedName: "refs/heads/${branch}") { id target { oid } }`,
      )
    ).ref;

  labels = (names: readonly string[]): Promise<string[]> =>
    Promise.all(
      names.map(async (name) => (await this.#in<{ label: Found }>(`label(name: ${JSON.stringify(name)}) { id }`)).label.id),
    );

  users = (logins: readonly string[]): Promise<string[]> =>
    Promise.all(
      logins.map(async (login) => {
        const { user } = await this.#octokit.graphql<{ user: Found }>('query($login: String!) { user(login: $login) { id } }', {
          login,
        });
        return user.id;
      }),
    );
}

const issueDeeds = (ids: Ids, mutate: Mutate): Deeds => ({
  open_issue: async ({ title, body, labels, assignees }) =>
    mutate('createIssue', {
      repositoryId: await ids.repository(),
      title,
      body,
      labelIds: await ids.labels(labels),
      assigneeIds: await ids.users(assignees),
    }),
  edit_issue: async ({ number, title, body }) => mutate('updateIssue', { id: await ids.conversation(number), title, body }),
  label_issue: async ({ number, add }) =>
    mutate('addLabelsToLabelable', { labelableId: await ids.conversation(number), labelIds: await ids.labels([add]) }),
  assign_issue: async ({ number, login }) =>
    mutate('addAssigneesToAssignable', { assignableId: await ids.conversation(number), assigneeIds: await ids.users([login]) }),
  comment: async ({ number, body }) => mutate('addComment', { subjectId: await ids.conversation(number), body }),
  close_issue: async ({ number, reason }) =>
    mutate('closeIssue', { issueId: await ids.conversation(number), stateReason: reason.toUpperCase() }),
  reopen_issue: async ({ number }) => mutate('reopenIssue', { issueId: await ids.conversation(number) }),
  create_label: async ({ name, color, description }) =>
    mutate('createLabel', { repositoryId: await ids.repository(), name, color, description }),
});

const branchDeeds = (ids: Ids, mutate: Mutate): Deeds => ({
  create_branch: async ({ name, from }) => {
    const { target } = await ids.ref(from);
    return mutate('createRef', { repositoryId: await ids.repository(), name: `refs/heads/${name}`, oid: target.oid });
  },
  delete_branch: async ({ name }) => mutate('deleteRef', { refId: (await ids.ref(name)).id }),
  commit: async ({ branch, message, files }) => {
    const [headline = '', ...body] = message.split('\n\n');
    const additions = Object.entries(files).map(([path, text]) => ({ path, contents: Buffer.from(text).toString('base64') }));
    return mutate('createCommitOnBranch', {
      branch: { repositoryNameWithOwner: `${OWNER}/${REPO}`, branchName: branch },
      message: { headline, ...(body.length > 0 && { body: body.join('\n\n') }) },
      expectedHeadOid: (await ids.ref(branch)).target.oid,
      fileChanges: { additions },
    });
  },
});

const pullDeeds = (ids: Ids, mutate: Mutate): Deeds => {
  const about = async (number: number) => ({ pullRequestId: await ids.conversation(number) });
  return {
    open_pull: async ({ title, body, head, base, draft }) =>
      mutate('createPullRequest', {
        repositoryId: await ids.repository(),
        title,
        body,
        headRefName: head,
        baseRefName: base,
        draft,
        maintainerCanModify: false,
      }),
    mark_ready: async ({ number }) => mutate('markPullRequestReadyForReview', await about(number)),
    request_reviewer: async ({ number, login }) =>
      mutate('requestReviews', { ...(await about(number)), userIds: await ids.users([login]), union: true }),
    review: async ({ number, event, body, comments }) =>
      mutate('addPullRequestReview', {
        ...(await about(number)),
        event,
        body,
        threads: comments.map((one) => ({ ...one, side: 'RIGHT' })),
      }),
    update_branch: async ({ head, base }) =>
      mutate('mergeBranch', {
        repositoryId: await ids.repository(),
        base: head,
        head: base,
        commitMessage: `Merge branch '${base}' into ${head}`,
      }),
    merge: async ({ number, method }) =>
      mutate('mergePullRequest', { ...(await about(number)), mergeMethod: method.toUpperCase() }),
    close_pull: async ({ number }) => mutate('closePullRequest', await about(number)),
  };
};

/** GitHub's GraphQL API, which has no mutation for a status or a release. */
export function openGraphql({ url, token }: Place): Door {
  const octokit = new Octokit({ auth: token, baseUrl: url, throttle: { enabled: false }, retry: { enabled: false } });
  const ids = new Ids(octokit);
  const mutate: Mutate = (name, input) => {
    const type = `${name[0]?.toUpperCase()}${name.slice(1)}Input`;
    return octokit.graphql(`mutation($input: ${type}!) { ${name}(input: $input) { clientMutationId } }`, { input });
  };
  return { deeds: { ...issueDeeds(ids, mutate), ...branchDeeds(ids, mutate), ...pullDeeds(ids, mutate) } };
}
