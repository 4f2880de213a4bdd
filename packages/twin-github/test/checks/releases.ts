import { type Cases, type Hands, inTurn, type Run, step, there } from './runs.ts';
import { makeLabel, put, removeLabel, renameLabel, update } from './steps.ts';

export const release =
  (tag_name: string, more: { draft?: boolean; prerelease?: boolean; body?: string } = {}) =>
  ({ rest, at }: Hands) =>
    rest.repos.createRelease({ ...at, tag_name, ...more });

const changeLabel = step(
  (name: string, change: Record<string, unknown>): Run =>
    ({ rest, at }) =>
      rest.issues.updateLabel({ ...at, name, ...change }),
);

const removeRelease =
  (tag: string) =>
  async ({ rest, at }: Hands): Promise<void> => {
    const { data } = await rest.repos.listReleases({ ...at });
    await rest.repos.deleteRelease({ ...at, release_id: data.find(({ tag_name }) => tag_name === tag)?.id ?? 0 });
  };

const editRelease =
  (tag: string, more: { draft?: boolean; prerelease?: boolean; body?: string }) =>
  async ({ rest, at }: Hands): Promise<void> => {
    const { data } = await rest.repos.listReleases({ ...at });
    await rest.repos.updateRelease({ ...at, release_id: data.find(({ tag_name }) => tag_name === tag)?.id ?? 0, ...more });
  };

const status =
  (branch: string, context: string, state: 'success' | 'failure') =>
  async ({ rest, at }: Hands): Promise<void> => {
    const { data } = await rest.git.getRef({ ...at, ref: `heads/${branch}` });
    await rest.repos.createCommitStatus({ ...at, sha: data.object.sha, context, state });
  };

export const releaseCases: Cases = {
  'github.release-exists': there({
    args: { tag: 'v1' },
    good: release('v1'),
    bad: release('v1', { draft: true }),
    evidence: /releases of acme\/web: "v0"; "v1 \(draft\)"/,
    undo: removeRelease('v1'),
    alike: release('v1.0'),
  }),
  'github.release-is-draft': there({
    args: { tag: 'v1' },
    good: release('v1', { draft: true }),
    bad: release('v1'),
    evidence: /releases of acme\/web: "v0"; "v1"/,
    undo: editRelease('v1', { draft: false }),
    alike: release('v1.0', { draft: true }),
  }),
  'github.release-is-prerelease': there({
    args: { tag: 'v1' },
    good: release('v1', { prerelease: true }),
    bad: release('v1'),
    evidence: /releases of acme\/web: "v0"; "v1"/,
    undo: editRelease('v1', { prerelease: false }),
    alike: inTurn(release('v2', { prerelease: true }), release('v1', { prerelease: true, draft: true })),
  }),
  'github.release-notes-contain': there({
    args: { tag: 'v0', needle: 'a new cart' },
    good: editRelease('v0', { body: 'With a [new](https://example.com) cart' }),
    bad: editRelease('v0', { body: 'With a cart' }),
    evidence: /notes of release v0 of acme\/web: "With a cart"/,
    undo: editRelease('v0', { body: '' }),
    alike: release('v1', { body: 'a new cart' }),
  }),
  'github.commit-status': there({
    args: { context: 'ci', branch: 'fix', status: 'success' },
    good: inTurn(status('fix', 'ci', 'failure'), status('fix', 'CI', 'success')),
    bad: inTurn(status('fix', 'ci', 'success'), status('fix', 'ci', 'failure')),
    evidence: /status \d+ of acme\/web at [0-9a-f]{7} is failure/,
    undo: status('fix', 'ci', 'failure'),
    older: inTurn(status('fix', 'ci', 'success'), put('src/a.js', 'let a = 3;\n', 'fix')),
    alike: inTurn(status('main', 'ci', 'success'), status('fix', 'lint', 'success')),
  }),
};

const milestone =
  (number: number, change: Record<string, unknown>) =>
  ({ rest, at }: Hands) =>
    rest.issues.updateMilestone({ ...at, milestone_number: number, ...change });

const makeMilestone =
  (title: string) =>
  ({ rest, at }: Hands) =>
    rest.issues.createMilestone({ ...at, title });

const swapMilestones = inTurn(milestone(1, { title: 'old' }), milestone(2, { title: 'v1' }));

export const labelCases: Cases = {
  'github.label-exists': there({
    args: { label: 'Urgent' },
    good: makeLabel('urgent'),
    bad: makeLabel('urgently'),
    evidence: /labels of acme\/web: /,
    undo: removeLabel('urgent'),
    older: 'A label that was given the name is called so.',
  }),
  'github.label-created': there({
    args: { label: 'urgent' },
    good: makeLabel('Urgent'),
    bad: makeLabel('urgently'),
    evidence: /new labels of acme\/web: "urgently"/,
    undo: removeLabel('urgent'),
    older: renameLabel('invalid', 'urgent'),
  }),
  'github.label-color': there({
    args: { label: 'bug', color: '#00FF00' },
    good: changeLabel('bug', { color: '00ff00' }),
    bad: changeLabel('bug', { color: '00ff01' }),
    evidence: /label of acme\/web: "bug" is 00ff01/,
    undo: changeLabel('bug', { color: 'ffffff' }),
    alike: inTurn(renameLabel('bug', 'defect'), renameLabel('invalid', 'bug'), changeLabel('bug', { color: '00ff00' })),
  }),
  'github.label-description-contains': there({
    args: { label: 'bug', needle: 'on fire' },
    good: changeLabel('bug', { description: 'The shop is on fire' }),
    bad: changeLabel('bug', { description: 'The shop is in flames' }),
    evidence: /description of the label "bug" of acme\/web: "The shop is in flames"/,
    undo: changeLabel('bug', { description: '' }),
    alike: changeLabel('invalid', { description: 'on fire' }),
  }),
  'github.label-renamed': there({
    args: { label: 'bug', new_label: 'Defect' },
    good: renameLabel('bug', 'defect'),
    bad: renameLabel('bug', 'defects'),
    evidence: /labels of acme\/web: /,
    undo: renameLabel('defect', 'bug'),
    older: renameLabel('invalid', 'defect'),
    alike: inTurn(removeLabel('bug'), makeLabel('defect')),
  }),
  'github.label-deleted': there({
    args: { label: 'bug' },
    good: removeLabel('bug'),
    bad: removeLabel('invalid'),
    evidence: /label \d+ of acme\/web is there: "bug"/,
    undo: 'GitHub brings no label back; one that is made again is another.',
    renamed: renameLabel('bug', 'defect'),
    older: update({ labels: [] }, 1),
  }),
  'github.milestone-state': there({
    args: { milestone: 'v1', state: 'closed' },
    good: milestone(1, { state: 'closed' }),
    bad: milestone(2, { state: 'closed' }),
    evidence: /milestone "v1" of acme\/web is open/,
    undo: milestone(1, { state: 'open' }),
    renamed: inTurn(swapMilestones, milestone(2, { state: 'closed' })),
  }),
  'github.milestone-created': there({
    args: { milestone: 'v3' },
    good: makeMilestone('v3'),
    bad: makeMilestone('v4'),
    evidence: /new milestones of acme\/web: "v4"/,
    undo: ({ rest, at }) => rest.issues.deleteMilestone({ ...at, milestone_number: 3 }),
    older: milestone(1, { title: 'v3' }),
  }),
  'github.milestone-due-on': there({
    args: { milestone: 'v1', date: '2026-05-01' },
    good: milestone(1, { due_on: '2026-05-01T00:00:00Z' }),
    bad: milestone(1, { due_on: '2026-05-11T00:00:00Z' }),
    evidence: /milestones of acme\/web are due: "v1: 2026-05-1\d"/,
    undo: milestone(1, { due_on: null }),
    renamed: swapMilestones,
  }),
};
