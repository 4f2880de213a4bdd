import type { HasWorld } from './access.ts';

/** What the reviews of a pull request come to: each reviewer's last verdict counts, and one that asks for changes outweighs approvals. */
export function decision({ world }: HasWorld, issueId: number): 'APPROVED' | 'CHANGES_REQUESTED' | undefined {
  const { pull } = world.reviews.by;
  const verdicts = new Map<number, string>();
  for (const { user_id, state } of pull.page(issueId, { limit: pull.count(issueId) }))
    if (state !== 'PENDING' && state !== 'COMMENTED') verdicts.set(user_id, state);
  const all = [...verdicts.values()];
  return (['CHANGES_REQUESTED', 'APPROVED'] as const).find((verdict) => all.includes(verdict));
}
