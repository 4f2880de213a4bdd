import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Deeds, Door, Place } from './door.ts';
import { OWNER, REPO } from './plan.ts';

const at = { owner: OWNER, repo: REPO };

interface ToolText {
  content: { text: string }[];
  isError?: boolean;
}

type Call = (name: string, args: object) => Promise<unknown>;

/** A list that the tool takes whole, with one more. */
async function withOne(call: Call, number: number, field: 'labels' | 'assignees', more: string): Promise<string[]> {
  const issue = (await call('issue_read', { method: 'get', issue_number: number })) as Record<
    typeof field,
    { name?: string; login?: string }[]
  >;
  return [...issue[field].map(({ name, login }) => name ?? login ?? ''), more];
}

const issueDeeds = (call: Call): Deeds => {
  const update = (number: number, change: object) => call('issue_write', { method: 'update', issue_number: number, ...change });
  return {
    open_issue: ({ do: _do, ...issue }) => call('issue_write', { method: 'create', ...issue }),
    edit_issue: ({ number, title, body }) => update(number, { title, body }),
    label_issue: async ({ number, add }) => update(number, { labels: await withOne(call, number, 'labels', add) }),
    assign_issue: async ({ number, login }) => update(number, { assignees: await withOne(call, number, 'assignees', login) }),
    comment: ({ number, body }) => call('add_issue_comment', { issue_number: number, body }),
    close_issue: ({ number, reason }) => update(number, { state: 'closed', state_reason: reason }),
    reopen_issue: ({ number }) => update(number, { state: 'open' }),
    create_label: ({ do: _do, ...label }) => call('label_write', { method: 'create', ...label }),
  };
};

const branchDeeds = (call: Call): Deeds => ({
  create_branch: ({ name, from }) => call('create_branch', { branch: name, from_branch: from }),
  commit: ({ branch, message, files }) =>
    call('push_files', { branch, message, files: Object.entries(files).map(([path, content]) => ({ path, content })) }),
});

const pullDeeds = (call: Call): Deeds => ({
  open_pull: ({ do: _do, ...pull }) => call('create_pull_request', pull),
  mark_ready: ({ number }) => call('update_pull_request', { pullNumber: number, draft: false }),
  request_reviewer: ({ number, login }) => call('update_pull_request', { pullNumber: number, reviewers: [login] }),
  review: async ({ number, event, body, comments }) => {
    const pull = { pullNumber: number };
    if (comments.length === 0) return call('pull_request_review_write', { method: 'create', ...pull, event, body });
    await call('pull_request_review_write', { method: 'create', ...pull });
    for (const one of comments)
      await call('add_comment_to_pending_review', { ...pull, ...one, subjectType: 'LINE', side: 'RIGHT' });
    return call('pull_request_review_write', { method: 'submit_pending', ...pull, event, body });
  },
  update_branch: ({ number }) => call('update_pull_request_branch', { pullNumber: number }),
  merge: ({ number, method }) => call('merge_pull_request', { pullNumber: number, merge_method: method }),
  close_pull: ({ number }) => call('update_pull_request', { pullNumber: number, state: 'closed' }),
});

/** The official client of MCP. GitHub's server has no tool for the deletion of a branch, a status or a release. */
export async function openMcp({ url, token }: Place): Promise<Door> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const headers = { authorization: `Bearer ${token}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } }));
  const call: Call = async (name, args) => {
    const { content, isError } = (await client.callTool({ name, arguments: { ...at, ...args } })) as unknown as ToolText;
    const text = content[0]?.text ?? '';
    if (isError) throw new Error(text);
    return JSON.parse(text);
  };
  return {
    deeds: { ...issueDeeds(call), ...branchDeeds(call), ...pullDeeds(call) },
    close: () => client.close(),
  };
}
