import {
  added,
  BOUNDS,
  type Bound,
  type CheckArgs,
  type CheckParam,
  containing,
  defineTapeCheck,
  failed,
  few,
  type Outcome,
  quoted,
  says,
  writesScan,
} from '@svc/twin-kit';
import type { Issue, LinearState } from '../world.ts';
import { check, identifierOf, labelNames, verdict } from './find.ts';
import { teamMeant } from './names.ts';
import { needle, relation, team } from './params.ts';
import { TYPES } from './places.ts';
import { textsIn } from './words.ts';

interface Counting<P extends string> {
  /** Without the twin and the bound. */
  id: string;
  /** The sentence after its number. */
  words: string;
  description: string;
  compares: string;
  params?: Readonly<Record<P, CheckParam>>;
  bounds?: readonly Bound[];
  /** What is counted, as evidence names it, or why nobody can count. */
  found(args: CheckArgs<P | 'count'>, final: LinearState, seed: LinearState): readonly string[] | string;
}

/** Sentences that count what the final world has and the seed has not. */
const counting = <P extends string = never>({ id, words, params, bounds = BOUNDS.slice(0, 1), found, ...texts }: Counting<P>) =>
  bounds.map(({ id: bound, words: howMany, param, holds }) =>
    check({
      ...texts,
      id: `linear.${id}-${bound}`,
      template: `${howMany} {count} ${words}.`,
      substrate: 'seed_and_final_state',
      params: { count: param, ...params } as Readonly<Record<P | 'count', CheckParam>>,
      evaluate(args: CheckArgs<P | 'count'>, final, seed): Outcome {
        const all = found(args, final, seed);
        if (typeof all === 'string') return failed(all);
        return verdict(holds(all.length, Number(args.count)), `new: ${all.length} (${all.length === 0 ? 'none' : few(all)})`);
      },
    }),
  );

const freshIssues = (final: LinearState, seed: LinearState): readonly Readonly<Issue>[] =>
  added(seed.issues, final.issues).filter(({ trashed }) => !trashed);

const named = ({ identifier, title }: Readonly<Issue>): string => `${identifier} ${quoted(title)}`;

const TEXT_SAYS = (issue: Readonly<Issue>, field: string, text: string): boolean =>
  textsIn('issues', issue, field).some((one) => says(one, containing(text)));

/** How much was created: issues, labels on them, relations. */
export const creatingChecks = [
  defineTapeCheck({
    id: 'linear.no-new-issues',
    template: 'No new issues were created.',
    description: 'No call created an issue, not even for a while.',
    compares: 'the issues that each call wrote with those that were there before it',
    params: {},
    scan: () =>
      writesScan(({ collection, before, after }) =>
        collection === 'issues' && before === null ? `new: ${named(after as Issue)}` : undefined,
      ),
  }),
  ...counting({
    id: 'new-issue',
    words: 'issues were created',
    description: 'The number of issues outside the trash that the seed does not have.',
    compares: 'the number of new issues with {count}',
    bounds: BOUNDS,
    found: (_args, final, seed) => freshIssues(final, seed).map(named),
  }),
  ...counting({
    id: 'new-issues-in-team',
    words: 'issues were created in the team {team}',
    description: 'The number of issues outside the trash that the seed does not have and that are in the team at the end.',
    compares: 'the number of new issues of the team with {count}',
    params: { team },
    found(args, final, seed) {
      const of = teamMeant({ seed, final }, args.team);
      if (typeof of === 'string') return of;
      return freshIssues(final, seed)
        .filter(({ teamId }) => teamId === of.id)
        .map(named);
    },
  }),
  ...counting({
    id: 'new-issues-titled',
    words: 'issues were created with "{needle}" in the title',
    description: 'The number of issues outside the trash that the seed does not have and whose title holds the text.',
    compares: 'the number of new issues with {needle} in the title with {count}',
    params: { needle },
    found: (args, final, seed) =>
      freshIssues(final, seed)
        .filter((one) => TEXT_SAYS(one, 'title', args.needle))
        .map(named),
  }),
  ...counting({
    id: 'new-issues-described',
    words: 'issues were created with "{needle}" in the description',
    description: 'The number of issues outside the trash that the seed does not have and whose description holds the text.',
    compares: 'the number of new issues with {needle} in the description with {count}',
    params: { needle },
    found: (args, final, seed) =>
      freshIssues(final, seed)
        .filter((one) => TEXT_SAYS(one, 'description', args.needle))
        .map(named),
  }),
  ...counting({
    id: 'added-labels',
    words: 'labels were added to issues',
    description: 'The number of pairs of an issue outside the trash and a label on it that the seed does not have.',
    compares: 'the number of new pairs of issue and label with {count}',
    bounds: BOUNDS.slice(0, 2),
    found: (_args, final, seed) =>
      final.issues
        .filter(({ trashed }) => !trashed)
        .flatMap((one) => {
          const before = seed.issues.find(({ id }) => id === one.id)?.labelIds ?? [];
          const fresh = one.labelIds.filter((id) => !before.includes(id));
          return labelNames(final, fresh).map((label) => `${one.identifier} ${quoted(label)}`);
        }),
  }),
  ...counting({
    id: 'new-relations',
    words: 'relations were added by which an issue {relation} another',
    description: 'The number of relations of this kind that the seed does not have.',
    compares: 'the number of new relations of the kind with {count}',
    params: { relation },
    found: (args, final, seed) =>
      added(seed.issueRelations, final.issueRelations)
        .filter(({ type }) => type === TYPES[args.relation])
        .map((one) => `${identifierOf(final, one.issueId)} ${one.type} ${identifierOf(final, one.relatedIssueId)}`),
  }),
];
