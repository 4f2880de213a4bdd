import { added, failed, meant, type Outcome, readable, readsSame } from '@svc/twin-kit';
import type { Issue, LinearState, Team } from '../world.ts';

/** The worlds of a run: names in a sentence are those of the seed. */
export interface Worlds {
  seed: LinearState;
  final: LinearState;
}

/** Names on Linear differ by more than case. */
export const same = (left: string, right: string): boolean => readable(left).toLowerCase() === readable(right).toLowerCase();

/** Is there something of this kind for a user: neither archived nor in the trash? */
export const isLive = (record: { archivedAt: string | null }): boolean => record.archivedAt === null;

const QUOTED = /^"(.*)"$/;

/** A team by its key, or by its name in quotation marks. */
export function teamMeant({ seed, final }: Worlds, reference: string): Readonly<Team> | string {
  const name = QUOTED.exec(reference)?.[1];
  const found = meant(seed.teams, final.teams, (team) =>
    name === undefined ? same(team.key, reference) : same(team.name, name),
  );
  if (found.length > 1) return `several teams are called ${reference}: ${found.map(({ key }) => key).join(', ')}`;
  return found[0] ?? `there is no team ${reference}`;
}

/** The ids of the users that people call so. Two may be called alike: either is meant. */
export function usersMeant({ seed, final }: Worlds, name: string): ReadonlySet<string> {
  const users = meant(seed.users, final.users, (user) =>
    [user.displayName, user.name, user.email].some((one) => same(one, name)),
  );
  return new Set(users.map(({ id }) => id));
}

type Named = { id: string; name: string };

/** The ids of the records of a collection that have the name. */
export const idsMeant = <T extends Named>(seed: readonly T[], final: readonly T[], name: string): ReadonlySet<string> =>
  new Set(meant(seed, final, (record) => same(record.name, name)).map(({ id }) => id));

export const labelsMeant = ({ seed, final }: Worlds, name: string): ReadonlySet<string> =>
  idsMeant(seed.issueLabels, final.issueLabels, name);

/** The states of a team that have the name. */
export function statesMeant({ seed, final }: Worlds, teamId: string, name: string): ReadonlySet<string> {
  const of = (state: LinearState) => state.workflowStates.filter((one) => one.teamId === teamId);
  return idsMeant(of(seed), of(final), name);
}

/** An issue as sentences refer to it, taken apart. */
function reading(reference: string): { isNew: boolean; fits(issue: Readonly<Issue>): boolean } {
  const [, created, whole] = /^(?:(created as)|titled) "(.*)"$/.exec(reference) ?? [];
  if (whole !== undefined) return { isNew: created !== undefined, fits: ({ title }) => readsSame(title, whole) };
  const [, isNew, part] = /^(created )?with "(.*)" in its title$/.exec(reference) ?? [];
  if (part !== undefined) return { isNew: isNew !== undefined, fits: ({ title }) => readable(title).includes(readable(part)) };
  return {
    isNew: false,
    fits: ({ identifier, previousIdentifiers }) => [identifier, ...previousIdentifiers].some((one) => same(one, reference)),
  };
}

/** The issue that a sentence means, as it was and as it is, trash included, or why nobody can tell. */
export function issueMeant(
  { seed, final }: Worlds,
  reference: string,
): { id: string; now: Readonly<Issue> | undefined } | string {
  const { isNew, fits } = reading(reference);
  const byIdentifier = !reference.includes('"');
  // Where an identifier was given away, the issue that has it now comes before one that once had it.
  const exactly = (issues: readonly Readonly<Issue>[]): readonly Readonly<Issue>[] => {
    const found = issues.filter(fits);
    const bearers = byIdentifier ? found.filter(({ identifier }) => same(identifier, reference)) : found;
    return bearers.length > 0 ? bearers : found;
  };
  const known = isNew ? [] : exactly(byIdentifier ? seed.issues : seed.issues.filter(({ trashed }) => !trashed));
  const found = known.length > 0 ? known : exactly(isNew ? added(seed.issues, final.issues) : final.issues);
  const alive = found.filter(({ id }) => final.issues.some((one) => one.id === id && !one.trashed));
  // Of several issues that the agent made, those that it took back are not the one.
  const left = known.length === 0 && alive.length > 0 ? alive : found;
  if (left.length > 1) return `several issues are meant by ${reference}: ${left.map(({ identifier }) => identifier).join(', ')}`;
  const one = left[0];
  return one ? { id: one.id, now: final.issues.find(({ id }) => id === one.id) } : `there is no issue ${reference}`;
}

/** Goes on with the issue, or fails with what is missing. An issue in the trash is gone. */
export function withIssue(worlds: Worlds, reference: string, judge: (issue: Readonly<Issue>) => Outcome): Outcome {
  const found = issueMeant(worlds, reference);
  if (typeof found === 'string') return failed(found);
  if (!found.now) return failed(`issue ${reference} was deleted`);
  return found.now.trashed ? failed(`issue ${reference} is in the trash`) : judge(found.now);
}
