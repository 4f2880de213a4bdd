import { Octokit } from 'octokit';
import type { Deeds, Door, Place } from './door.ts';
import { CONTEXT, MAIN, OWNER, REPO } from './plan.ts';

const at = { owner: OWNER, repo: REPO };
// The client waits and repeats by default; what is refused is to be refused once.
const FIRST_ANSWER = { throttle: { enabled: false }, retry: { enabled: false } };

type Rest = Octokit['rest'];

const tipOf = async ({ git }: Rest, branch: string): Promise<string> =>
  (await git.getRef({ ...at, ref: `heads/${branch}` })).data.object.sha;

/** One file by its contents, several by git's own objects, as the API has no call for them. */
async function commit(
  rest: Rest,
  branch: string,
  message: string,
  files: readonly [path: string, text: string][],
): Promise<void> {
  const [[path, text] = ['', ''], ...more] = files;
  if (more.length === 0) {
    const content = Buffer.from(text).toString('base64');
    const found = await rest.repos.getContent({ ...at, path, ref: branch }).catch(() => undefined);
    const old = found && 'sha' in found.data ? { sha: found.data.sha } : {};
    await rest.repos.createOrUpdateFileContents({ ...at, path, branch, message, content, ...old });
    return;
  }
  const parent = await tipOf(rest, branch);
  const { data: before } = await rest.git.getCommit({ ...at, commit_sha: parent });
  const tree = files.map(([one, content]) => ({ path: one, mode: '100644' as const, type: 'blob' as const, content }));
  const made = await rest.git.createTree({ ...at, base_tree: before.tree.sha, tree });
  const { data } = await rest.git.createCommit({ ...at, message, tree: made.data.sha, parents: [parent] });
  await rest.git.updateRef({ ...at, ref: `heads/${branch}`, sha: data.sha });
}

const issueDeeds = ({ issues }: Rest): Deeds => ({
  open_issue: ({ do: _do, ...issue }) => issues.create({ ...at, ...issue }),
  edit_issue: ({ number, title, body }) => issues.update({ ...at, issue_number: number, title, body }),
  label_issue: ({ number, add }) => issues.addLabels({ ...at, issue_number: number, labels: [add] }),
  assign_issue: ({ number, login }) => issues.addAssignees({ ...at, issue_number: number, assignees: [login] }),
  comment: ({ number, body }) => issues.createComment({ ...at, issue_number: number, body }),
  close_issue: ({ number, reason }) => issues.update({ ...at, issue_number: number, state: 'closed', state_reason: reason }),
  reopen_issue: ({ number }) => issues.update({ ...at, issue_number: number, state: 'open' }),
  create_label: ({ do: _do, ...label }) => issues.createLabel({ ...at, ...label }),
});

const branchDeeds = (rest: Rest): Deeds => ({
  create_branch: async ({ name, from }) => rest.git.createRef({ ...at, ref: `refs/heads/${name}`, sha: await tipOf(rest, from) }),
  delete_branch: ({ name }) => rest.git.deleteRef({ ...at, ref: `heads/${name}` }),
  commit: ({ branch, message, files }) => commit(rest, branch, message, Object.entries(files)),
  report_status: async ({ branch, state }) =>
    rest.repos.createCommitStatus({ ...at, sha: await tipOf(rest, branch), state, context: CONTEXT, description: 'Told by CI' }),
  release: ({ tag, title, body }) =>
    rest.repos.createRelease({ ...at, tag_name: tag, target_commitish: MAIN, name: title, body }),
});

const pullDeeds = ({ pulls }: Rest, octokit: Octokit): Deeds => ({
  open_pull: ({ do: _do, ...pull }) => pulls.create({ ...at, ...pull }),
  // REST has no other way: https://docs.github.com/rest/pulls/pulls
  mark_ready: async ({ number }) => {
    const { data } = await pulls.get({ ...at, pull_number: number });
    await octokit.graphql(
      'mutation($id: ID!) { markPullRequestReadyForReview(input: { pullRequestId: $id }) { clientMutationId } }',
      {
        id: data.node_id,
      },
    );
  },
  request_reviewer: ({ number, login }) => pulls.requestReviewers({ ...at, pull_number: number, reviewers: [login] }),
  review: ({ do: _do, number, ...review }) => pulls.createReview({ ...at, pull_number: number, ...review }),
  update_branch: ({ number }) => pulls.updateBranch({ ...at, pull_number: number }),
  merge: ({ number, method }) => pulls.merge({ ...at, pull_number: number, merge_method: method }),
  close_pull: ({ number }) => pulls.update({ ...at, pull_number: number, state: 'closed' }),
});

/** Octokit, which can say everything. */
export function openRest({ url, token }: Place): Door {
  const octokit = new Octokit({ auth: token, baseUrl: url, ...FIRST_ANSWER });
  return { deeds: { ...issueDeeds(octokit.rest), ...branchDeeds(octokit.rest), ...pullDeeds(octokit.rest, octokit) } };
}
