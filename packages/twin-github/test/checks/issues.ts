import { type Cases, type Hands, inApi, inTurn, nothing, there } from './runs.ts';
import { comment, deleteLast, open, openPull, renameLabel, transfer, update } from './steps.ts';

const STAYS = 'An issue stays once it is opened.';

export const add =
  (sub: number, parent: number) =>
  async ({ rest, at }: Hands) => {
    const { data } = await rest.issues.get({ ...at, issue_number: sub });
    await rest.issues.addSubIssue({ ...at, issue_number: parent, sub_issue_id: data.id });
  };

const take =
  (sub: number, parent: number) =>
  async ({ rest, at }: Hands) => {
    const { data } = await rest.issues.get({ ...at, issue_number: sub });
    await rest.issues.removeSubIssue({ ...at, issue_number: parent, sub_issue_id: data.id });
  };

const idOf = async ({ rest, at }: Hands, issue_number: number) => (await rest.issues.get({ ...at, issue_number })).data.id;

export const block = (issue_number: number, blocker: number) => async (hands: Hands) => {
  const issue_id = await idOf(hands, blocker);
  await hands.rest.issues.addBlockedByDependency({ ...hands.at, issue_number, issue_id });
};

const unblock = (issue_number: number, blocker: number) => async (hands: Hands) => {
  const issue_id = await idOf(hands, blocker);
  await hands.rest.issues.removeDependencyBlockedBy({ ...hands.at, issue_number, issue_id });
};

/** An issue titled `New` that the run opens, and which is found by its title. */
const titled: Cases = {
  'github.issue-titled-state': there({
    args: { title: 'New', state: 'closed' },
    good: inTurn(open('New'), update({ state: 'closed' }, 6)),
    bad: open('New'),
    evidence: /issue acme\/web#6 is open, not closed/,
    undo: update({ state: 'open' }, 6),
    alike: inTurn(open('New'), open('new'), update({ state: 'closed' }, 7)),
  }),
  'github.issue-titled-has-label': there({
    args: { title: 'New', label: 'bug' },
    good: inTurn(open('New'), open('New', { labels: ['bug'] })),
    bad: inTurn(open('New'), open('New', { labels: ['invalid'] })),
    evidence: /labels of issue acme\/web#6: none; labels of issue acme\/web#7: "invalid"/,
    undo: update({ labels: [] }, 7),
    renamed: inTurn(renameLabel('bug', 'x'), renameLabel('invalid', 'bug'), open('New', { labels: ['bug'] })),
    older: 'An issue that was given the title is titled so.',
    alike: inTurn(
      open('New'),
      open('Newer', { labels: ['bug'] }),
      openPull('spare', 'main', 'New'),
      update({ labels: ['bug'] }, 8),
    ),
  }),
  'github.issue-titled-has-exactly-labels': there({
    args: { title: 'New', labels: '"bug", "help wanted"' },
    good: open('New', { labels: ['help wanted', 'bug'] }),
    bad: open('New', { labels: ['help wanted', 'bug', 'invalid'] }),
    evidence: /labels of issue acme\/web#6: "help wanted"; "bug"; "invalid"/,
    undo: update({ labels: ['bug'] }, 6),
    alike: inTurn(open('New'), open('Newer', { labels: ['bug', 'help wanted'] })),
  }),
  'github.issue-titled-assigned-to': there({
    args: { title: 'New', login: 'ben' },
    good: open('New', { assignees: ['ben', 'ada'] }),
    bad: open('New', { assignees: ['ada'] }),
    evidence: /assignees of issue acme\/web#6: "ada"/,
    undo: update({ assignees: [] }, 6),
    alike: inTurn(open('New'), open('Newer', { assignees: ['ben'] })),
  }),
  'github.issue-titled-has-no-assignee': there({
    args: { title: 'New' },
    good: open('New'),
    bad: open('New', { assignees: ['ada'] }),
    evidence: /assignees of issue acme\/web#6: "ada"/,
    undo: update({ assignees: ['ben'] }, 6),
    alike: inTurn(open('New', { assignees: ['ada'] }), open('Newer')),
  }),
  'github.issue-titled-in-milestone': there({
    args: { title: 'New', milestone: 'v2' },
    good: open('New', { milestone: 2 }),
    bad: open('New', { milestone: 1 }),
    evidence: /milestone of issue acme\/web#6: "v1"/,
    undo: update({ milestone: null }, 6),
    alike: inTurn(open('New'), open('Newer', { milestone: 2 })),
  }),
  'github.issue-titled-body-contains': there({
    args: { title: 'New', needle: 'by Monday' },
    good: open('New', { body: 'Please, `by` Monday' }),
    bad: open('New', { body: 'Please' }),
    evidence: /the body of issue acme\/web#6 is "Please"/,
    undo: update({ body: 'Please' }, 6),
    alike: inTurn(open('New', { body: 'Please' }), open('by Monday', { body: 'by Monday' })),
  }),
  'github.issue-titled-comment-contains': there({
    args: { title: 'New', needle: 'on it' },
    good: inTurn(open('New'), comment('I am on it', 6)),
    bad: inTurn(open('New'), comment('I am off', 6)),
    evidence: /none of the 1 comments on issue acme\/web#6 does; the last is "I am off"/,
    undo: deleteLast(6),
    alike: inTurn(open('New'), comment('I am on it', 1)),
  }),
  'github.issue-titled-exists': there({
    args: { title: 'New' },
    good: open('New'),
    bad: open('new'),
    evidence: /none of the 4 issues of acme\/web has that title/,
    undo: update({ title: 'Old' }, 6),
    older: 'An issue that was given the title is titled so.',
    alike: openPull('spare', 'main', 'New'),
  }),
  'github.issue-opened': there({
    args: { title: 'New' },
    good: open('New'),
    bad: open('new'),
    evidence: /new in acme\/web: "#6 new"/,
    undo: update({ title: 'Old' }, 6),
    older: update({ title: 'New' }, 1),
    alike: openPull('spare', 'main', 'New'),
  }),
};

const counts: Cases = {
  'github.issues-opened-count': there({
    args: { count: '2' },
    good: inTurn(open('One'), open('Two')),
    bad: inTurn(open('One'), open('Two'), open('Three')),
    evidence: /new in acme\/web: 3, "#6 One"; "#7 Two"; "#8 Three"/,
    undo: STAYS,
    older: inTurn(open('One'), update({ title: 'Two' }, 1)),
    alike: inTurn(open('One'), openPull('spare', 'main', 'Two')),
  }),
  'github.issues-opened-at-least': there({
    args: { at_least: '2' },
    good: inTurn(open('One'), open('Two'), open('Three')),
    bad: open('One'),
    evidence: /new in acme\/web: 1, "#6 One"/,
    undo: STAYS,
    older: inTurn(open('One'), update({ title: 'Two' }, 1)),
    alike: inTurn(open('One'), inApi(open('Two'))),
  }),
  'github.issues-opened-at-most': there({
    args: { at_most: '1' },
    good: inTurn(open('One'), openPull('spare', 'main', 'Two'), inApi(open('Three'))),
    bad: inTurn(open('One'), open('Two')),
    evidence: /new in acme\/web: 2, "#6 One"; "#7 Two"/,
    undo: STAYS,
    renamed: async (hands) => {
      await hands.rest.repos.update({ ...hands.at, name: 'site' });
      await inTurn(open('One'), open('Two'))({ ...hands, at: { owner: 'acme', repo: 'site' } });
    },
    alike: inTurn(open('One'), open('One')),
  }),
  'github.closed-issue-count': there({
    args: { count: '1' },
    good: inTurn(update({ state: 'closed' }, 1), update({ state: 'closed' }, 3)),
    bad: inTurn(update({ state: 'closed' }, 1), update({ state: 'closed' }, 2)),
    evidence: /newly closed in acme\/web: 2, "#1 Bug"; "#2 Other"/,
    undo: update({ state: 'open' }, 1),
    alike: update({ state: 'closed' }, 3),
  }),
  'github.open-issue-count': there({
    args: { count: '1' },
    good: inTurn(update({ state: 'closed' }, 1), update({ state: 'closed' }, 4)),
    bad: update({ state: 'closed' }, 1),
    evidence: /open in acme\/web: 2, "#2 Other"; "#4 Epic"/,
    undo: update({ state: 'open' }, 1),
    alike: inTurn(update({ state: 'closed' }, 1), update({ state: 'closed' }, 3)),
  }),
  'github.issues-labelled-state': there({
    args: { label: 'wontfix', state: 'closed' },
    good: inTurn(update({ labels: ['wontfix'] }, 4), update({ state: 'closed' }, 2), update({ state: 'closed' }, 4)),
    bad: update({ state: 'closed' }, 1),
    evidence: /not closed in acme\/web: "#2 Other"/,
    undo: update({ state: 'open' }, 2),
    renamed: inTurn(renameLabel('wontfix', 'later'), renameLabel('invalid', 'wontfix')),
    older: update({ labels: [] }, 2),
    alike: inTurn(update({ state: 'closed' }, 2), open('New', { labels: ['wontfix'] })),
  }),
};

export const issueCases: Cases = {
  ...titled,
  ...counts,
  'github.issue-exists': there({
    args: { issue: '6' },
    good: open('New'),
    bad: nothing,
    evidence: /there is no issue acme\/web#6/,
    undo: STAYS,
    alike: openPull('spare', 'main', 'New'),
  }),
  'github.issue-transferred': there({
    args: { issue: '1', new_repo: 'acme/api' },
    good: transfer(1, 'api'),
    bad: transfer(1, 'vault'),
    evidence: /acme\/web#1 is acme\/vault#2 now/,
    undo: (hands) => transfer(6, 'web')({ ...hands, at: { owner: 'acme', repo: 'api' } }),
    renamed: async (hands) => {
      await hands.rest.repos.update({ owner: 'acme', repo: 'api', name: 'old' });
      await hands.rest.repos.createInOrg({ org: 'acme', name: 'api' });
      await transfer(1, 'api')(hands);
    },
    older: open('Bug'),
    alike: transfer(2, 'api'),
  }),
  'github.issue-state': there({
    args: { issue: '1', state: 'closed' },
    good: update({ state: 'closed' }, 1),
    bad: update({ state: 'closed' }, 2),
    evidence: /issue acme\/web#1 is open, not closed/,
    undo: update({ state: 'open' }, 1),
  }),
  'github.issue-closed-as': there({
    args: { issue: '1', reason: 'not planned' },
    good: update({ state: 'closed', state_reason: 'not_planned' }, 1),
    bad: update({ state: 'closed' }, 1),
    evidence: /issue acme\/web#1 is closed \(completed\)/,
    undo: update({ state: 'open' }, 1),
    alike: update({ state: 'closed', state_reason: 'not_planned' }, 2),
  }),
  'github.issue-sub-issue-of': there({
    args: { issue: '1', parent: '4' },
    good: add(1, 4),
    bad: add(1, 2),
    evidence: /parent of issue acme\/web#1: #2 "Other"/,
    undo: take(1, 4),
    alike: add(2, 4),
  }),
  'github.issue-blocked-by': there({
    args: { issue: '1', blocker: '4' },
    good: block(1, 4),
    bad: block(1, 2),
    evidence: /issue acme\/web#1 waits for "#2 Other"/,
    undo: unblock(1, 4),
    alike: block(4, 1),
  }),
};
