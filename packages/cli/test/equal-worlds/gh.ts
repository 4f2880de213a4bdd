import type { Deeds, Door } from './door.ts';
import { CONTEXT, MAIN, OWNER, REPO } from './plan.ts';
import type { Shell } from './shell.ts';

const PLACE = ['-R', `${OWNER}/${REPO}`];
const HOME = `repos/${OWNER}/${REPO}`;

type Gh = (...args: string[]) => Promise<string>;

/** `gh api` with a body. */
type Send = (method: string, path: string, body: object) => Promise<string>;

const tipOf = async (gh: Gh, branch: string): Promise<string> =>
  (await gh('api', `${HOME}/git/ref/heads/${branch}`, '-q', '.object.sha')).trim();

const eachWith = (flag: string, values: readonly string[]): string[] => values.flatMap((value) => [flag, value]);

const issueDeeds = (gh: Gh): Deeds => {
  const issue = (verb: string, ...args: (string | number)[]) => gh('issue', verb, ...args.map(String), ...PLACE);
  return {
    open_issue: ({ title, body, labels, assignees }) =>
      issue('create', '-t', title, '-b', body, ...eachWith('-l', labels), ...eachWith('-a', assignees)),
    edit_issue: ({ number, title, body }) => issue('edit', number, '-t', title, '-b', body),
    label_issue: ({ number, add }) => issue('edit', number, '--add-label', add),
    assign_issue: ({ number, login }) => issue('edit', number, '--add-assignee', login),
    comment: ({ number, body }) => issue('comment', number, '-b', body),
    close_issue: ({ number, reason }) => issue('close', number, '-r', reason.replace('_', ' ')),
    reopen_issue: ({ number }) => issue('reopen', number),
    create_label: ({ name, color, description }) => gh('label', 'create', name, '-c', color, '-d', description, ...PLACE),
  };
};

/** gh has no verbs for branches and commits: git is at hand, and else `gh api`. */
const branchDeeds = (gh: Gh, send: Send): Deeds => ({
  create_branch: async ({ name, from }) =>
    gh('api', `${HOME}/git/refs`, '-f', `ref=refs/heads/${name}`, '-f', `sha=${await tipOf(gh, from)}`),
  delete_branch: ({ name }) => gh('api', '-X', 'DELETE', `${HOME}/git/refs/heads/${name}`),
  commit: async ({ branch, message, files }) => {
    const [headline, ...body] = message.split('\n\n');
    const additions = Object.entries(files).map(([path, text]) => ({ path, contents: Buffer.from(text).toString('base64') }));
    const input = {
      branch: { repositoryNameWithOwner: `${OWNER}/${REPO}`, branchName: branch },
      message: { headline, body: body.join('\n\n') },
      expectedHeadOid: await tipOf(gh, branch),
      fileChanges: { additions },
    };
    const query = 'mutation($input: CreateCommitOnBranchInput!) { createCommitOnBranch(input: $input) { commit { oid } } }';
    return send('POST', 'graphql', { query, variables: { input } });
  },
  report_status: async ({ branch, state }) =>
    gh(
      'api',
      `${HOME}/statuses/${await tipOf(gh, branch)}`,
      ...eachWith('-f', [`state=${state}`, `context=${CONTEXT}`, 'description=Told by CI']),
    ),
  release: ({ tag, title, body }) => gh('release', 'create', tag, '--target', MAIN, '-t', title, '-n', body, ...PLACE),
});

const VERDICTS = { APPROVE: '--approve', REQUEST_CHANGES: '--request-changes', COMMENT: '--comment' };

const pullDeeds = (gh: Gh, send: Send): Deeds => {
  const pr = (verb: string, ...args: (string | number)[]) => gh('pr', verb, ...args.map(String), ...PLACE);
  return {
    open_pull: ({ title, body, head, base, draft }) =>
      pr('create', '-t', title, '-b', body, '-H', head, '-B', base, '--no-maintainer-edit', ...(draft ? ['--draft'] : [])),
    mark_ready: ({ number }) => pr('ready', number),
    request_reviewer: ({ number, login }) => pr('edit', number, '--add-reviewer', login),
    // gh comments on no lines.
    review: ({ number, event, body, comments }) =>
      comments.length === 0
        ? pr('review', number, VERDICTS[event], '-b', body)
        : send('POST', `${HOME}/pulls/${number}/reviews`, { event, body, comments }),
    update_branch: ({ number }) => gh('api', '-X', 'PUT', `${HOME}/pulls/${number}/update-branch`),
    merge: ({ number, method }) => pr('merge', number, `--${method}`),
    close_pull: ({ number }) => pr('close', number),
  };
};

/** `gh`, with `gh api` for what it has no verb for. */
export function openGh(shell: Shell): Door {
  const gh: Gh = (...args) => shell.run('gh', args);
  const send: Send = (method, path, body) =>
    shell.run('gh', ['api', '-X', method, path, '--input', '-'], { input: JSON.stringify(body) });
  return { deeds: { ...issueDeeds(gh), ...branchDeeds(gh, send), ...pullDeeds(gh, send) } };
}
