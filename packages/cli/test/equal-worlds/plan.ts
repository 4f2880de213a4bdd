import { Chance } from '@svc/twin-kit/testing';

export const OWNER = 'acme';
export const REPO = 'storefront';
export const MAIN = 'main';
/** What is merged into it has to have been checked. */
export const STABLE = 'stable';
export const CONTEXT = 'ci';

/** What git and every other door call the viewer in commits. */
export const VIEWER = { login: 'ada', name: 'Ada Lovelace', email: 'ada@example.com' };

/** A remark on a line of what a pull request changes. */
export interface LineComment {
  path: string;
  line: number;
  body: string;
}

/** One thing that somebody does in a repository, whichever door it goes through. Pull requests and issues share their numbers. */
export type Deed =
  | { do: 'open_issue'; title: string; body: string; labels: string[]; assignees: string[] }
  | { do: 'edit_issue'; number: number; title: string; body: string }
  | { do: 'label_issue'; number: number; add: string }
  | { do: 'assign_issue'; number: number; login: string }
  | { do: 'comment'; number: number; body: string }
  | { do: 'close_issue'; number: number; reason: 'completed' | 'not_planned' }
  | { do: 'reopen_issue'; number: number }
  | { do: 'create_label'; name: string; color: string; description: string }
  | { do: 'create_branch'; name: string; from: string }
  | { do: 'commit'; branch: string; message: string; files: Readonly<Record<string, string>> }
  | { do: 'report_status'; branch: string; state: 'success' | 'failure' }
  | { do: 'open_pull'; title: string; body: string; head: string; base: string; draft: boolean }
  | { do: 'mark_ready'; number: number }
  | { do: 'request_reviewer'; number: number; login: string }
  | {
      do: 'review';
      number: number;
      event: 'APPROVE' | 'REQUEST_CHANGES' | 'COMMENT';
      body: string;
      comments: LineComment[];
    }
  | { do: 'update_branch'; number: number; head: string; base: string }
  | {
      do: 'merge';
      number: number;
      title: string;
      head: string;
      base: string;
      method: 'merge' | 'squash' | 'rebase';
    }
  | { do: 'close_pull'; number: number }
  | { do: 'delete_branch'; name: string }
  | { do: 'release'; tag: string; title: string; body: string };

export type DeedName = Deed['do'];
export type DeedOf<N extends DeedName> = Extract<Deed, { do: N }>;

/** A deed, and the words of which it is refused with one where it has to be refused. */
export type Step = Deed & { refused?: RegExp };

const PARTS = 20;
const LINES = 12;
const partOf = (at: number): string => `src/part${at % PARTS}.txt`;
/** A part's text, of whose lines some are other than they were. */
const text = (part: string, changed: Readonly<Record<number, string>>): string =>
  Array.from({ length: LINES }, (_, at) => `${changed[at + 1] ?? `${part}, line ${at + 1}`}\n`).join('');

const WORKFLOW = `name: Risky
on: { push: { paths: ['risky/**'] } }
jobs: { build: { runs-on: ubuntu-latest, steps: [{ run: make }] } }
`;

/** Pull requests of somebody else, whom the viewer can give a verdict. */
const OTHERS = 4;

export const SEED = {
  viewer: VIEWER.login,
  users: [
    { login: VIEWER.login, name: VIEWER.name, email: VIEWER.email },
    { login: 'grace', name: 'Grace Hopper', email: 'grace@example.com' },
    { login: OWNER, type: 'Organization' },
  ],
  repositories: [
    {
      owner: OWNER,
      name: REPO,
      collaborators: [{ login: VIEWER.login, permission: 'admin' }, 'grace'],
      files: {
        'README.md': '# storefront\n',
        '.github/workflows/risky.yml': WORKFLOW,
        ...Object.fromEntries(Array.from({ length: PARTS }, (_, at) => [partOf(at), text(partOf(at), {})])),
      },
      branches: [
        { name: STABLE, from: MAIN },
        ...Array.from({ length: OTHERS }, (_, at) => ({
          name: `grace-${at}`,
          from: MAIN,
          files: { [`docs/grace-${at}.md`]: `One\nTwo\nThree\n` },
        })),
      ],
      pull_requests: Array.from({ length: OTHERS }, (_, at) => ({ title: `Page ${at}`, head: `grace-${at}`, user: 'grace' })),
      branch_protections: [{ branch: STABLE, required_status_checks: { contexts: [CONTEXT] } }],
      workflows: [{ path: 'risky.yml', outcomes: ['failure'] }],
    },
  ],
};

const NOT_MERGEABLE = /not mergeable|CONFLICT|Merge conflict|merge conflict/;
const IS_DRAFT = /draft/;
const NOT_CHECKED = /status check|not mergeable/i;

/** Says step by step how a repository fares; what was opened has the next number. */
class Writer {
  readonly steps: Step[] = [];
  #number = OTHERS;

  say(deed: Deed, refused?: RegExp): void {
    this.steps.push({ ...deed, ...(refused && { refused }) });
  }

  openIssue(chance: Chance, at: number): number {
    const labels = ['bug', 'enhancement', 'question'].filter(() => chance.maybe(0.4));
    const assignees = chance.maybe(0.3) ? ['grace'] : [];
    this.say({ do: 'open_issue', title: `Issue ${at}: "ünder" <b>`, body: `Seen ${at} times.\n\n- once`, labels, assignees });
    this.#number += 1;
    return this.#number;
  }

  openPull(pull: Omit<DeedOf<'open_pull'>, 'do'>): number {
    this.say({ do: 'open_pull', ...pull });
    this.#number += 1;
    return this.#number;
  }
}

/** A branch with two commits, the second of which changes a line of a part. */
interface Topic {
  at: number;
  head: string;
  part: string;
  line: number;
  /** The issue that it is about. */
  issue: number;
}

function begin(to: Writer, { at, head, part, line }: Topic, base: string): void {
  to.say({ do: 'create_branch', name: head, from: base });
  // One that fails its workflow is among them.
  const first = at % 5 === 0 ? `risky/topic${at}.txt` : `notes/topic${at}.txt`;
  to.say({ do: 'commit', branch: head, message: `Note ${at}`, files: { [first]: `Note ${at}\n` } });
  const both = { [part]: text(part, { [line]: `changed by ${at}` }), [`notes/more${at}.txt`]: 'More\n' };
  to.say({ do: 'commit', branch: head, message: `Change ${part}\n\nBecause of ${at}.`, files: both });
}

interface Opened extends Topic {
  number: number;
  title: string;
  base: string;
}

function open(to: Writer, topic: Topic, { base = MAIN, draft = false } = {}): Opened {
  begin(to, topic, base);
  const title = `Change ${topic.at}`;
  const pull = { title, body: `Fixes #${topic.issue}`, head: topic.head, base, draft };
  return { ...topic, number: to.openPull(pull), title, base };
}

function merge(to: Writer, { number, title, head, base }: Opened, method: 'merge' | 'squash' | 'rebase', refused?: RegExp): void {
  to.say({ do: 'merge', number, title, head, base, method }, refused);
}

const remark = ({ number, part, line, at }: Opened): Deed => ({
  do: 'review',
  number,
  event: 'COMMENT',
  body: `Looked at ${at}.`,
  comments: [{ path: part, line, body: 'Why this?' }],
});

/** What becomes of a topic, each in another way. */
const FATES: readonly ((to: Writer, topic: Topic) => void)[] = [
  (to, topic) => {
    const pull = open(to, topic);
    to.say(remark(pull));
    merge(to, pull, 'merge');
    to.say({ do: 'delete_branch', name: pull.head });
  },
  (to, topic) => {
    const pull = open(to, topic);
    to.say({ do: 'comment', number: pull.number, body: 'Soon?' });
    merge(to, pull, 'squash');
  },
  (to, topic) => {
    const pull = open(to, topic);
    merge(to, pull, 'rebase');
    to.say({ do: 'delete_branch', name: pull.head });
  },
  (to, topic) => {
    const pull = open(to, topic, { draft: true });
    merge(to, pull, 'squash', IS_DRAFT);
    to.say({ do: 'mark_ready', number: pull.number });
    to.say({ do: 'request_reviewer', number: pull.number, login: 'grace' });
    merge(to, pull, 'squash');
  },
  conflict,
  (to, topic) => {
    const pull = open(to, topic);
    to.say({ do: 'close_pull', number: pull.number });
    to.say({ do: 'delete_branch', name: pull.head });
  },
  (to, topic) => {
    const pull = open(to, topic);
    const late = { [`late/${topic.at}.txt`]: 'Late\n' };
    to.say({ do: 'commit', branch: MAIN, message: `Late ${topic.at}`, files: late });
    to.say({ do: 'update_branch', number: pull.number, head: pull.head, base: MAIN });
    merge(to, pull, 'merge');
  },
  (to, topic) => {
    const pull = open(to, topic, { base: STABLE });
    to.say({ do: 'report_status', branch: pull.head, state: 'failure' });
    merge(to, pull, 'merge', NOT_CHECKED);
    to.say({ do: 'commit', branch: pull.head, message: 'Mend it', files: { [`notes/mended${topic.at}.txt`]: 'Mended\n' } });
    to.say({ do: 'report_status', branch: pull.head, state: 'success' });
    merge(to, pull, 'merge');
  },
];

/** Main gets another text of the line that the topic changes; the topic takes it over. */
function conflict(to: Writer, topic: Topic): void {
  const pull = open(to, topic);
  const { part, line, at, head, number } = pull;
  const theirs = { [part]: text(part, { [line]: `otherwise by ${at}` }) };
  to.say({ do: 'commit', branch: MAIN, message: `Change ${part} otherwise`, files: theirs });
  merge(to, pull, 'merge', NOT_MERGEABLE);
  to.say({ do: 'update_branch', number, head, base: MAIN }, NOT_MERGEABLE);
  to.say({ do: 'commit', branch: head, message: 'Take theirs', files: theirs });
  to.say({ do: 'update_branch', number, head, base: MAIN });
  merge(to, pull, 'merge');
}

export const KINDS = FATES.length;

export const WEEKS = 3;

/** What an issue goes through after a while. */
function tend(to: Writer, chance: Chance, issue: number, closes: boolean): void {
  if (chance.maybe(0.6)) to.say({ do: 'comment', number: issue, body: `About #${issue}: @grace, see \`README.md\`.` });
  if (chance.maybe(0.3)) to.say({ do: 'edit_issue', number: issue, title: `Issue ${issue}, better`, body: 'Said better.' });
  if (chance.maybe(0.3)) to.say({ do: 'label_issue', number: issue, add: 'urgent' });
  if (chance.maybe(0.3)) to.say({ do: 'assign_issue', number: issue, login: VIEWER.login });
  if (!closes || !chance.maybe(0.4)) return;
  to.say({ do: 'close_issue', number: issue, reason: chance.maybe(0.5) ? 'completed' : 'not_planned' });
  if (chance.maybe(0.3)) to.say({ do: 'reopen_issue', number: issue });
}

/** A verdict on each pull request of somebody else, and its end. */
function judge(to: Writer, at: number): void {
  const [number, head] = [at + 1, `grace-${at}`];
  const comments = [{ path: `docs/grace-${at}.md`, line: 2, body: 'Two?' }];
  if (at % 2 === 0) to.say({ do: 'review', number, event: 'REQUEST_CHANGES', body: 'Not yet.', comments });
  to.say({ do: 'review', number, event: 'APPROVE', body: 'Fine.', comments: [] });
  to.say({ do: 'merge', number, title: `Page ${at}`, head, base: MAIN, method: 'merge' });
}

/** Three weeks of a project: issues, branches with pull requests, and a release at the end of each week. */
export function threeWeeks(seed: number, size: { issues: number; pulls: number }): Step[] {
  const chance = new Chance(seed);
  const to = new Writer();
  to.say({ do: 'create_label', name: 'urgent', color: 'ff0000', description: 'Now' });
  const issues: number[] = [];
  const perPull = size.issues / size.pulls;
  for (let at = 0; at < size.pulls; at += 1) {
    while (issues.length < Math.ceil((at + 1) * perPull)) issues.push(to.openIssue(chance, issues.length));
    // Parts are taken in turns, on other lines each time, so that nothing conflicts that isn't meant to.
    const line = 1 + 3 * (Math.floor(at / PARTS) % 4);
    const issue = issues[at] as number;
    const topic = { at, head: `topic/${at}`, part: partOf(at), line, issue };
    (FATES[at % KINDS] as (typeof FATES)[number])(to, topic);
    // Those that a pull request is about are closed by it.
    for (let nth = Math.floor(at * perPull); nth < Math.floor((at + 1) * perPull); nth += 1)
      tend(to, chance, issues[nth] as number, nth >= size.pulls);
    if (at < OTHERS) judge(to, at);
    const week = Math.floor(((at + 1) * WEEKS) / size.pulls);
    if (week > Math.floor((at * WEEKS) / size.pulls))
      to.say({ do: 'release', tag: `v0.${week}`, title: `Week ${week}`, body: `What week ${week} brought.` });
  }
  return to.steps;
}
