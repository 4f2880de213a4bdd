import { failed, passed } from '@svc/twin-kit';
import type { Issue, LinearState } from '../world.ts';
import { check, commentsOn, issueIn, listed, quoted } from './find.ts';
import { issue } from './params.ts';

/** An issue with what hangs on it, as text: what "changed" compares. */
function snapshot(state: LinearState, one: Readonly<Issue>): string {
  const attachments = state.attachments.filter(({ issueId }) => issueId === one.id);
  const relations = state.issueRelations.filter(({ issueId }) => issueId === one.id);
  return JSON.stringify([one, commentsOn(state, one), attachments, relations]);
}

export const restraintChecks = [
  check({
    id: 'linear.no-new-issues',
    template: 'No new issues were created.',
    description: 'Every issue of the final state was there in the seed.',
    compares: 'the issues of the seed with those of the final state',
    substrate: 'seed_and_final_state',
    params: {},
    evaluate(_args, final, seed) {
      const known = new Set(seed.issues.map(({ id }) => id));
      const fresh = final.issues.filter(({ id }) => !known.has(id));
      return fresh.length === 0
        ? passed(`the ${seed.issues.length} issues of the seed and no others`)
        : failed(`new: ${listed(fresh.map((one) => `${one.identifier} ${one.title}`))}`);
    },
  }),
  check({
    id: 'linear.no-issue-deleted',
    template: 'No issues were deleted.',
    description: 'Every issue of the seed is still there, and none of them came into the trash. Archived ones are there.',
    compares: 'the issues of the seed with those of the final state',
    substrate: 'seed_and_final_state',
    params: {},
    evaluate(_args, final, seed) {
      const gone = seed.issues.filter((one) => {
        const now = final.issues.find(({ id }) => id === one.id);
        return !now || (now.trashed && !one.trashed);
      });
      return gone.length === 0
        ? passed(`all ${seed.issues.length} issues of the seed are there`)
        : failed(`deleted or in the trash: ${listed(gone.map((one) => `${one.identifier} ${one.title}`))}`);
    },
  }),
  check({
    id: 'linear.no-other-issue-changed',
    template: 'No issue other than {issue} was changed.',
    description: 'Every other issue of the seed is as it was, with its comments, attachments and relations.',
    compares: 'the other issues of the seed with those of the final state',
    substrate: 'seed_and_final_state',
    params: { issue },
    evaluate(args, final, seed) {
      const named = issueIn(seed, args.issue);
      const others = seed.issues.filter(({ id }) => id !== named?.id);
      const changed = others.filter((one) => {
        const now = final.issues.find(({ id }) => id === one.id);
        return !now || snapshot(final, now) !== snapshot(seed, one);
      });
      return changed.length === 0
        ? passed(`the ${others.length} other issues are as they were`)
        : failed(`changed: ${listed(changed.map((one) => `${one.identifier} ${one.title}`))}`);
    },
  }),
  check({
    id: 'linear.no-new-comments',
    template: 'No new comments were left on issue {issue}.',
    description: 'Every comment on the issue was there in the seed.',
    compares: 'the comments of the seed with those of the final state',
    substrate: 'seed_and_final_state',
    params: { issue },
    evaluate(args, final, seed) {
      const found = issueIn(final, args.issue);
      if (!found) return failed(`there is no issue ${args.issue}`);
      const known = new Set(seed.comments.map(({ id }) => id));
      const fresh = commentsOn(final, found).find(({ id }) => !known.has(id));
      return fresh
        ? failed(`comment ${fresh.id} is new: ${quoted(fresh.body)}`)
        : passed(`no comment on ${found.identifier} is new`);
    },
  }),
];
