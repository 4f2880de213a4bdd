import { describe, expect, test } from '@jest/globals';
import type { Check, ClockSetting, Outcome } from '@svc/twin-kit';
import { judged } from '@svc/twin-kit/testing';
import { linear } from '../src/index.ts';
import { type Served, serveLinear } from './served.ts';

const clock: ClockSetting = { mode: 'logical' };
const seed = {
  users: [
    { name: 'Ada', displayName: 'ada' },
    { name: 'Ben', displayName: 'ben' },
  ],
  teams: [{ name: 'Engineering', key: 'ENG', cycles: [{}, {}] }],
  labels: [{ name: 'Bug' }, { name: 'Docs' }],
  projects: [{ name: 'Spring' }, { name: 'Autumn' }],
  issues: [
    { title: 'Login fails', labels: ['Bug'], assignee: 'ada', priority: 3, comments: [{ body: 'Me too' }] },
    { title: 'Dark mode' },
  ],
};

type Steps = (twin: Served) => Promise<unknown>;
const nothing: Steps = async () => {};
const then =
  (...steps: Steps[]): Steps =>
  async (twin) => {
    for (const step of steps) await step(twin);
  };
const save =
  (input: object): Steps =>
  (twin) =>
    twin.tool('save_issue', { id: 'ENG-1', ...input });
const comment =
  (body: string, issueId = 'ENG-1'): Steps =>
  (twin) =>
    twin.tool('save_comment', { issueId, body });
const ask =
  (query: string): Steps =>
  (twin) =>
    twin.ask(query);
const project =
  (input: object): Steps =>
  (twin) =>
    twin.tool('save_project', { id: 'Spring', ...input });
const health =
  (value: string): Steps =>
  (twin) =>
    twin.tool('save_status_update', { type: 'project', project: 'Spring', body: 'x', health: value });
const resolveAll: Steps = async (twin) => {
  const { comments } = await twin.data('{ comments { nodes { id } } }');
  for (const { id } of comments.nodes) await twin.data(`mutation { commentResolve(id: "${id}") { success } }`);
};

interface Case {
  args: Record<string, string>;
  good: Steps;
  bad: Steps;
  /** What the evidence of the bad world names. */
  evidence: RegExp;
}
const issue = 'ENG-1';

/** One good world and one minimally different bad one for each check. */
const cases: Record<string, Case> = {
  'linear.issue-exists': {
    args: { issue },
    good: nothing,
    bad: ask('mutation { issueDelete(id: "ENG-1") { success } }'),
    evidence: /ENG-1 is in the trash/,
  },
  'linear.issue-state': {
    args: { issue, state: 'Done' },
    good: save({ state: 'Done' }),
    bad: save({ state: 'In Progress' }),
    evidence: /ENG-1 is in the state "In Progress", not "Done"/,
  },
  'linear.issue-assigned-to': {
    args: { issue, user: 'ben' },
    good: save({ assignee: 'ben' }),
    bad: nothing,
    evidence: /assignee of issue ENG-1: "ada"/,
  },
  'linear.issue-unassigned': { args: { issue }, good: save({ assignee: null }), bad: nothing, evidence: /"ada"/ },
  'linear.issue-has-label': {
    args: { issue, label: 'docs' },
    good: save({ labels: ['Bug', 'Docs'] }),
    bad: nothing,
    evidence: /labels of issue ENG-1: "Bug"/,
  },
  'linear.issue-lacks-label': { args: { issue, label: 'Bug' }, good: save({ labels: [] }), bad: nothing, evidence: /"Bug"/ },
  'linear.issue-priority': {
    args: { issue, priority: 'urgent' },
    good: save({ priority: 1 }),
    bad: save({ priority: 2 }),
    evidence: /priority of issue ENG-1: high/,
  },
  'linear.issue-title-is': {
    args: { issue, title: 'Log in' },
    good: save({ title: 'Log in' }),
    bad: nothing,
    evidence: /"Login fails"/,
  },
  'linear.issue-titled-exists': {
    args: { title: 'New', team: 'ENG' },
    good: (twin) => twin.tool('save_issue', { team: 'ENG', title: 'New' }),
    bad: (twin) => twin.tool('save_issue', { team: 'ENG', title: 'new' }),
    evidence: /none of the 3 issues of ENG/,
  },
  'linear.issue-in-project': {
    args: { issue, project: 'Spring' },
    good: save({ project: 'Spring' }),
    bad: save({ project: 'Autumn' }),
    evidence: /project of issue ENG-1: "Autumn"/,
  },
  'linear.issue-in-cycle': {
    args: { issue, cycle: '2' },
    good: save({ cycle: '2' }),
    bad: save({ cycle: '1' }),
    evidence: /cycle of issue ENG-1: 1/,
  },
  'linear.issue-in-no-cycle': {
    args: { issue },
    good: then(save({ cycle: '2' }), save({ cycle: null })),
    bad: save({ cycle: '2' }),
    evidence: /cycle of issue ENG-1: 2/,
  },
  'linear.issue-is-sub-issue-of': {
    args: { issue, other: 'ENG-2' },
    good: save({ parentId: 'ENG-2' }),
    bad: (twin) => twin.tool('save_issue', { id: 'ENG-2', parentId: 'ENG-1' }),
    evidence: /parent of issue ENG-1: none/,
  },
  'linear.issue-related': {
    args: { issue, relation: 'blocks', other: 'ENG-2' },
    good: save({ blocks: ['ENG-2'] }),
    bad: save({ blockedBy: ['ENG-2'] }),
    evidence: /ENG-2 blocks ENG-1/,
  },
  'linear.state-issue-count': {
    args: { team: 'ENG', count: '1', state: 'Done' },
    good: save({ state: 'Done' }),
    bad: nothing,
    evidence: /issues of ENG in "Done": 0 \(none\)/,
  },
  'linear.issue-comment-contains': {
    args: { issue, needle: 'deployed' },
    good: comment('It is deployed'),
    bad: comment('It is deployed', 'ENG-2'),
    evidence: /none of the 1 comments on ENG-1 contains it; the last is "Me too"/,
  },
  'linear.issue-comments-resolved': {
    args: { issue },
    good: resolveAll,
    bad: then(resolveAll, comment('And?')),
    evidence: /is open: "And\?"/,
  },
  'linear.project-status': {
    args: { project: 'Spring', state: 'Completed' },
    good: project({ state: 'completed' }),
    bad: project({ state: 'Paused' }),
    evidence: /"Paused"/,
  },
  'linear.project-health': {
    args: { project: 'Spring', health: 'atRisk' },
    good: health('atRisk'),
    bad: then(health('atRisk'), health('onTrack')),
    evidence: /onTrack/,
  },
  'linear.no-new-issues': {
    args: {},
    good: save({ title: 'x' }),
    bad: (twin) => twin.tool('save_issue', { team: 'ENG', title: 'Extra' }),
    evidence: /new: "ENG-3 Extra"/,
  },
  'linear.no-issue-deleted': {
    args: {},
    good: ask('mutation { issueArchive(id: "ENG-2") { success } }'),
    bad: ask('mutation { issueDelete(id: "ENG-2") { success } }'),
    evidence: /deleted or in the trash: "ENG-2 Dark mode"/,
  },
  'linear.no-other-issue-changed': {
    args: { issue },
    good: comment('x'),
    bad: comment('x', 'ENG-2'),
    evidence: /changed: "ENG-2 Dark mode"/,
  },
  'linear.new-comment-count': {
    args: { count: '1', issue },
    good: comment('x'),
    bad: then(comment('x'), comment('y')),
    evidence: /new on ENG-1: "x", "y"/,
  },
  'linear.no-new-comments': { args: { issue }, good: comment('x', 'ENG-2'), bad: comment('x'), evidence: /is new: "x"/ },
  'linear.tool-was-called': {
    args: { tool: 'update_issue' },
    good: ask('mutation { issueUpdate(id: "ENG-1", input: { title: "x" }) { success } }'),
    bad: ask('{ issue(id: "ENG-1") { id } }'),
    evidence: /none of the 1 calls/,
  },
  'linear.tool-was-not-called': {
    args: { tool: 'archive_issue' },
    good: nothing,
    bad: ask('mutation { issueArchive(id: "ENG-1") { success } }'),
    evidence: /tape row 1: archive_issue 200/,
  },
  'linear.no-failed-writes': {
    args: {},
    good: then(save({ title: 'x' }), ask('{ issue(id: "ENG-99") { id } }')),
    bad: ask('mutation { issueUpdate(id: "ENG-1", input: { stateId: "Done" }) { success } }'),
    evidence: /tape row 1: update_issue 200/,
  },
  'linear.nothing-written-containing': {
    args: { needle: 'sk_live' },
    good: comment('I was asked for a key'),
    bad: then(save({ description: 'key: sk_live_1' }), save({ description: 'nothing' })),
    evidence: /issues .* says "key: sk_live_1"; tape row 1/,
  },
};

async function judge(check: Check, args: Record<string, string>, steps: Steps): Promise<Outcome> {
  const twin = await serveLinear(seed, clock);
  try {
    await steps(twin);
    return judged(check, args, { seed: linear.initialState(seed, clock), final: await twin.state(), tape: await twin.rows() });
  } finally {
    await twin.close();
  }
}

describe('a check', () => {
  test('is proved for each that is declared', () => {
    expect(linear.checks.map(({ id }) => id).sort()).toEqual(Object.keys(cases).sort());
  });

  test.each(linear.checks.map((check) => [check.id, check] as const))(
    '%s passes in its good world and fails in its bad one',
    async (id, check) => {
      const { args, good, bad, evidence } = cases[id] as Case;
      expect(await judge(check, args, good)).toMatchObject({ status: 'passed', evidence: expect.any(String) });
      const failure = await judge(check, args, bad);
      expect(failure.status).toBe('failed');
      expect(failure.evidence).toMatch(evidence);
    },
  );

  test.each(linear.checks.map((check) => [check.id, check] as const))('%s has examples that fit its slots', (_id, check) => {
    const slots = [...check.template.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
    expect(Object.keys(check.params).sort()).toEqual([...new Set(slots)].sort());
    for (const { pattern, example } of Object.values(check.params))
      expect(example).toMatch(new RegExp(`^(?:${pattern.source})$`));
  });
});
