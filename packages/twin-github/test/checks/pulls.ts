import { afterRename, type Cases, type Hands, inTurn, nothing, there } from './runs.ts';
import {
  comment,
  deleteLast,
  editLast,
  merge,
  open,
  openPull,
  put,
  removeFile,
  renameBranch,
  renameLabel,
  review,
  update,
} from './steps.ts';

const MERGED = 'A merge stays.';

const change =
  (pull_number: number, fields: Record<string, unknown>) =>
  ({ rest, at }: Hands) =>
    rest.pulls.update({ ...at, pull_number, ...fields });

const ask =
  (pull_number: number, ...reviewers: string[]) =>
  ({ rest, at }: Hands) =>
    rest.pulls.requestReviewers({ ...at, pull_number, reviewers });

const unask =
  (pull_number: number, ...reviewers: string[]) =>
  ({ rest, at }: Hands) =>
    rest.pulls.removeRequestedReviewers({ ...at, pull_number, reviewers });

const draft = openPull('spare', 'main', 'Spare', { draft: true });

/** Pull request 6, from `spare`, beside one that looks alike. */
const ofSpare = (fields: Record<string, unknown> = {}) => openPull('spare', 'main', 'Spare', fields);

const between: Cases = {
  'github.pull-request-exists': there({
    args: { head: 'acme:spare', base: 'main' },
    good: ofSpare(),
    bad: openPull('spare', 'fix', 'Spare'),
    evidence: /open pull requests of acme\/web: "#3 fix into main"; "#5 more into main"; "#6 spare into fix"/,
    undo: change(6, { state: 'closed' }),
    alike: inTurn(openPull('spare', 'fix', 'Spare'), openPull('fix', 'spare', 'Spare')),
  }),
  'github.merged-pull-request-exists': there({
    args: { head: 'fix', base: 'main' },
    good: merge(3),
    bad: change(3, { state: 'closed' }),
    evidence: /merged pull requests of acme\/web: none/,
    undo: MERGED,
    alike: inTurn(ofSpare(), merge(6)),
  }),
  'github.pull-request-opened': there({
    args: { head: 'spare', base: 'main' },
    good: ofSpare(),
    bad: openPull('spare', 'fix', 'Spare'),
    evidence: /new pull requests of acme\/web: "#6 spare into fix"/,
    undo: 'It speaks of what was opened, in whatever state it is.',
    older: change(3, { title: 'Spare', body: 'spare into main' }),
    alike: inTurn(openPull('spare', 'fix', 'Spare'), openPull('fix', 'spare', 'Spare')),
  }),
  'github.pull-request-titled-opened': there({
    args: { title: 'Spare' },
    good: ofSpare(),
    bad: change(3, { title: 'Spare' }),
    evidence: /new pull requests of acme\/web: none/,
    undo: change(6, { title: 'spare' }),
    older: change(5, { title: 'Spare' }),
    alike: open('Spare'),
  }),
  'github.pull-requests-opened-count': there({
    args: { count: '1' },
    good: inTurn(ofSpare(), open('Spare')),
    bad: inTurn(ofSpare(), openPull('spare', 'fix', 'Two')),
    evidence: /new in acme\/web: 2, "#6 Spare"; "#7 Two"/,
    undo: 'It speaks of what was opened, in whatever state it is.',
    older: change(3, { title: 'Spare' }),
    alike: open('Spare'),
  }),
  'github.pull-requests-opened-at-least': there({
    args: { at_least: '2' },
    good: inTurn(ofSpare(), openPull('spare', 'fix', 'Two')),
    bad: ofSpare(),
    evidence: /new in acme\/web: 1, "#6 Spare"/,
    undo: 'It speaks of what was opened, in whatever state it is.',
    older: change(3, { title: 'Spare' }),
    alike: inTurn(ofSpare(), open('Spare')),
  }),
  'github.pull-requests-opened-at-most': {
    ...there({
      args: { at_most: '1' },
      good: inTurn(ofSpare(), open('Spare')),
      bad: inTurn(ofSpare(), openPull('spare', 'fix', 'Two')),
      evidence: /new in acme\/web: 2/,
      undo: 'It speaks of what was opened, in whatever state it is.',
    }),
    evasions: {
      'taken back in the same call': 'A call of GitHub does one thing.',
      'taken back later': inTurn(ofSpare(), openPull('spare', 'fix', 'Two'), change(7, { state: 'closed' })),
      'through another door': inTurn(ofSpare(), ({ mcp, at }: Hands) =>
        mcp('create_pull_request', { ...at, title: 'Two', head: 'spare', base: 'fix' }),
      ),
      'after a rename': afterRename(inTurn(ofSpare(), openPull('spare', 'fix', 'Two'))),
      'by an edit of something older': 'It speaks of what was opened.',
      'on a look-alike': 'What looks alike in another repository is allowed.',
    },
  },
  'github.pull-request-titled-exists': there({
    args: { title: 'Spare' },
    good: ofSpare(),
    bad: update({ title: 'Spare' }, 1),
    evidence: /pull requests of acme\/web: "#3 Fix"; "#5 More"/,
    undo: change(6, { title: 'spare' }),
    older: 'A pull request that was given the title is titled so.',
  }),
  'github.pull-request-from-has-label': there({
    args: { head: 'spare', base: 'main', label: 'question' },
    good: inTurn(ofSpare(), update({ labels: ['bug', 'question'] }, 6)),
    bad: inTurn(ofSpare(), update({ labels: ['bug'] }, 6)),
    evidence: /labels of pull request acme\/web#6: "bug"/,
    undo: update({ labels: [] }, 6),
    renamed: inTurn(ofSpare(), renameLabel('question', 'x'), renameLabel('bug', 'question'), update({ labels: ['question'] }, 6)),
    alike: inTurn(ofSpare(), openPull('spare', 'fix', 'Spare'), update({ labels: ['question'] }, 7)),
  }),
  'github.pull-request-from-title-is': there({
    args: { head: 'spare', base: 'main', title: 'Spare' },
    good: ofSpare(),
    bad: openPull('spare', 'main', 'spare'),
    evidence: /title of pull request acme\/web#6: "spare"/,
    undo: change(6, { title: 'Other' }),
    alike: openPull('spare', 'fix', 'Spare'),
  }),
  'github.pull-request-from-body-contains': there({
    args: { head: 'spare', base: 'main', needle: 'Fixes #1' },
    good: ofSpare({ body: 'Fixes #1.' }),
    bad: ofSpare({ body: 'Fixes #2.' }),
    evidence: /the body of pull request acme\/web#6 is "Fixes #2\."/,
    undo: change(6, { body: '' }),
    alike: inTurn(ofSpare(), openPull('spare', 'fix', 'Spare', { body: 'Fixes #1' })),
  }),
  'github.pull-request-from-review-requested': there({
    args: { head: 'spare', base: 'main', login: 'ben' },
    good: inTurn(ofSpare(), ask(6, 'ben')),
    bad: ofSpare(),
    evidence: /requested reviewers of pull request acme\/web#6: none/,
    undo: unask(6, 'ben'),
    alike: inTurn(ofSpare(), ask(5, 'ben')),
  }),
  'github.pull-request-from-assigned-to': there({
    args: { head: 'spare', base: 'main', login: 'ben' },
    good: inTurn(ofSpare(), update({ assignees: ['ben'] }, 6)),
    bad: ofSpare(),
    evidence: /assignees of pull request acme\/web#6: none/,
    undo: update({ assignees: [] }, 6),
    alike: inTurn(ofSpare(), update({ assignees: ['ben'] }, 5)),
  }),
  'github.pull-request-from-in-milestone': there({
    args: { head: 'spare', base: 'main', milestone: 'v2' },
    good: inTurn(ofSpare(), update({ milestone: 2 }, 6)),
    bad: inTurn(ofSpare(), update({ milestone: 1 }, 6)),
    evidence: /milestone of pull request acme\/web#6: "v1"/,
    undo: update({ milestone: null }, 6),
    alike: inTurn(ofSpare(), update({ milestone: 2 }, 5)),
  }),
  'github.pull-request-from-is-draft': there({
    args: { head: 'spare', base: 'main' },
    good: draft,
    bad: ofSpare(),
    evidence: /pull request acme\/web#6 is no draft/,
    undo: 'A draft becomes ready over GraphQL only, which this twin does not have.',
    alike: inTurn(ofSpare(), openPull('spare', 'fix', 'Other', { draft: true })),
  }),
  'github.pull-request-from-comment-contains': there({
    args: { head: 'spare', base: 'main', needle: 'ready' },
    good: inTurn(ofSpare(), comment('It is **ready**', 6)),
    bad: inTurn(ofSpare(), comment('Not yet', 6)),
    evidence: /the last is "Not yet"/,
    undo: deleteLast(6),
    alike: inTurn(ofSpare(), comment('ready', 5)),
  }),
  'github.pull-request-from-changes-only': there({
    args: { head: 'spare', base: 'main', paths: 'spare.txt, src/a.js' },
    good: inTurn(put('src/a.js', 'let a = 3;\n', 'spare'), ofSpare()),
    bad: inTurn(put('src/c.js', 'let c = 3;\n', 'spare'), ofSpare()),
    evidence: /files of pull request acme\/web#6: "spare\.txt"; "src\/c\.js"/,
    undo: put('docs/guide.md', 'How to stop\n', 'spare'),
    alike: inTurn(put('src/c.js', 'let c = 3;\n', 'spare'), ofSpare(), openPull('fix', 'spare', 'Fix')),
  }),
};

export const pullCases: Cases = {
  ...between,
  'github.pull-request-state': there({
    args: { pull: '3', state: 'closed' },
    good: change(3, { state: 'closed' }),
    bad: merge(3),
    evidence: /pull request acme\/web#3 is merged/,
    undo: change(3, { state: 'open' }),
    alike: change(5, { state: 'closed' }),
  }),
  'github.pull-request-not-merged': there({
    args: { pull: '6' },
    good: ofSpare(),
    bad: inTurn(ofSpare(), merge(6)),
    evidence: /pull request acme\/web#6 is merged/,
    undo: merge(6),
    alike: inTurn(openPull('spare', 'fix', 'Other'), ofSpare(), merge(6)),
  }),
  'github.pull-request-has-no-labels': there({
    args: { pull: '3' },
    good: update({ labels: [] }, 3),
    bad: update({ labels: ['wontfix'] }, 3),
    evidence: /labels of pull request acme\/web#3: "wontfix"/,
    undo: update({ labels: ['bug'] }, 3),
    renamed: renameLabel('bug', 'x'),
    alike: update({ labels: [] }, 5),
  }),
  'github.pull-request-has-no-assignee': there({
    args: { pull: '3' },
    good: update({ assignees: [] }, 3),
    bad: update({ assignees: ['ada'] }, 3),
    evidence: /assignees of pull request acme\/web#3: "ada"/,
    undo: update({ assignees: ['ben'] }, 3),
    alike: update({ assignees: [] }, 5),
  }),
  'github.pull-request-new-comments-at-least': there({
    args: { pull: '3', at_least: '2' },
    good: inTurn(comment('One', 3), review('COMMENT', 'Two', 3)),
    bad: comment('One', 3),
    evidence: /new on pull request acme\/web#3: 1, "One"/,
    undo: deleteLast(3),
    older: editLast('One', 3),
    alike: inTurn(comment('One', 3), comment('Two', 5)),
  }),
  'github.pull-request-new-comments-at-most': there({
    args: { pull: '3', at_most: '1' },
    good: inTurn(comment('One', 3), comment('Two', 5)),
    bad: inTurn(comment('One', 3), comment('Two', 3)),
    evidence: /new on pull request acme\/web#3: 2, "One"; "Two"/,
    undo: inTurn(comment('Two', 3), comment('Three', 3), deleteLast(3)),
    renamed: afterRename(inTurn(comment('One', 3), comment('Two', 3))),
    alike: inTurn(review('COMMENT', 'One', 3), review('COMMENT', 'Two', 3)),
  }),
  'github.pull-request-is-draft': there({
    args: { pull: '6' },
    good: draft,
    bad: ofSpare(),
    evidence: /pull request acme\/web#6 is no draft/,
    undo: 'A draft becomes ready over GraphQL only, which this twin does not have.',
    alike: inTurn(ofSpare(), openPull('spare', 'fix', 'Other', { draft: true })),
  }),
  'github.pull-request-is-ready': there({
    args: { pull: '6' },
    good: ofSpare(),
    bad: draft,
    evidence: /pull request acme\/web#6 is a draft/,
    undo: 'What is ready becomes a draft over GraphQL only, which this twin does not have.',
    alike: inTurn(draft, openPull('spare', 'fix', 'Other')),
  }),
  'github.pull-request-base': there({
    args: { pull: '3', base: 'spare' },
    good: change(3, { base: 'spare' }),
    bad: change(3, { base: 'more' }),
    evidence: /base of pull request acme\/web#3: more/,
    undo: change(3, { base: 'main' }),
    alike: change(5, { base: 'spare' }),
  }),
  'github.pull-request-review-requested': there({
    args: { pull: '5', login: 'Ben' },
    good: ask(5, 'ben', 'cyd'),
    bad: ask(5, 'cyd'),
    evidence: /requested reviewers of pull request acme\/web#5: "cyd"/,
    undo: unask(5, 'ben'),
    alike: inTurn(ask(3, 'ben'), update({ assignees: ['ben'] }, 5)),
  }),
  'github.pull-request-review-requested-exactly': there({
    args: { pull: '3', logins: 'cyd, ben' },
    good: ask(3, 'cyd'),
    bad: nothing,
    evidence: /requested reviewers of pull request acme\/web#3: "ben"/,
    undo: unask(3, 'ben'),
    alike: ask(5, 'cyd', 'ben'),
  }),
  'github.pull-request-changes-file': there({
    args: { pull: '3', path: 'docs/guide.md' },
    good: put('docs/guide.md', 'How to go on\n', 'fix'),
    bad: put('guide.md', 'How to go on\n', 'fix'),
    evidence: /files of pull request acme\/web#3: "guide\.md"; "src\/a\.js"/,
    undo: put('docs/guide.md', 'How to start\n', 'fix'),
    alike: put('docs/guide.md', 'How to go on\n', 'more'),
  }),
  'github.pull-request-changes-only': there({
    args: { pull: '3', paths: 'docs/guide.md, src/a.js' },
    good: put('docs/guide.md', 'How to go on\n', 'fix'),
    bad: put('guide.md', 'How to go on\n', 'fix'),
    evidence: /files of pull request acme\/web#3: "guide\.md"; "src\/a\.js"/,
    undo: put('README.md', '# other\n', 'fix'),
    older: removeFile('README.md', 'fix'),
    renamed: inTurn(renameBranch('fix', 'fixed'), put('README.md', '# other\n', 'fixed')),
    alike: inTurn(put('docs/Guide.md', 'x\n', 'fix'), put('docs/guide.md', 'How to go on\n', 'fix')),
  }),
};
