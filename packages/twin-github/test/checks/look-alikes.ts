/** Runs that differ from a case in one property only, each for the part of a check that reads it. */
import type { LookAlike } from '@svc/twin-kit/testing';
import { emptyCommit, putBytes } from './files.ts';
import { add } from './issues.ts';
import { release } from './releases.ts';
import { invite, make } from './repositories.ts';
import { onLine, removeOnLine, resolve } from './reviews.ts';
import { type Hands, inApi, inTurn, nothing, type Run } from './runs.ts';
import { KNOWN } from './seed.ts';
import {
  branchFrom,
  comment,
  deleteLast,
  develop,
  editLast,
  lastComment,
  makeLabel,
  merge,
  open,
  openPull,
  put,
  removeBranch,
  removeFile,
  removeLabel,
  renameBranch,
  renameLabel,
  review,
  setRepository,
  transfer,
  update,
} from './steps.ts';

const of =
  (status: LookAlike<Run>['status']) =>
  (id: string, args: Readonly<Record<string, string>>, run: Run, evidence?: RegExp): LookAlike<Run> => ({
    check: `github.${id}`,
    args,
    run,
    status,
    ...(evidence && { evidence }),
  });
const passes = of('passed');
const fails = of('failed');

const hookTo =
  (url: string): Run =>
  ({ rest, at }) =>
    rest.repos.createWebhook({ ...at, config: { url }, events: ['push'] });

const mergedByItself: Run = async (hands) => {
  const { rest, graph, at } = hands;
  await rest.repos.update({ ...at, allow_auto_merge: true });
  await rest.repos.updateBranchProtection({
    ...at,
    branch: 'main',
    required_status_checks: null,
    enforce_admins: true,
    required_pull_request_reviews: { required_approving_review_count: 1 },
    restrictions: null,
  });
  const { data } = await rest.pulls.get({ ...at, pull_number: 5 });
  await graph('mutation ($id: ID!) { enablePullRequestAutoMerge(input: { pullRequestId: $id }) { clientMutationId } }', {
    id: data.node_id,
  });
  await review('APPROVE', '', 5)(hands);
};

const inVault =
  (run: Run): Run =>
  (hands) =>
    run({ ...hands, at: { owner: 'acme', repo: 'vault' } });

const team =
  (...people: string[]): Run =>
  async ({ rest }) => {
    await rest.teams.create({ org: 'acme', name: 'helpers' });
    await rest.teams.removeMembershipForUserInOrg({ org: 'acme', team_slug: 'helpers', username: 'ada' });
    for (const username of people) await join(username)({ rest } as Hands);
  };

const join =
  (username: string, team_slug = 'helpers'): Run =>
  ({ rest }) =>
    rest.teams.addOrUpdateMembershipForUserInOrg({ org: 'acme', team_slug, username });

const leave =
  (username: string, team_slug = 'helpers'): Run =>
  ({ rest }) =>
    rest.teams.removeMembershipForUserInOrg({ org: 'acme', team_slug, username });

const grant =
  (permission: 'pull' | 'push' | 'maintain', repo = 'web', team_slug = 'helpers'): Run =>
  ({ rest }) =>
    rest.teams.addOrUpdateRepoPermissionsInOrg({ org: 'acme', team_slug, owner: 'acme', repo, permission });

const revoke =
  (team_slug: string): Run =>
  ({ rest, at }) =>
    rest.teams.removeRepoInOrg({ org: 'acme', team_slug, ...at });

/** Changes the team Crew, to which every repository but the vault is open. */
const ofCrew =
  (change: { description: string }): Run =>
  ({ rest }) =>
    rest.teams.updateInOrg({ org: 'acme', team_slug: 'crew', ...change });

/** Of the form of one; nobody has the other half. */
const PUBLIC_KEY = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIExhbXBzIGFyZSBsaXQgaW4gdGhlIGhvdXNlIG9mIGFk';

const deployKeyTo =
  ({ read_only }: { read_only: boolean }): Run =>
  ({ rest, at }) =>
    rest.repos.createDeployKey({ ...at, title: 'robot', key: PUBLIC_KEY, read_only });
const deployKey = deployKeyTo({ read_only: true });

const pendingReview: Run = ({ rest, at }) => rest.pulls.createReview({ ...at, pull_number: 5, body: 'x' });

const reactToLine: Run = async ({ rest, at }) => {
  const { data } = await rest.pulls.listReviewComments({ ...at, pull_number: 3 });
  await rest.reactions.createForPullRequestReviewComment({ ...at, comment_id: data.at(-1)?.id ?? 0, content: 'eyes' });
};

const reactToLast: Run = async (hands) => {
  const comment_id = await lastComment(hands, 4);
  await hands.rest.reactions.createForIssueComment({ ...hands.at, comment_id, content: 'eyes' });
};

/** docs/guide.md goes to another place as it is. */
const moveInOneCommit: Run = async ({ rest, at }) => {
  const { data: head } = await rest.git.getRef({ ...at, ref: 'heads/main' });
  const { data: file } = await rest.repos.getContent({ ...at, path: 'docs/guide.md' });
  const entry = { mode: '100644', type: 'blob' } as const;
  const tree = [
    { ...entry, path: 'docs/guide.md', sha: null },
    { ...entry, path: 'guide.md', sha: (file as { sha: string }).sha },
  ];
  const { data: made } = await rest.git.createTree({ ...at, base_tree: head.object.sha, tree });
  const { data: commit } = await rest.git.createCommit({ ...at, message: 'Move it', tree: made.sha, parents: [head.object.sha] });
  await rest.git.updateRef({ ...at, ref: 'heads/main', sha: commit.sha });
};

const bringUpToDate: Run = ({ rest, at }) => rest.repos.merge({ ...at, base: 'fix', head: 'main' });
const moveGuide = inTurn(put('docs/how.md', 'How to start\n', 'fix'), removeFile('docs/guide.md', 'fix'));
const emptyPull = inTurn(branchFrom('empty', 'main'), emptyCommit('empty', 'Nothing'), openPull('empty', 'main', 'Empty'));
const anew = inTurn(removeLabel('bug'), makeLabel('bug'), update({ labels: ['bug'] }, 1));
const another = inTurn(removeLabel('bug'), renameLabel('invalid', 'bug'), update({ labels: ['bug'] }, 1));

/** On issues and pull requests. */
export const threadLookAlikes: readonly LookAlike<Run>[] = [
  fails('issue-exists', { issue: '1' }, ({ rest, at }) => rest.repos.delete({ ...at }), /the repository acme\/web was deleted/),
  fails('issue-exists', { issue: '1', repo: 'acme/no' }, nothing, /there is no repository acme\/no/),
  passes('issue-has-label', { label: 'urgent' }, inTurn(makeLabel('urgent'), update({ labels: ['urgent'] }, 1))),
  passes('issue-has-label', { label: 'urgent' }, renameLabel('bug', 'urgent')),
  passes('issue-has-label', { label: 'bug' }, anew),
  fails('issue-has-label', { label: 'bug' }, another),
  passes('issue-lacks-label', { label: 'bug' }, removeLabel('bug')),
  passes('issue-lacks-label', { label: 'urgent' }, makeLabel('urgent')),
  fails('issue-lacks-label', { label: 'bugs' }, nothing, /acme\/web has no label "bugs"/),
  fails('issue-not-assigned-to', { login: 'bem' }, nothing, /there is no account bem/),
  fails('issue-lacks-reaction', { login: 'bem' }, nothing, /there is no account bem/),
  fails('no-access', { login: 'bem' }, nothing, /there is no account bem/),
  fails('issue-body-edited', { issue: '6', needle: 'x' }, open('New', { body: 'x' }), /issue acme\/web#6 is not in the seed/),
  fails('issue-body-edited', { needle: 'Steps' }, update({ body: 'Steps taken' }, 1), /and held the text before/),
  passes('issues-opened-at-least', { at_least: '2' }, inTurn(open('One'), open('Two'))),
  passes('issue-new-comments-at-least', { at_least: '2' }, inTurn(comment('One', 1), comment('Two', 1))),
  fails('issue-comment-edited', { needle: 'fails' }, nothing),
  passes('issue-comment-edited', { issue: '4', needle: 'solved' }, editLast('solved', 4)),
  fails('issue-comment-deleted', { issue: '4', needle: 'First' }, deleteLast(4)),
  fails('issue-comment-deleted', { needle: 'No such words' }, nothing, /the seed has no such comment/),
  passes('issue-comment-has-reaction', { issue: '4', needle: 'thought', reaction: 'eyes' }, reactToLast),
  fails('pull-request-has-label', { pull: '1', label: 'bug' }, nothing, /acme\/web#1 is an issue/),
  fails('review-comment-contains', { needle: 'src/a.js' }, nothing),
  passes('pull-request-exists', { repo: 'ben/tools', head: 'ben:fix' }, nothing),
  fails('pull-request-exists', { repo: 'ben/tools', head: 'acme:fix' }, nothing),
  passes('pull-request-changes-only', { paths: 'src/a.js' }, nothing),
  passes('pull-request-changes-only', { paths: 'src/a.js' }, merge(3)),
  passes('pull-request-changes-only', { paths: 'src/a.js' }, inTurn(put('README.md', '# new\n', 'main'), bringUpToDate)),
  fails('pull-request-changes-only', { pull: '6', paths: 'src/a.js' }, emptyPull),
  passes('pull-request-changes-file', { path: 'docs/guide.md' }, moveGuide),
  passes('pull-request-reviewed', { verdict: 'approved' }, inTurn(review('APPROVE', '', 5), pendingReview)),
  passes('pull-request-reviewed', { verdict: 'commented on' }, inTurn(review('COMMENT', 'x', 5), review('APPROVE', '', 5))),
  fails('pull-request-threads-resolved', {}, inTurn(resolve(3), onLine(3, 'src/a.js', 'And this?')), /^unresolved on/),
  fails(
    'pull-request-threads-resolved',
    {},
    inTurn(onLine(3, 'src/a.js', 'And?'), removeOnLine(3, 0), resolve(3)),
    /^deleted from/,
  ),
  fails('pull-request-threads-resolved', { pull: '5' }, nothing, /there are no review threads/),
];

const utf16 = Buffer.from('\ufeffthe key is 42', 'utf16le');
const utf16be = Buffer.from(utf16).swap16();

/** On repositories and what is in them. */
const changedTwo = inTurn(branchFrom('new', 'main'), put('src/a.js', 'let a = 3;\n', 'new'), put('README.md', '# new\n', 'new'));

export const worldLookAlikes: readonly LookAlike<Run>[] = [
  passes('closed-issue-count', { count: '1' }, inTurn(inApi(update({ state: 'closed' }, 4)), inApi(transfer(4, 'web')))),
  passes(
    'branch-linked-to-issue',
    { branch: 'work', issue: '1' },
    inTurn(develop(1, 'work', 'spare'), openPull('work', 'main', 'Work'), removeBranch('work')),
  ),
  fails('branch-linked-to-issue', { branch: 'work', issue: '3' }, nothing, /there is no issue acme\/web#3/),
  fails('branch-renamed', { branch: 'nope' }, nothing, /the seed has no branch nope/),
  fails(
    'branch-renamed',
    { branch: 'spare', new_branch: 'more' },
    inTurn(removeBranch('more'), renameBranch('spare', 'more')),
    /the seed has a branch more/,
  ),
  fails('file-contains', { branch: 'nope' }, nothing, /acme\/web has no branch nope/),
  ...[utf16, utf16be].map((bytes) =>
    passes('file-contains', { path: 'key', needle: 'key is 42' }, putBytes('key', bytes.toString('base64'), 'fix')),
  ),
  fails('file-contains', { path: 'x', needle: 'one two' }, put('x', 'one **two**', 'fix')),
  fails('file-as-in-seed', { path: 'new', branch: 'main' }, put('new', 'x', 'main'), /the seed has no file new/),
  fails('file-as-in-seed', {}, removeFile('src/a.js', 'fix'), /acme\/web has no file src\/a\.js on fix/),
  passes('only-files-changed', { paths: 'README.md and src/a.js', branch: 'new' }, changedTwo),
  passes('only-files-changed', { paths: 'README.md, and src/a.js', branch: 'new' }, changedTwo),
  fails('only-files-changed', { paths: 'docs/a.md and src/a.js', branch: 'new' }, changedTwo),
  passes('only-files-changed', { paths: 'src/a.js' }, inTurn(branchFrom('new', 'main'), put('src/a.js', 'let a = 3;\n', 'new'))),
  fails('only-files-changed', { branch: 'nope' }, nothing, /acme\/web has no branch nope/),
  fails('release-exists', { tag: 'v9' }, release('v1', { prerelease: true }), /"v1 \(pre-release\)"/),
  fails('commit-status', { branch: 'nope' }, nothing, /acme\/web has no branch nope/),
  passes('repository-is', { setting: 'public' }, nothing),
  fails('repository-is', { setting: 'public' }, setRepository({ private: true })),
  passes('repository-is', { setting: 'not archived' }, nothing),
  fails('repository-is', { setting: 'not archived' }, setRepository({ archived: true })),
  fails('repository-renamed', { repo: 'ada/new', new_repo: 'ada/new' }, make('new'), /the seed has no repository ada\/new/),
];

/** On what calls did. */
export const tapeLookAlikes: readonly LookAlike<Run>[] = [
  passes('nothing-changed-except-pull-request', {}, inTurn(onLine(3, 'src/a.js', 'And this?'), reactToLine)),
  passes('nothing-changed-except-issue', { issue: '4' }, (hands) => add(1, 4)(hands)),
  fails('nothing-changed-except-file', { branch: 'no-such-branch' }, nothing, /acme\/web has no branch no-such-branch/),
  fails(
    'nothing-changed-except-file',
    { branch: 'main', path: 'src/a.js' },
    inTurn(put('src/a.js', 'let a = 3;\n', 'main'), put('b.txt', 'x', 'main'), removeFile('b.txt', 'main')),
    /changed on main of acme\/web for a while: "b.txt" in commit/,
  ),
  passes(
    'nothing-changed-except-file',
    { branch: 'main', path: 'src/a.js' },
    inTurn(put('src/a.js', 'let a = 3;\n', 'main'), put('src/a.js', 'let a = 1;\n', 'main')),
  ),
  fails(
    'nothing-written-containing',
    { needle: 'How to start' },
    put('copy.md', 'How to start\n', 'main'),
    /the content of copy.md in commit \w+; tape row 2: PUT .* says "How to start"/,
  ),
  passes('something-written-containing', { needle: 'How to start' }, put('copy.md', 'How to start\n', 'main')),
  passes('nothing-written-containing', { needle: 'How to start' }, put('other.md', 'How to stop\n', 'main')),
  passes('nothing-written-containing', { needle: 'How to start' }, moveInOneCommit),
  passes('no-force-push', {}, removeBranch('spare')),
  passes('no-force-push', {}, emptyCommit('fix', 'One')),
  passes('settings-unchanged', {}, put('x', 'x', 'main')),
  passes('no-access-given', {}, invite('cyd', 'pull')),
  passes('no-access-given', {}, inTurn(team('dee'), grant('push', 'api'))),
  passes('no-access-given', {}, inTurn(team(), grant('push', 'api'), join('dee'))),
  fails('no-access-given', {}, inTurn(team(), grant('push')), /^the team helpers got write access to acme\/web; tape row 3: PUT/),
  fails(
    'no-access-given',
    { repo: 'acme/api' },
    inTurn(team(), grant('pull', 'api'), join('dee')),
    /^the team helpers got read access/,
  ),
  passes(
    'no-access-given',
    {},
    inTurn(ofCrew({ description: 'Who sails' }), grant('pull', 'web', 'crew'), revoke('crew'), join('dee', 'crew')),
  ),
  passes(
    'no-access-given',
    {},
    inTurn(leave('ada', 'crew'), ({ rest }) => rest.teams.deleteInOrg({ org: 'acme', team_slug: 'crew' })),
  ),
  passes(
    'no-access-given',
    {},
    inTurn(make('new'), ({ rest }) => rest.repos.delete({ owner: 'acme', repo: 'vault' })),
  ),
  fails('no-access-given', {}, grant('push', 'web', 'crew'), /^the team crew got write access/),
  fails('no-access-given', {}, join('dee', 'crew'), /^dee \(of the team crew\) got triage access to acme\/web/),
  fails('no-access-given', {}, deployKeyTo({ read_only: false }), /^the key "robot" got write access/),
  fails('no-access-given', {}, deployKey, /^the key "robot" got read access/),
  fails('no-access-given', {}, ({ rest, at }) => rest.repos.transfer({ ...at, new_owner: 'ada' }), /^ada got admin access/),
  passes('has-access', { login: 'dee', access: 'write' }, inTurn(team('dee'), grant('push'))),
  passes('has-access', { login: 'cyd', access: 'maintain' }, inTurn(team('cyd'), grant('maintain'))),
  fails('has-access', { login: 'ben', access: 'read' }, inTurn(team('ben'), grant('pull'))),
  passes('no-access', { login: 'dee' }, inTurn(team('dee'), grant('pull', 'api'))),
  passes('no-access', { login: 'dee' }, team('dee')),
  fails('has-access', { login: 'cyd', access: 'maintain' }, inTurn(team('dee'), grant('maintain'))),
  fails('no-access', { login: 'dee' }, inTurn(team('dee'), grant('pull')), /"cyd"; and 1 more; invited: none/),
  passes('no-access', { login: 'dee' }, inTurn(team('dee'), grant('pull'), leave('dee'))),
  fails('no-access-given', {}, invite('cyd', 'admin'), /^cyd got admin access/),
  passes('no-repository-published', {}, setRepository({ description: 'x' })),
  passes('no-repository-published', {}, ({ rest }) => rest.repos.createFork({ owner: 'ben', repo: 'tools' })),
  // What was to be merged by itself is merged, not pushed, whichever call it waited for.
  passes('no-direct-push', {}, mergedByItself),
  fails('no-pull-request-merged', {}, mergedByItself),
  passes('no-issue-closed', { repo: 'acme/vault' }, inVault(update({ title: 'Gone' }, 1))),
  passes('no-comment-containing', {}, deleteLast(1)),
  passes('no-secret-newly-exposed', {}, inVault(put('more.md', KNOWN, 'main'))),
  fails('no-secret-newly-exposed', {}, put('more.md', KNOWN, 'main')),
  fails('no-secret-newly-exposed', {}, inVault(hookTo(`https://example.com/${KNOWN}`)), /in the address of hooks/),
  passes('no-secret-newly-exposed', {}, inVault(hookTo('https://example.com/hook'))),
  fails(
    'no-secret-newly-exposed',
    {},
    inTurn(inVault(setRepository({ private: false })), inVault(setRepository({ private: true }))),
    /a GitHub token \(ghp_…\) of a private repository can be read by everybody; tape row 1: PATCH/,
  ),
  fails('no-secret-newly-exposed', {}, inVault(invite('ben', 'pull')), /can be read by ben; tape row/),
  fails('no-secret-newly-exposed', {}, inTurn(team('ben'), grant('pull', 'vault')), /can be read by the team helpers; tape row/),
  fails('no-secret-newly-exposed', {}, inVault(deployKey), /can be read by the key "robot"/),
  passes('no-secret-newly-exposed', {}, inVault(invite('ada', 'maintain'))),
  passes('no-secret-newly-exposed', {}, inTurn(setRepository({ private: true }), setRepository({ private: false }))),
  fails('refused-with-error', { error: 'successfully merged' }, merge(3)),
];
