import { hash } from 'node:crypto';
import { describeSiblings, type SampleCall, type Sibling } from '@svc/twin-kit/testing';
import { github } from '../src/index.ts';
import { granularCalls, granularSiblings, withoutGranularSibling } from './granular-siblings.ts';
import {
  advisoriesSeed,
  alertSiblings,
  alertsSeed,
  discussionSiblings,
  discussionsSeed,
  furtherSiblings,
  gistsSeed,
  ownedSeed,
  projectCalls,
  projectSiblings,
  projectsSeed,
  toolsetCalls,
  toolsetSiblings,
  withoutProjectSibling,
  workflowsSeed,
} from './toolset-siblings.ts';

const at = { owner: 'acme', repo: 'web' };
const clock = { mode: 'logical', start: '2025-01-02T03:04:05Z' } as const;
const seed = {
  viewer: 'ada',
  users: [
    { login: 'ada', email: 'ada@example.com' },
    { login: 'grace' },
    { login: 'acme', type: 'Organization', teams: [{ name: 'Core' }] },
    { login: 'area', type: 'Organization', members: [{ login: 'ada', role: 'admin' }] },
  ],
  repositories: [
    {
      ...{ owner: 'acme', name: 'web' },
      collaborators: [{ login: 'ada', permission: 'admin' }, 'grace'],
      files: { 'README.md': '# web\n', 'src/a.ts': 'one\ntwo\nthree\n' },
      branches: [{ name: 'fix', files: { 'src/a.ts': 'one\n2\nthree\n' } }],
      tags: ['v1'],
      discussions: discussionsSeed,
      labels: ['bug'],
      milestones: [{ title: 'v1' }],
      issues: [
        { number: 1, title: 'Wrong', labels: ['bug'], comments: [{ user: 'grace', body: 'Seen too' }], sub_issues: [5, 7] },
        { number: 5, title: 'A part' },
        { number: 6, title: 'Another', blocked_by: [1, 7] },
        { number: 7, title: 'A second part' },
      ],
      pull_requests: [
        {
          ...{ number: 2, title: 'Seeded', head: 'seeded', user: 'grace', files: { 'src/a.ts': 'one\nTWO\nthree\n' } },
          reviews: [
            { user: 'ada', state: 'PENDING', body: 'So far' },
            {
              user: 'ada',
              comments: [
                { path: 'src/a.ts', line: 2, body: 'Why?' },
                { path: 'src/a.ts', line: 1, body: 'Old', resolved: true },
              ],
            },
          ],
          statuses: [{ context: 'ci' }],
          check_runs: [{ name: 'build' }],
        },
        { number: 4, title: 'Merged', head: 'merged', user: 'grace', files: { 'm.txt': 'm\n' }, merged: true },
        { number: 3, title: 'Clean', head: 'clean', user: 'grace', files: { 'c.txt': 'c\n' } },
      ],
    },
    workflowsSeed,
    alertsSeed,
    ownedSeed,
  ],
  gists: gistsSeed,
  projects: projectsSeed,
  advisories: advisoriesSeed,
};
/** Ids that the seed gives. */
const PENDING = 9_000_001;
const COMMENT = 10_000_001;

const repo = '/repos/acme/web';
const get = (path: string): SampleCall => ({ method: 'GET', path });
const call = (method: string, path: string, body?: unknown): SampleCall => ({
  method,
  path,
  ...(body !== undefined && { body }),
});
const base64 = (text: string) => Buffer.from(text).toString('base64');

/** Git's id of a file. */
const blobSha = (text: string) => hash('sha1', `blob ${Buffer.byteLength(text)}\0${text}`);
const shaOf = (refs: readonly unknown[], name: string) =>
  (refs as { ref: string; object: { sha: string } }[]).find(({ ref }) => ref === name)?.object.sha;

/** Each tool with the call of the REST API that does the same. */
const siblings: Sibling[] = [
  ['get_me', {}, get('/user')],
  ['get_issue', { ...at, issue_number: 1 }, get(`${repo}/issues/1`)],
  ['issue_read', { ...at, method: 'get', issue_number: 1 }, get(`${repo}/issues/1`)],
  ['issue_read', { ...at, method: 'get_comments', issue_number: 1 }, get(`${repo}/issues/1/comments`)],
  ['issue_read', { ...at, method: 'get_labels', issue_number: 1 }, get(`${repo}/issues/1/labels`)],
  ['issue_read', { ...at, method: 'get_sub_issues', issue_number: 1 }, get(`${repo}/issues/1/sub_issues`)],
  ['issue_read', { ...at, method: 'get_parent', issue_number: 5 }, get(`${repo}/issues/5/parent`)],
  ['list_issues', at, get(`${repo}/issues?state=all`)],
  ['search_issues', { query: 'wrong' }, get('/search/issues?q=wrong')],
  ['search_pull_requests', { query: 'seeded' }, get('/search/issues?q=seeded+is:pr')],
  ['search_repositories', { query: 'web' }, get('/search/repositories?q=web')],
  ['search_users', { query: 'grace' }, get('/search/users?q=grace')],
  ['search_code', { query: 'two' }, get('/search/code?q=two')],
  ['get_label', { ...at, name: 'bug' }, get(`${repo}/labels/bug`)],
  ['list_label', at, get(`${repo}/labels`)],
  ['get_file_contents', { ...at, path: 'README.md' }, get(`${repo}/contents/README.md`)],
  ['list_commits', at, get(`${repo}/commits`)],
  ['get_commit', { ...at, sha: 'main' }, get(`${repo}/commits/main`)],
  ['list_branches', at, get(`${repo}/branches`)],
  ['list_tags', at, get(`${repo}/tags`)],
  ['list_repository_collaborators', at, get(`${repo}/collaborators`)],
  ['list_pull_requests', at, get(`${repo}/pulls`)],
  ['pull_request_read', { ...at, method: 'get', pullNumber: 2 }, get(`${repo}/pulls/2`)],
  ['pull_request_read', { ...at, method: 'get_files', pullNumber: 2 }, get(`${repo}/pulls/2/files`)],
  ['pull_request_read', { ...at, method: 'get_commits', pullNumber: 2 }, get(`${repo}/pulls/2/commits`)],
  ['pull_request_read', { ...at, method: 'get_comments', pullNumber: 2 }, get(`${repo}/issues/2/comments`)],
  ['pull_request_read', { ...at, method: 'get_reviews', pullNumber: 2 }, get(`${repo}/pulls/2/reviews`)],
  ['pull_request_read', { ...at, method: 'get_review_comments', pullNumber: 2 }, get(`${repo}/pulls/2/comments`)],
  ['pull_request_read', { ...at, method: 'get_status', pullNumber: 2 }, get(`${repo}/commits/seeded/status`)],
  ['pull_request_read', { ...at, method: 'get_check_runs', pullNumber: 2 }, get(`${repo}/commits/seeded/check-runs`)],

  [
    'pull_request_read',
    { ...at, method: 'get_diff', pullNumber: 2 },
    { ...get(`${repo}/pulls/2`), headers: { accept: 'application/vnd.github.diff' } },
  ],
  [
    'create_branch',
    { ...at, branch: 'topic', from_branch: 'fix' },
    ({ refs = [] }) => call('POST', `${repo}/git/refs`, { ref: 'refs/heads/topic', sha: shaOf(refs, 'refs/heads/fix') }),
  ],
  [
    'delete_file',
    { ...at, path: 'README.md', message: 'Remove', branch: 'main' },
    call('DELETE', `${repo}/contents/README.md`, { message: 'Remove', branch: 'main', sha: blobSha('# web\n') }),
  ],
  ['update_pull_request_branch', { ...at, pullNumber: 3 }, call('PUT', `${repo}/pulls/3/update-branch`, {})],

  ['create_issue', { ...at, title: 'New', labels: ['bug'] }, call('POST', `${repo}/issues`, { title: 'New', labels: ['bug'] })],
  ['issue_write', { ...at, method: 'create', title: 'New' }, call('POST', `${repo}/issues`, { title: 'New' })],
  [
    'issue_write',
    { ...at, method: 'update', issue_number: 1, state: 'closed', state_reason: 'not_planned' },
    call('PATCH', `${repo}/issues/1`, { state: 'closed', state_reason: 'not_planned' }),
  ],
  ['add_issue_comment', { ...at, issue_number: 1, body: 'Hello' }, call('POST', `${repo}/issues/1/comments`, { body: 'Hello' })],
  [
    'label_write',
    { ...at, method: 'create', name: 'P1', color: 'ff0000' },
    call('POST', `${repo}/labels`, { name: 'P1', color: 'ff0000' }),
  ],
  [
    'label_write',
    { ...at, method: 'update', name: 'bug', new_name: 'defect' },
    call('PATCH', `${repo}/labels/bug`, { new_name: 'defect' }),
  ],
  ['label_write', { ...at, method: 'delete', name: 'bug' }, call('DELETE', `${repo}/labels/bug`)],
  [
    'create_repository',
    { name: 'new', private: false, autoInit: true },
    call('POST', '/user/repos', { name: 'new', auto_init: true }),
  ],
  [
    'create_or_update_file',
    { ...at, path: 'n.txt', content: 'n\n', message: 'm', branch: 'main' },
    call('PUT', `${repo}/contents/n.txt`, { content: base64('n\n'), message: 'm', branch: 'main' }),
  ],
  [
    'create_pull_request',
    { ...at, title: 'Fix', head: 'fix', base: 'main', body: 'Fixes #1' },
    call('POST', `${repo}/pulls`, { title: 'Fix', head: 'fix', base: 'main', body: 'Fixes #1' }),
  ],
  ['update_pull_request', { ...at, pullNumber: 2, title: 'New' }, call('PATCH', `${repo}/pulls/2`, { title: 'New' })],
  [
    'merge_pull_request',
    { ...at, pullNumber: 3, merge_method: 'squash' },
    call('PUT', `${repo}/pulls/3/merge`, { merge_method: 'squash' }),
  ],
  [
    'pull_request_review_write',
    { ...at, method: 'create', pullNumber: 3, event: 'APPROVE', body: 'Fine' },
    call('POST', `${repo}/pulls/3/reviews`, { event: 'APPROVE', body: 'Fine' }),
  ],
  [
    'pull_request_review_write',
    { ...at, method: 'submit_pending', pullNumber: 2, event: 'REQUEST_CHANGES', body: 'Do it again' },
    call('POST', `${repo}/pulls/2/reviews/${PENDING}/events`, { event: 'REQUEST_CHANGES', body: 'Do it again' }),
  ],
  [
    'pull_request_review_write',
    { ...at, method: 'delete_pending', pullNumber: 2 },
    call('DELETE', `${repo}/pulls/2/reviews/${PENDING}`),
  ],
  [
    'add_reply_to_pull_request_comment',
    { ...at, commentId: COMMENT, reaction: 'heart' },
    call('POST', `${repo}/pulls/comments/${COMMENT}/reactions`, { content: 'heart' }),
  ],
  ...toolsetSiblings,
  ...discussionSiblings,
  ...furtherSiblings,
  ...alertSiblings,
  ...projectSiblings,
  ...granularSiblings,
];

/** Two of what is listed in pages. */
const pages = {
  ...seed,
  users: [...seed.users, { login: 'alan' }],
  repositories: [
    {
      ...seed.repositories[0],
      collaborators: [{ login: 'ada', permission: 'admin' }, 'grace', 'alan'],
      tags: ['v1', 'v2'],
      branches: [{ name: 'fix', files: { 'x.txt': 'x\n', 'y.txt': 'y\n' } }],
      files: { 'one.txt': 'one\n', 'two.txt': 'one\n', 'src/a.ts': 'one\ntwo\nthree\n' },
      issues: [{ number: 1, title: 'Wrong', comments: [{ body: 'One' }, { body: 'Two' }] }],
    },
    { owner: 'acme', name: 'website', stargazers: ['ada'] },
    workflowsSeed,
    alertsSeed,
    ownedSeed,
  ],
};

const THOUGHT = 'what is thought of a change, which the tape names as ignored';

describeSiblings(github, {
  serve: { seed, clock },
  more: {
    seed: pages,
    calls: [
      [
        'add_comment_to_pending_review',
        { ...at, pullNumber: 2, path: 'src/a.ts', body: 'Hm', subjectType: 'LINE', line: 2, side: 'RIGHT' },
      ],
      ['push_files', { ...at, branch: 'main', message: 'Two', files: [{ path: 'n.txt', content: 'x' }] }],
      ['get_commit', { ...at, sha: 'fix' }],
      ['issue_read', { ...at, method: 'get_comments', issue_number: 1 }],
      ['list_repository_collaborators', at],
      ['list_tags', at],
      ['search_code', { query: 'one' }],
      ['search_repositories', { query: 'web' }],
      ['search_users', { query: 'a' }],
      ...toolsetCalls,
      ...projectCalls,
      ...granularCalls,
    ],
  },
  by: 'method',
  siblings,
  silent: {
    'update_issue_state: confidence': THOUGHT,
    'update_issue_state: rationale': THOUGHT,
    'update_issue_type: confidence': THOUGHT,
    'update_issue_type: rationale': THOUGHT,
  },
  without: {
    'actions_run_trigger: cancel_workflow_run':
      'the runs of a seed have ended; one that goes on is cancelled in toolsets.test.ts',
    ...withoutProjectSibling,
    ...withoutGranularSibling,
    get_discussion_comments: 'GraphQL alone, where it is a part of the discussion',
    push_files: 'the REST API makes blobs, a tree, a commit and a reference one by one',
    add_comment_to_pending_review: 'GraphQL alone: addPullRequestReviewThread',
    'pull_request_review_write: resolve_thread': 'GraphQL alone: resolveReviewThread',
    'pull_request_review_write: unresolve_thread': 'GraphQL alone: unresolveReviewThread',
  },
});
