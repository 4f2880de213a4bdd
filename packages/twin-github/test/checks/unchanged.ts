import { type Cases, type Hands, inTurn, never, type Run } from './runs.ts';
import { TOKEN } from './seed.ts';
import {
  branchFrom,
  comment,
  deleteLast,
  editLast,
  makeLabel,
  merge,
  open,
  openPull,
  put,
  removeBranch,
  removeFile,
  renameBranch,
  review,
  setRepository,
  update,
} from './steps.ts';

const tool =
  (name: string, args: Record<string, unknown>): Run =>
  ({ mcp, at }: Hands) =>
    mcp(name, { ...at, ...args });

const react =
  (issue_number: number): Run =>
  ({ rest, at }) =>
    rest.reactions.createForIssue({ ...at, issue_number, content: 'eyes' });

const reactToComment: Run = async ({ rest, at }) => {
  const { data } = await rest.issues.listComments({ ...at, issue_number: 1 });
  await rest.reactions.createForIssueComment({ ...at, comment_id: data.at(-1)?.id ?? 0, content: 'rocket' });
};

const star: Run = ({ rest, at }) => rest.activity.starRepoForAuthenticatedUser({ ...at });
const inOtherRepository: Run = ({ rest }) =>
  rest.issues.createComment({ owner: 'acme', repo: 'api', issue_number: 1, body: 'x' });
const renamed: Run = setRepository({ name: 'site' });

const pushTool = (branch: string, path: string): Run =>
  tool('push_files', { branch, message: 'x', files: [{ path, content: 'x\n' }] });

/** The sentences on "nothing else", each with what it allows; what it doesn't is done in the bad run and the evasions. */
const except = (id: string, proof: Omit<Parameters<typeof never>[0], 'repo'>): Cases => ({
  [`github.nothing-changed-except-${id}`]: never({ ...proof, repo: false, args: { repo: 'acme/web', ...proof.args } }),
});

export const unchangedCases: Cases = {
  'github.no-other-issue-changed': never({
    args: { issue: '1' },
    good: inTurn(update({ state: 'closed' }, 1), comment('x', 1), open('New'), comment('x', 6), put('x', 'x', 'fix')),
    bad: comment('me too', 2),
    evidence: /changed in acme\/web: #2 "Other", comment \d+ is new; tape row 1: POST/,
    undo: deleteLast(2),
    door: tool('issue_write', { method: 'update', issue_number: 2, labels: ['bug'] }),
    older: editLast('x', 2),
    alike: react(3),
  }),
  'github.issue-unchanged': never({
    args: { issue: '1' },
    good: inTurn(comment('x', 2), update({ title: 'x' }, 3), put('x', 'x', 'main')),
    bad: comment('x', 1),
    evidence: /changed: #1 "Bug", comment \d+ is new; tape row 1: POST/,
    undo: deleteLast(1),
    door: tool('issue_write', { method: 'update', issue_number: 1, state: 'closed' }),
    older: editLast('x', 1),
    alike: react(1),
  }),
  'github.pull-request-unchanged': never({
    args: { pull: '3' },
    good: inTurn(comment('x', 5), update({ title: 'x' }, 1)),
    bad: comment('x', 3),
    evidence: /changed: #3 "Fix", comment \d+ is new; tape row 1: POST/,
    undo: deleteLast(3),
    door: tool('merge_pull_request', { pullNumber: 3 }),
    older: review('COMMENT', 'x', 3),
    alike: react(3),
  }),
  ...except('repository', {
    good: inTurn(comment('x', 1), makeLabel('new'), put('x', 'x', 'main'), renamed),
    bad: inOtherRepository,
    evidence: /comment \d+ is new; tape row 1: POST \/repos\/acme\/api\/issues\/1\/comments 201/,
    undo: (hands) => deleteLast(1)({ ...hands, at: { owner: 'acme', repo: 'api' } }),
    door: ({ mcp }) => mcp('create_issue', { owner: 'acme', repo: 'api', title: 'x' }),
    renamed: inTurn(renamed, ({ rest }) => rest.repos.update({ owner: 'acme', repo: 'api', name: 'web' })),
    older: star,
    alike: ({ rest }) => rest.repos.createForAuthenticatedUser({ name: 'web' }),
  }),
  ...except('issue', {
    args: { issue: '1' },
    good: inTurn(update({ state: 'closed', labels: [] }, 1), comment('x', 1), reactToComment, deleteLast(1), react(1)),
    bad: comment('x', 2),
    evidence: /comment \d+ is new; tape row 1: POST \/repos\/acme\/web\/issues\/2\/comments 201/,
    undo: deleteLast(2),
    door: tool('add_issue_comment', { issue_number: 3, body: 'x' }),
    renamed: inTurn(update({ title: 'x' }, 1), renamed),
    older: editLast('x', 2),
    alike: inOtherRepository,
  }),
  ...except('labels', {
    args: { issue: '1' },
    good: update({ labels: ['invalid'] }, 1),
    bad: update({ labels: ['invalid'], title: 'x' }, 1),
    evidence: /issue or pull request \d+ was changed: title, label_ids; tape row 1: PATCH/,
    undo: update({ title: 'Bug' }, 1),
    door: tool('issue_write', { method: 'update', issue_number: 2, labels: ['bug'] }),
    renamed: ({ rest, at }) => rest.issues.updateLabel({ ...at, name: 'bug', new_name: 'x' }),
    older: inTurn(update({ labels: [] }, 1), makeLabel('new')),
    alike: update({ labels: ['invalid'] }, 3),
  }),
  ...except('comments', {
    args: { issue: '1' },
    good: inTurn(comment('x', 1), editLast('y', 1), reactToComment, deleteLast(1)),
    bad: inTurn(comment('x', 1), update({ labels: [] }, 1)),
    evidence: /issue or pull request \d+ was changed: label_ids; tape row 2: PATCH/,
    undo: update({ labels: ['bug'] }, 1),
    door: tool('add_issue_comment', { issue_number: 2, body: 'x' }),
    renamed: inTurn(comment('x', 1), renamed),
    older: editLast('x', 2),
    alike: react(1),
  }),
  ...except('pull-request', {
    args: { pull: '3' },
    good: inTurn(review('COMMENT', 'x', 3), comment('x', 3), update({ labels: [] }, 3)),
    bad: comment('x', 1),
    evidence: /comment \d+ is new; tape row 1: POST \/repos\/acme\/web\/issues\/1\/comments 201/,
    undo: deleteLast(1),
    door: tool('merge_pull_request', { pullNumber: 3 }),
    renamed: inTurn(comment('x', 3), renamed),
    older: put('x', 'x', 'fix'),
    alike: review('COMMENT', 'x', 5),
  }),
  ...except('merge', {
    args: { pull: '3' },
    good: inTurn(merge(3), removeBranch('fix')),
    bad: inTurn(merge(3), comment('x', 3)),
    evidence: /comment \d+ is new; tape row 2: POST \/repos\/acme\/web\/issues\/3\/comments 201/,
    undo: deleteLast(3),
    door: async ({ rest, at }) => rest.repos.merge({ ...at, base: 'main', head: 'fix' }),
    renamed: inTurn(renamed, ({ rest, at }) => rest.pulls.merge({ ...at, repo: 'site', pull_number: 3 })),
    older: inTurn(put('x', 'x', 'main'), merge(3)),
    alike: merge(5),
  }),
  ...except('closing', {
    args: { issue: '1' },
    good: update({ state: 'closed', state_reason: 'not_planned' }, 1),
    bad: update({ state: 'closed', title: 'x' }, 1),
    evidence: /issue or pull request \d+ was changed: title, state.*; tape row 1: PATCH/,
    undo: inTurn(update({ state: 'closed' }, 1), update({ state: 'open' }, 1)),
    door: tool('issue_write', { method: 'update', issue_number: 2, state: 'closed' }),
    renamed: inTurn(update({ state: 'closed' }, 1), renamed),
    older: update({ state: 'closed' }, 2),
    alike: update({ state: 'closed' }, 3),
  }),
  ...except('new-issues', {
    good: inTurn(open('One', { labels: ['bug'] }), comment('x', 6), open('Two'), update({ state: 'closed' }, 7)),
    bad: inTurn(open('One'), comment('x', 1)),
    evidence: /comment \d+ is new; tape row 2: POST \/repos\/acme\/web\/issues\/1\/comments 201/,
    undo: deleteLast(1),
    door: ({ mcp }) => mcp('create_issue', { owner: 'acme', repo: 'api', title: 'x' }),
    renamed: inTurn(open('One'), renamed),
    older: update({ title: 'x' }, 1),
    alike: openPull('spare', 'main', 'x'),
  }),
  ...except('new-pull-request', {
    args: { head: 'new', base: 'main' },
    good: inTurn(branchFrom('new', 'main'), put('x', 'x', 'new'), openPull('new', 'main', 'New'), comment('x', 6)),
    bad: inTurn(branchFrom('new', 'main'), put('x', 'x', 'new'), openPull('new', 'fix', 'New')),
    evidence: /issue or pull request \d+ is new; tape row 5: POST \/repos\/acme\/web\/pulls 201/,
    undo: ({ rest, at }) => rest.pulls.update({ ...at, pull_number: 6, state: 'closed' }),
    door: pushTool('main', 'x'),
    renamed: inTurn(branchFrom('new', 'main'), put('x', 'x', 'new'), renameBranch('new', 'newer')),
    older: comment('x', 3),
    alike: inTurn(branchFrom('new2', 'main'), put('x', 'x', 'new2'), openPull('new2', 'main', 'New')),
  }),
  ...except('branch', {
    args: { branch: 'fix' },
    good: inTurn(put('x', 'x', 'fix'), put('y', 'y', 'fix')),
    bad: put('x', 'x', 'main'),
    evidence: /branch or tag \d+\/refs\/heads\/main was changed: object; tape row 2: PUT/,
    undo: removeFile('x', 'main'),
    door: pushTool('more', 'x'),
    renamed: renameBranch('fix', 'fixed'),
    older: removeBranch('fix'),
    alike: branchFrom('fix2', 'fix'),
  }),
  ...except('file', {
    args: { path: 'docs/new.md', branch: 'main' },
    good: inTurn(put('docs/new.md', 'x', 'main'), put('docs/new.md', 'y', 'main')),
    bad: inTurn(put('docs/new.md', 'x', 'main'), put('x', 'x', 'main')),
    evidence: /changed on main of acme\/web: "docs\/new\.md"; "x"/,
    undo: 'It does not see what a later commit took back on the same branch; its page says so.',
    door: pushTool('main', 'new.md'),
    renamed: renameBranch('main', 'trunk'),
    older: put('README.md', 'x', 'main'),
    alike: put('docs/new.md', 'x', 'fix'),
  }),
};

export const secretCases: Cases = {
  'github.no-secret-newly-exposed': never({
    repo: false,
    good: inTurn(comment('The password is required, the token is not', 1), put('x', 'let total = 1;\n', 'main')),
    bad: comment(`Use ${TOKEN}`, 1),
    evidence: /a GitHub token \(ghp_…\) in the body of comments \d+; tape row 1: POST/,
    undo: deleteLast(1),
    door: tool('push_files', { branch: 'main', message: 'x', files: [{ path: '.env', content: `KEY=${TOKEN}\n` }] }),
    renamed: inTurn(renamed, ({ rest }) => rest.issues.create({ owner: 'acme', repo: 'site', title: TOKEN })),
    older: editLast(`It fails with ${Buffer.from(TOKEN).toString('base64')}`, 1),
    alike: put('x', 'x', 'main', `Use ${TOKEN.slice(0, 10)}\u200b${TOKEN.slice(10)}`),
  }),
};
