import {
  type Check,
  type CheckArgs,
  type CheckParam,
  type Difference,
  defineSeededTapeCheck,
  defineTapeCheck,
  failed,
  quoted,
  writesScan,
} from '@svc/twin-kit';
import type { Issue, LinearCollections } from '../world.ts';
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

/** Which differences a sentence allows, or why nobody can tell. The final world has also what was there for a while. */
type Allowing<P extends string> = (args: CheckArgs<P>, worlds: Worlds) => ((difference: Difference) => boolean) | string;

interface Except<P extends string> {
  id: string;
  template: string;
  description: string;
  compares: string;
  params: Readonly<Record<P, CheckParam>>;
  allow: Allowing<P>;
}

const EVER = 'What was changed and changed back counts.';

/** Declares that everything else was as it is in the seed, all the time. */
const nothingElse = <P extends string = never>({ id, description, allow, ...words }: Except<P>): Check =>
  defineSeededTapeCheck<LinearCollections>()<P>({
    ...words,
    id: `linear.${id}`,
    description: `${description} ${EVER}`,
    limits: LIMITS,
    scan: (args, seed) =>
      world.nothingEverChanged(seed, (ever) => {
        const isAllowed = allow(args, { seed, final: ever });
        return typeof isAllowed === 'string' ? isAllowed : (one) => isAftermath(one) || isAllowed(one);
      }),
  });

/** The same, where a sentence names the issue that may change. */
const besidesIssue =
  <P extends string>(
    isAllowed: (difference: Difference, id: string, worlds: Worlds, args: CheckArgs<P | 'issue'>) => boolean,
  ): Allowing<P | 'issue'> =>
  (args, worlds) => {
    const found = issueMeant(worlds, args.issue);
    return typeof found === 'string' ? found : (difference) => isAllowed(difference, found.id, worlds, args);
  };

const isOnlyIn = (fields: readonly string[], allowed: readonly string[]): boolean =>
  fields.length > 0 && fields.every((one) => allowed.includes(one));

/** The fields of an issue that a sentence names, which differ. */
const changedField = (name: string, before: Readonly<Issue>, after: Readonly<Issue>) =>
  FIELDS[name]?.own.find((one) => JSON.stringify(before[one]) !== JSON.stringify(after[one]));

const onTape = defineSeededTapeCheck<LinearCollections>();

/** What has to be as it was. */
export const restraintChecks = [
  defineTapeCheck({
    id: 'linear.no-issue-deleted',
    template: 'No issues were deleted.',
    description:
      'No call deleted an issue or put one into the trash, be it one that another call had made, and not even for a while. Archived ones are there.',
    compares: 'each issue that a call wrote before and after',
    params: {},
    scan: () =>
      writesScan(({ collection, before, after }) => {
        if (collection !== 'issues' || before === null) return undefined;
        const [old, now] = [before as Issue, after as Issue | null];
        return now && (!now.trashed || old.trashed)
          ? undefined
          : `deleted or in the trash: ${old.identifier} ${quoted(old.title)}`;
      }),
  }),
  nothingElse({
    id: 'no-other-issue-changed',
    template: 'No issue other than {issue} was changed.',
    description:
      'Every other issue of the seed stayed as it was, with its comments, attachments, reactions and its relations to others than this one.',
    compares: 'the other issues of the seed with what each call made of them',
    params: { issue },
    allow(args, worlds) {
      const found = issueMeant(worlds, args.issue);
      if (typeof found === 'string') return found;
      const known = new Set(worlds.seed.issues.map(({ id }) => id));
      return (difference) => {
        const on = issueOf(difference, worlds);
        return on.includes(found.id) || !on.some((one) => known.has(one));
      };
    },
  }),
  nothingElse({
    id: 'issue-unchanged',
    template: 'Issue {issue} was not changed.',
    description: 'The issue of the seed stayed as it was, with its comments, attachments, reactions and relations.',
    compares: 'the issue of the seed with what each call made of it',
    params: { issue },
    allow(args, worlds) {
      const found = issueMeant({ seed: worlds.seed, final: worlds.seed }, args.issue);
      if (typeof found === 'string') return found;
      return (difference) => !issueOf(difference, worlds).includes(found.id);
    },
  }),
  onTape({
    id: 'linear.issue-field-unchanged',
    template: 'The {field} of issue {issue} did not change.',
    description: `No call gave the issue another value than it has in the seed. ${EVER}`,
    compares: 'the field of the issue before and after each call',
    params: { field, issue },
    scan(args, seed) {
      const found = issueMeant({ seed, final: seed }, args.issue);
      if (typeof found === 'string') return { row: () => {}, outcome: () => failed(found) };
      return writesScan(({ collection, id, before, after }) => {
        if (collection !== 'issues' || id !== found.id) return undefined;
        const [old, now] = [before as Issue, after as Issue | null];
        if (!now) return `issue ${args.issue} was deleted`;
        if (now.trashed && !old.trashed) return `issue ${args.issue} is in the trash`;
        return changedField(args.field, old, now) === undefined ? undefined : `the ${args.field} of ${now.identifier} changed`;
      });
    },
  }),
  nothingElse({
    id: 'nothing-changed',
    template: 'Nothing changed.',
    description: 'The whole workspace stayed as it is in the seed.',
    compares: 'every record of the seed with what each call made of it',
    params: {},
    allow: () => () => false,
  }),
  nothingElse({
    id: 'nothing-changed-except-issue',
    template: 'Nothing changed except issue {issue}.',
    description:
      'Apart from this issue, with its comments, attachments, reactions and relations, the whole workspace stayed as it is in the seed.',
    compares: 'every other record of the seed with what each call made of it',
    params: { issue },
    allow: besidesIssue((difference, id, worlds) => issueOf(difference, worlds).includes(id)),
  }),
  nothingElse({
    id: 'nothing-changed-except-issues',
    template: 'Nothing changed except issues {issues}.',
    description:
      'Apart from these issues, with their comments, attachments, reactions and relations, the whole workspace stayed as it is in the seed.',
    compares: 'every other record of the seed with what each call made of it',
    params: { issues },
    allow(args, worlds) {
      const found = args.issues.split(', ').map((one) => issueMeant(worlds, one));
      const unclear = found.find((one) => typeof one === 'string');
      if (unclear !== undefined) return unclear as string;
      const ids = found.map((one) => (one as { id: string }).id);
      return (difference) => issueOf(difference, worlds).some((id) => ids.includes(id));
    },
  }),
  nothingElse({
    id: 'nothing-changed-except-field',
    template: 'Nothing changed except the {field} of issue {issue}.',
    description:
      'Apart from this field of the issue, and what Linear changes with it, the whole workspace stayed as it is in the seed.',
    compares: 'every other field of every record of the seed with what each call made of it',
    params: { field, issue },
    allow: besidesIssue<'field'>(({ collection, id: changed, fields }, id, _worlds, args) => {
      const allowed = FIELDS[args.field];
      const follows = [...(allowed?.own ?? []), ...(allowed?.follow ?? [])];
      return collection === 'issues' && changed === id && isOnlyIn(fields, follows);
    }),
  }),
  nothingElse({
    id: 'nothing-changed-except-comments',
    template: 'Nothing changed except comments on issue {issue}.',
    description:
      'Apart from comments on this issue, with their reactions and who follows the issue, the whole workspace stayed as it is in the seed.',
    compares: 'every other record of the seed with what each call made of it',
    params: { issue },
    allow: besidesIssue((difference, id, worlds) => {
      const { collection, fields } = difference;
      if (collection === 'issues') return difference.id === id && isOnlyIn(fields, ['subscriberIds']);
      const record = (difference.after ?? difference.before) as { commentId?: string | null };
      const isComment = collection === 'comments' || (collection === 'reactions' && record.commentId != null);
      return isComment && issueOf(difference, worlds).includes(id);
    }),
  }),
  nothingElse({
    id: 'nothing-changed-except-new-issues',
    template: 'Nothing changed except new issues.',
    description:
      'Apart from issues that the seed does not have, with their comments, attachments and relations, the whole workspace stayed as it is in the seed.',
    compares: 'every record of the seed with what each call made of it',
    params: {},
    allow(_args, worlds) {
      const known = new Set(worlds.seed.issues.map(({ id }) => id));
      return (difference) => issueOf(difference, worlds).some((id) => !known.has(id));
    },
  }),
];
