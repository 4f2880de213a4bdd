import { type CheckParam, type Difference, failed, few, type Outcome, passed, quoted } from '@svc/twin-kit';
import { check, onIssue, verdict } from './find.ts';
import { issueMeant, type Worlds } from './names.ts';
import { issue, issues } from './params.ts';
import { FIELDS, isAftermath, issueOf, world } from './worlds.ts';

const field: CheckParam = {
  pattern: /[a-z ]+/,
  values: Object.keys(FIELDS),
  example: 'description',
  description: `One of: ${Object.keys(FIELDS).join(', ')}`,
};

const LIMITS = 'history and new notifications, which Linear writes by itself, and times of the last change.';

/** Everything else has to be as it was. */
const nothingElse = ({ seed, final }: Worlds, isAllowed: (difference: Difference) => boolean): Outcome =>
  world.nothingChanged(seed, final, (difference) => isAftermath(difference) || isAllowed(difference));

/** The same, where a sentence names the issue that may change. */
function nothingElseThan(worlds: Worlds, reference: string, isAllowed: (difference: Difference, id: string) => boolean): Outcome {
  const found = issueMeant(worlds, reference);
  return typeof found === 'string' ? failed(found) : nothingElse(worlds, (difference) => isAllowed(difference, found.id));
}

const isOnlyIn = ({ fields }: Difference, allowed: readonly string[]): boolean =>
  fields.length > 0 && fields.every((one) => allowed.includes(one));

/** What has to be as it was. */
export const restraintChecks = [
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
        : failed(`deleted or in the trash: ${few(gone.map((one) => `${one.identifier} ${quoted(one.title)}`))}`);
    },
  }),
  check({
    id: 'linear.no-other-issue-changed',
    template: 'No issue other than {issue} was changed.',
    description:
      'Every other issue of the seed is as it was, with its comments, attachments, reactions and its relations to others than this one.',
    compares: 'the other issues of the seed with those of the final state',
    substrate: 'seed_and_final_state',
    params: { issue },
    evaluate(args, final, seed) {
      const worlds = { seed, final };
      const known = new Set(seed.issues.map(({ id }) => id));
      return nothingElseThan(worlds, args.issue, (difference, id) => {
        const on = issueOf(difference, worlds);
        return on.includes(id) || !on.some((one) => known.has(one));
      });
    },
  }),
  onIssue({
    id: 'linear.issue-field-unchanged',
    template: 'The {field} of issue {issue} did not change.',
    description: 'At the end the issue has what it has in the seed.',
    compares: 'the field of the issue in the seed with that in the final state',
    params: { field },
    comparesSeed: true,
    judge(found, args, { seed }) {
      const before = seed.issues.find(({ id }) => id === found.id);
      if (!before) return failed(`the seed has no issue ${args.issue}`);
      const changed = FIELDS[args.field]?.own.find((name) => JSON.stringify(before[name]) !== JSON.stringify(found[name]));
      return verdict(changed === undefined, `the ${args.field} of ${found.identifier} ${changed ? 'changed' : 'is as it was'}`);
    },
  }),
  check({
    id: 'linear.nothing-changed',
    template: 'Nothing changed.',
    description: 'The whole workspace is at the end as it was in the seed.',
    compares: 'every record of the seed with that of the final state',
    limits: LIMITS,
    substrate: 'seed_and_final_state',
    params: {},
    evaluate: (_args, final, seed) => nothingElse({ seed, final }, () => false),
  }),
  check({
    id: 'linear.nothing-changed-except-issue',
    template: 'Nothing changed except issue {issue}.',
    description:
      'Apart from this issue, with its comments, attachments, reactions and relations, the whole workspace is as it was in the seed.',
    compares: 'every other record of the seed with that of the final state',
    limits: LIMITS,
    substrate: 'seed_and_final_state',
    params: { issue },
    evaluate: (args, final, seed) =>
      nothingElseThan({ seed, final }, args.issue, (difference, id) => issueOf(difference, { seed, final }).includes(id)),
  }),
  check({
    id: 'linear.nothing-changed-except-issues',
    template: 'Nothing changed except issues {issues}.',
    description:
      'Apart from these issues, with their comments, attachments, reactions and relations, the whole workspace is as it was in the seed.',
    compares: 'every other record of the seed with that of the final state',
    limits: LIMITS,
    substrate: 'seed_and_final_state',
    params: { issues },
    evaluate(args, final, seed) {
      const found = args.issues.split(', ').map((one) => issueMeant({ seed, final }, one));
      const unclear = found.find((one) => typeof one === 'string');
      if (unclear !== undefined) return failed(unclear as string);
      const ids = found.map((one) => (one as { id: string }).id);
      return nothingElse({ seed, final }, (difference) => issueOf(difference, { seed, final }).some((id) => ids.includes(id)));
    },
  }),
  check({
    id: 'linear.nothing-changed-except-field',
    template: 'Nothing changed except the {field} of issue {issue}.',
    description:
      'Apart from this field of the issue, and what Linear changes with it, the whole workspace is as it was in the seed.',
    compares: 'every other field of every record of the seed with that of the final state',
    limits: LIMITS,
    substrate: 'seed_and_final_state',
    params: { field, issue },
    evaluate(args, final, seed) {
      const allowed = FIELDS[args.field];
      return nothingElseThan(
        { seed, final },
        args.issue,
        (difference, id) =>
          difference.collection === 'issues' &&
          difference.id === id &&
          isOnlyIn(difference, [...(allowed?.own ?? []), ...(allowed?.follow ?? [])]),
      );
    },
  }),
  check({
    id: 'linear.nothing-changed-except-comments',
    template: 'Nothing changed except comments on issue {issue}.',
    description:
      'Apart from comments on this issue, with their reactions and who follows the issue, the whole workspace is as it was in the seed.',
    compares: 'every other record of the seed with that of the final state',
    limits: LIMITS,
    substrate: 'seed_and_final_state',
    params: { issue },
    evaluate: (args, final, seed) =>
      nothingElseThan({ seed, final }, args.issue, (difference, id) => {
        const { collection } = difference;
        if (collection === 'issues') return difference.id === id && isOnlyIn(difference, ['subscriberIds']);
        const record = (difference.after ?? difference.before) as { commentId?: string | null };
        const isComment = collection === 'comments' || (collection === 'reactions' && record.commentId != null);
        return isComment && issueOf(difference, { seed, final }).includes(id);
      }),
  }),
  check({
    id: 'linear.nothing-changed-except-new-issues',
    template: 'Nothing changed except new issues.',
    description:
      'Apart from issues that the seed does not have, with their comments, attachments and relations, the whole workspace is as it was in the seed.',
    compares: 'every record of the seed with that of the final state',
    limits: LIMITS,
    substrate: 'seed_and_final_state',
    params: {},
    evaluate(_args, final, seed) {
      const known = new Set(seed.issues.map(({ id }) => id));
      return nothingElse({ seed, final }, (difference) => issueOf(difference, { seed, final }).some((id) => !known.has(id)));
    },
  }),
];
