import { NEW_TEAM_STATES } from '../actions/teams.ts';
import type { StateType } from '../world.ts';
import type { Seed, SeedTeam } from './schema.ts';

/** Records of a seed under the names by which other parts of it may speak of them. */
export class Names {
  readonly #places = new Map<string, number>();

  /** @param names of each record in order; the first record with a name keeps it */
  constructor(names: readonly (readonly (string | undefined)[])[]) {
    for (const [at, own] of names.entries()) {
      for (const name of own) {
        const key = name?.toLowerCase();
        if (key !== undefined && !this.#places.has(key)) this.#places.set(key, at);
      }
    }
  }

  /** The place of the record that a name means. */
  find(name: string): number | undefined {
    return this.#places.get(name.toLowerCase());
  }
}

export interface StateSeed {
  id?: string | undefined;
  name: string;
  type: StateType;
  color?: string | undefined;
  description?: string | undefined;
}

export type TeamSeed = Omit<SeedTeam, 'states' | 'key'> & { key: string; states: readonly StateSeed[] };
export type UserSeed = Seed['users'][number] & { displayName: string; email: string; admin: boolean };

/** A seed with what it leaves out filled in, and the names in it. */
export interface Book {
  seed: Seed;
  users: readonly UserSeed[];
  teams: readonly TeamSeed[];
  /** The team of each issue; undefined where its name means none. */
  issueTeams: readonly (number | undefined)[];
  /** The number of each issue in its team. */
  issueNumbers: readonly number[];
  names: { users: Names; teams: Names; projects: Names; initiatives: Names; issues: Names; states: readonly Names[] };
}

const DERIVED_KEY_LENGTH = 3;

/** Reads a seed: users and a team where it has none, display names, keys, workflow states and issue numbers. */
export function bookOf(seed: Seed): Book {
  const users = usersOf(seed);
  const teams = teamsOf(seed);
  const teamNames = new Names(teams.map((team) => [team.id, team.key, team.name]));
  const issueTeams = seed.issues.map(({ team }) => (team === undefined ? 0 : teamNames.find(team)));
  const issueNumbers = numbersOf(seed, issueTeams);
  const identifiers = seed.issues.map((issue, at) => {
    const team = teams[issueTeams[at] ?? -1];
    return [issue.id, team && `${team.key}-${issueNumbers[at]}`];
  });
  return {
    seed,
    users,
    teams,
    issueTeams,
    issueNumbers,
    names: {
      users: new Names(users.map((user) => [user.id, user.displayName, user.email, user.name])),
      teams: teamNames,
      projects: new Names(seed.projects.map((project) => [project.id, project.slugId, project.name])),
      initiatives: new Names(seed.initiatives.map((initiative) => [initiative.id, initiative.slugId, initiative.name])),
      issues: new Names(identifiers),
      states: teams.map((team) => new Names(team.states.map((state) => [state.id, state.name]))),
    },
  };
}

function usersOf(seed: Seed): UserSeed[] {
  const declared =
    seed.users.length > 0
      ? seed.users
      : [{ name: 'Test User', owner: true, guest: false, app: false, active: true, timezone: 'Etc/UTC' }];
  const taken = new Set(declared.map(({ displayName }) => displayName?.toLowerCase()));
  return declared.map((user, at) => {
    const displayName = user.displayName ?? freeName(user.name, taken);
    const email = user.email ?? `${displayName.replaceAll(/[^a-z0-9.]/gi, '')}@example.com`;
    // Somebody has to be able to manage the workspace: by default the first.
    return { ...user, displayName, email, admin: user.admin ?? (user.owner || at === 0) };
  });
}

function freeName(name: string, taken: Set<string | undefined>): string {
  const base = (name.split(/\s+/)[0] ?? name).toLowerCase();
  let candidate = base;
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${base}${number}`;
  taken.add(candidate);
  return candidate;
}

const DEFAULT_TEAM = {
  name: 'Engineering',
  private: false,
  timezone: 'Etc/UTC',
  cycles: [],
  cycleDuration: 1,
  triageEnabled: false,
  issueEstimationType: 'notUsed',
} satisfies SeedTeam;

function teamsOf(seed: Seed): TeamSeed[] {
  const declared: readonly SeedTeam[] = seed.teams.length > 0 ? seed.teams : [DEFAULT_TEAM];
  const taken = new Set(declared.map(({ key }) => key));
  return declared.map((team) => {
    const key = team.key ?? freeKey(team.name, taken);
    const triage: StateSeed[] = team.triageEnabled ? [{ name: 'Triage', type: 'triage', color: '#fc7840' }] : [];
    return { ...team, key, states: team.states ?? [...triage, ...NEW_TEAM_STATES] };
  });
}

function freeKey(name: string, taken: Set<string | undefined>): string {
  const letters = name
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]/g, '')
    .replace(/^\d+/, '');
  const base = letters.slice(0, DERIVED_KEY_LENGTH) || 'TEA';
  let candidate = base;
  for (let number = 2; taken.has(candidate); number += 1) candidate = `${base}${number}`;
  taken.add(candidate);
  return candidate;
}

/** Declared numbers stand; the others count up in the order of the document. */
function numbersOf(seed: Seed, issueTeams: readonly (number | undefined)[]): number[] {
  const taken = new Map<number, Set<number>>();
  const next = new Map<number, number>();
  for (const [at, { number }] of seed.issues.entries()) {
    const team = issueTeams[at] ?? -1;
    const numbers = taken.get(team) ?? new Set();
    taken.set(team, numbers);
    if (number !== undefined) numbers.add(number);
  }
  return seed.issues.map(({ number }, at) => {
    if (number !== undefined) return number;
    const team = issueTeams[at] ?? -1;
    let candidate = next.get(team) ?? 1;
    while (taken.get(team)?.has(candidate)) candidate += 1;
    next.set(team, candidate + 1);
    return candidate;
  });
}

/** The label that a name means for a team: its own before the workspace's. */
export function labelNamed(seed: Seed, book: Book, name: string, team: number | undefined): number | undefined {
  const wanted = name.toLowerCase();
  const fitting = seed.labels
    .map((label, at) => ({ label, at, team: label.team === undefined ? undefined : book.names.teams.find(label.team) }))
    .filter(
      ({ label, team: own }) => (label.name.toLowerCase() === wanted || label.id === name) && (own === undefined || own === team),
    );
  return (fitting.find(({ team: own }) => own !== undefined) ?? fitting[0])?.at;
}
