import { type Hands, type Run, step } from './runs.ts';

/** Changes an issue or a pull request. */
export const update = step(
  (change: Record<string, unknown>, issue_number: number): Run =>
    ({ rest, at }) =>
      rest.issues.update({ ...at, issue_number, ...change }),
);

export const comment = step(
  (body: string, issue_number: number): Run =>
    ({ rest, at }) =>
      rest.issues.createComment({ ...at, issue_number, body }),
);

export const review = step(
  (event: 'APPROVE' | 'COMMENT' | 'REQUEST_CHANGES', body: string, pull_number: number): Run =>
    ({ rest, at }) =>
      rest.pulls.createReview({ ...at, pull_number, event, body }),
);

export const open = step(
  (title: string, more: Record<string, unknown> = {}): Run =>
    ({ rest, at }) =>
      rest.issues.create({ ...at, title, ...more }),
);

export const openPull = step(
  (head: string, base: string, title: string, more: Record<string, unknown> = {}): Run =>
    ({ rest, at }) =>
      rest.pulls.create({ ...at, head, base, title, ...more }),
);

export const merge = step(
  (pull_number: number): Run =>
    ({ rest, at }) =>
      rest.pulls.merge({ ...at, pull_number }),
);

/** Puts a file on a branch, over what is there. */
export const put = step(
  (path: string, text: string, branch: string, message: string = `Write ${path}`): Run =>
    async ({ rest, at }) => {
      const there = await rest.repos.getContent({ ...at, path, ref: branch }).catch(() => undefined);
      const sha = (there?.data as { sha?: string } | undefined)?.sha;
      const content = Buffer.from(text).toString('base64');
      await rest.repos.createOrUpdateFileContents({ ...at, path, branch, message, content, ...(sha !== undefined && { sha }) });
    },
);

export const removeFile = step(
  (path: string, branch: string): Run =>
    async ({ rest, at }) => {
      const { data } = await rest.repos.getContent({ ...at, path, ref: branch });
      await rest.repos.deleteFile({ ...at, path, branch, message: `Remove ${path}`, sha: (data as { sha: string }).sha });
    },
);

export const branchAt = async ({ rest, at }: Hands, branch: string): Promise<string> =>
  (await rest.git.getRef({ ...at, ref: `heads/${branch}` })).data.object.sha;

export const branchFrom = step(
  (branch: string, from: string): Run =>
    async (hands) => {
      const sha = await branchAt(hands, from);
      await hands.rest.git.createRef({ ...hands.at, ref: `refs/heads/${branch}`, sha });
    },
);

export const removeBranch = step(
  (branch: string): Run =>
    ({ rest, at }) =>
      rest.git.deleteRef({ ...at, ref: `heads/${branch}` }),
);

export const renameBranch = step(
  (branch: string, new_name: string): Run =>
    ({ rest, at }) =>
      rest.repos.renameBranch({ ...at, branch, new_name }),
);

/** The id of the last comment on an issue. */
export async function lastComment({ rest, at }: Hands, issue_number: number): Promise<number> {
  const { data } = await rest.issues.listComments({ ...at, issue_number });
  return data.at(-1)?.id ?? 0;
}

export const editLast = step(
  (body: string, issue_number: number): Run =>
    async (hands) => {
      await hands.rest.issues.updateComment({ ...hands.at, comment_id: await lastComment(hands, issue_number), body });
    },
);

export const deleteLast = step(
  (issue_number: number): Run =>
    async (hands) => {
      await hands.rest.issues.deleteComment({ ...hands.at, comment_id: await lastComment(hands, issue_number) });
    },
);

export const renameLabel = step(
  (name: string, new_name: string): Run =>
    ({ rest, at }) =>
      rest.issues.updateLabel({ ...at, name, new_name }),
);

export const makeLabel = step(
  (name: string): Run =>
    ({ rest, at }) =>
      rest.issues.createLabel({ ...at, name }),
);

export const removeLabel = step(
  (name: string): Run =>
    ({ rest, at }) =>
      rest.issues.deleteLabel({ ...at, name }),
);

export const setRepository = step(
  (change: Record<string, unknown>): Run =>
    ({ rest, at }) =>
      rest.repos.update({ ...at, ...change }),
);

const LINK =
  'mutation ($issueId: ID!, $oid: GitObjectID!, $name: String) { createLinkedBranch(input: { issueId: $issueId, oid: $oid, name: $name }) { linkedBranch { id } } }';

/** Makes a branch for an issue, from another branch. */
export const develop = step(
  (issue_number: number, name: string, from: string): Run =>
    async (hands) => {
      const { data: issue } = await hands.rest.issues.get({ ...hands.at, issue_number });
      await hands.graph(LINK, { issueId: issue.node_id, oid: await branchAt(hands, from), name });
    },
);

const TRANSFER =
  'mutation ($issueId: ID!, $repositoryId: ID!) { transferIssue(input: { issueId: $issueId, repositoryId: $repositoryId }) { issue { number } } }';

/** Transfers an issue to another repository of the organisation. */
export const transfer = step(
  (issue_number: number, repo: string): Run =>
    async ({ rest, graph, at }) => {
      const { data: issue } = await rest.issues.get({ ...at, issue_number });
      const { data: target } = await rest.repos.get({ owner: 'acme', repo });
      await graph(TRANSFER, { issueId: issue.node_id, repositoryId: target.node_id });
    },
);
