import { type Book, bookOf, labelNamed, Names } from './book.ts';
import type { Seed } from './schema.ts';

/** A broken rule: where, what, and a name for it that programs can read. */
export interface Fault {
  path: readonly (string | number)[];
  message: string;
  code: string;
}

type Path = readonly (string | number)[];

/** The rules across fields of a seed: everything named exists, and nothing is declared twice. */
export function* checkReferences(seed: Seed): Generator<Fault> {
  const book = bookOf(seed);
  yield* checkIdentities(seed, book);
  yield* known(book.names.users, 'user', seed.viewer, ['viewer']);
  for (const [at, team] of seed.teams.entries()) yield* checkTeam(book, at, team);
  yield* checkLabels(seed, book);
  for (const [at, project] of seed.projects.entries()) yield* checkProject(seed, book, at, project);
  for (const [at, initiative] of seed.initiatives.entries()) yield* checkInitiative(seed, book, at, initiative);
  for (const [at, issue] of seed.issues.entries()) yield* checkIssue(seed, book, at, issue);
  yield* checkRest(seed, book);
}

function* known(names: Names, kind: string, name: string | undefined, path: Path): Generator<Fault> {
  if (name === undefined || names.find(name) !== undefined) return;
  yield { path, message: `there is no ${kind} called ${JSON.stringify(name)}`, code: 'unknown_reference' };
}

function* allKnown(names: Names, kind: string, wanted: readonly string[], path: Path): Generator<Fault> {
  for (const [at, name] of wanted.entries()) yield* known(names, kind, name, [...path, at]);
}

function* unique(values: readonly (string | number | undefined)[], kind: string, path: (at: number) => Path): Generator<Fault> {
  const seen = new Set<string | number>();
  for (const [at, value] of values.entries()) {
    if (value === undefined) continue;
    const key = typeof value === 'string' ? value.toLowerCase() : value;
    if (seen.has(key)) yield { path: path(at), message: `${kind} ${JSON.stringify(value)} is declared twice`, code: 'duplicate' };
    seen.add(key);
  }
}

function* checkIdentities(seed: Seed, book: Book): Generator<Fault> {
  yield* unique(
    seed.users.map(({ displayName }) => displayName),
    'display name',
    (at) => ['users', at, 'displayName'],
  );
  yield* unique(
    seed.users.map(({ email }) => email),
    'e-mail address',
    (at) => ['users', at, 'email'],
  );
  yield* unique(
    seed.teams.map(({ key }) => key),
    'team key',
    (at) => ['teams', at, 'key'],
  );
  const numbered = seed.issues.map(({ number }, at) => (number === undefined ? undefined : `${book.issueTeams[at]}-${number}`));
  for (const fault of unique(numbered, 'issue number', (at) => ['issues', at, 'number'])) {
    yield { ...fault, message: 'the team has another issue with this number' };
  }
  yield* unique(
    [...declaredIds(seed)].map(({ id }) => id),
    'id',
    (at) => [...declaredIds(seed)][at]?.path ?? [],
  );
}

/** Every id that a seed declares, wherever it stands. */
function* declaredIds(value: unknown, path: Path = []): Generator<{ id: string; path: Path }> {
  if (Array.isArray(value)) {
    for (const [at, item] of value.entries()) yield* declaredIds(item, [...path, at]);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value)) {
      if (name === 'metadata') continue;
      if (name === 'id' && typeof field === 'string') yield { id: field, path: [...path, name] };
      else yield* declaredIds(field, [...path, name]);
    }
  }
}

function* checkTeam(book: Book, at: number, team: Seed['teams'][number]): Generator<Fault> {
  const path = ['teams', at];
  yield* known(book.names.teams, 'team', team.parent, [...path, 'parent']);
  yield* allKnown(book.names.users, 'user', team.members ?? [], [...path, 'members']);
  yield* known(book.names.states[at] as Names, 'workflow state of the team', team.defaultState, [...path, 'defaultState']);
  yield* unique(
    (team.states ?? []).map(({ name }) => name),
    'workflow state',
    (state) => [...path, 'states', state, 'name'],
  );
  yield* unique(
    team.cycles.map(({ number }) => number),
    'cycle',
    (cycle) => [...path, 'cycles', cycle, 'number'],
  );
  for (const [index, { startsAt, endsAt }] of team.cycles.entries()) {
    if (startsAt !== undefined && endsAt !== undefined && Date.parse(startsAt) >= Date.parse(endsAt)) {
      yield { path: [...path, 'cycles', index, 'endsAt'], message: 'a cycle ends after it starts', code: 'invalid_dates' };
    }
  }
}

function* checkLabels(seed: Seed, book: Book): Generator<Fault> {
  for (const family of ['labels', 'projectLabels', 'initiativeLabels'] as const) {
    const labels = seed[family];
    const groups = new Names(labels.map((label) => (label.isGroup ? [label.id, label.name] : [])));
    for (const [at, label] of labels.entries()) {
      yield* known(groups, 'label group', label.parent, [family, at, 'parent']);
      if ('team' in label) yield* known(book.names.teams, 'team', label.team as string | undefined, [family, at, 'team']);
    }
    const owners = labels.map((label) => `${'team' in label ? (label.team ?? '') : ''} ${label.name}`);
    for (const fault of unique(owners, 'label', (at) => [family, at, 'name']))
      yield { ...fault, message: 'the label is declared twice' };
  }
}

const statusNames = (seed: Seed): Names =>
  new Names(
    seed.projectStatuses?.map((status) => [status.id, status.name, status.type]) ?? DEFAULT_STATUSES.map((name) => [name]),
  );

/** Names and types of the statuses of a workspace that declares none. */
const DEFAULT_STATUSES = ['Backlog', 'Planned', 'In Progress', 'started', 'Paused', 'Completed', 'Canceled'];

function* checkProject(seed: Seed, book: Book, at: number, project: Seed['projects'][number]): Generator<Fault> {
  const path = ['projects', at];
  yield* known(statusNames(seed), 'project status', project.status, [...path, 'status']);
  yield* known(book.names.users, 'user', project.lead, [...path, 'lead']);
  yield* known(book.names.users, 'user', project.creator, [...path, 'creator']);
  yield* allKnown(book.names.users, 'user', project.members, [...path, 'members']);
  yield* allKnown(book.names.teams, 'team', project.teams ?? [], [...path, 'teams']);
  yield* allKnown(appliable(seed.projectLabels), 'project label', project.labels, [...path, 'labels']);
  yield* unique(
    project.milestones.map(({ name }) => name),
    'milestone',
    (one) => [...path, 'milestones', one, 'name'],
  );
  for (const [one, { user }] of project.updates.entries())
    yield* known(book.names.users, 'user', user, [...path, 'updates', one, 'user']);
}

/** Groups can't be applied. */
const appliable = (labels: readonly { id?: string | undefined; name: string; isGroup: boolean }[]): Names =>
  new Names(labels.map((label) => (label.isGroup ? [] : [label.id, label.name])));

function* checkInitiative(seed: Seed, book: Book, at: number, initiative: Seed['initiatives'][number]): Generator<Fault> {
  const path = ['initiatives', at];
  yield* known(book.names.users, 'user', initiative.owner, [...path, 'owner']);
  yield* known(book.names.initiatives, 'initiative', initiative.parent, [...path, 'parent']);
  yield* allKnown(appliable(seed.initiativeLabels), 'initiative label', initiative.labels, [...path, 'labels']);
  yield* allKnown(book.names.projects, 'project', initiative.projects, [...path, 'projects']);
  for (const [one, { user }] of initiative.updates.entries())
    yield* known(book.names.users, 'user', user, [...path, 'updates', one, 'user']);
}

function* checkIssue(seed: Seed, book: Book, at: number, issue: Seed['issues'][number]): Generator<Fault> {
  const path = ['issues', at];
  const { users, teams, projects, issues, states } = book.names;
  yield* known(teams, 'team', issue.team, [...path, 'team']);
  const team = book.issueTeams[at];
  if (team !== undefined) yield* known(states[team] as Names, 'workflow state of the team', issue.state, [...path, 'state']);
  yield* known(users, 'user', issue.assignee, [...path, 'assignee']);
  yield* known(users, 'user', issue.creator, [...path, 'creator']);
  yield* allKnown(users, 'user', issue.subscribers, [...path, 'subscribers']);
  yield* known(issues, 'issue', issue.parent, [...path, 'parent']);
  if (isCircular(seed, book, at)) {
    yield {
      path: [...path, 'parent'],
      message: "an issue can't be a sub-issue of itself or of its sub-issues",
      code: 'circular',
    };
  }
  yield* known(projects, 'project', issue.project, [...path, 'project']);
  yield* checkPlaces(seed, book, path, issue, team);
  for (const [one, name] of issue.labels.entries()) {
    const label = labelNamed(seed, book, name, team);
    if (label === undefined || seed.labels[label]?.isGroup) {
      yield {
        path: [...path, 'labels', one],
        message: `the team has no label called ${JSON.stringify(name)}`,
        code: 'unknown_reference',
      };
    }
  }
  yield* checkReactions(book, issue.reactions, path);
  for (const [one, relation] of issue.relations.entries())
    yield* known(issues, 'issue', relation.issue, [...path, 'relations', one, 'issue']);
  for (const [one, comment] of issue.comments.entries()) {
    yield* known(users, 'user', comment.user, [...path, 'comments', one, 'user']);
    yield* checkReactions(book, comment.reactions, [...path, 'comments', one]);
    for (const [other, reply] of comment.replies.entries()) {
      yield* known(users, 'user', reply.user, [...path, 'comments', one, 'replies', other, 'user']);
      yield* checkReactions(book, reply.reactions, [...path, 'comments', one, 'replies', other]);
    }
  }
}

function* checkReactions(book: Book, reactions: readonly { user?: string | undefined }[], path: Path): Generator<Fault> {
  for (const [at, { user }] of reactions.entries())
    yield* known(book.names.users, 'user', user, [...path, 'reactions', at, 'user']);
}

function isCircular(seed: Seed, book: Book, start: number): boolean {
  const seen = new Set<number>();
  for (let at: number | undefined = start; at !== undefined; ) {
    if (seen.has(at)) return at === start;
    seen.add(at);
    const parent: string | undefined = seed.issues[at]?.parent;
    at = parent === undefined ? undefined : book.names.issues.find(parent);
  }
  return false;
}

function* checkPlaces(
  seed: Seed,
  book: Book,
  path: Path,
  issue: Seed['issues'][number],
  team: number | undefined,
): Generator<Fault> {
  const project = issue.project === undefined ? undefined : seed.projects[book.names.projects.find(issue.project) ?? -1];
  if (issue.milestone !== undefined) {
    const milestones = new Names(project?.milestones.map((one) => [one.id, one.name]) ?? []);
    yield* known(milestones, "milestone of the issue's project", issue.milestone, [...path, 'milestone']);
  }
  if (project?.teams && team !== undefined && !project.teams.some((name) => book.names.teams.find(name) === team)) {
    yield { path: [...path, 'project'], message: "the project isn't shared with the issue's team", code: 'team_mismatch' };
  }
  if (issue.cycle !== undefined && team !== undefined) {
    const numbers = cycleNumbers(book.teams[team]?.cycles ?? []);
    if (!numbers.includes(issue.cycle)) {
      yield { path: [...path, 'cycle'], message: `the team has no cycle ${issue.cycle}`, code: 'unknown_reference' };
    }
  }
}

/** Declared numbers stand; the others count up. */
export function cycleNumbers(cycles: readonly { number?: number | undefined }[]): number[] {
  const taken = new Set(cycles.map(({ number }) => number));
  let next = 1;
  return cycles.map(({ number }) => {
    if (number !== undefined) return number;
    while (taken.has(next)) next += 1;
    return next++;
  });
}

function* checkRest(seed: Seed, book: Book): Generator<Fault> {
  const { users, teams, projects, initiatives, issues } = book.names;
  for (const [at, document] of seed.documents.entries()) {
    const path = ['documents', at];
    yield* known(users, 'user', document.creator, [...path, 'creator']);
    yield* known(projects, 'project', document.project, [...path, 'project']);
    yield* known(initiatives, 'initiative', document.initiative, [...path, 'initiative']);
    yield* known(issues, 'issue', document.issue, [...path, 'issue']);
    yield* known(teams, 'team', document.team, [...path, 'team']);
  }
  for (const [at, webhook] of seed.webhooks.entries()) yield* known(teams, 'team', webhook.team, ['webhooks', at, 'team']);
  for (const [at, favorite] of seed.favorites.entries()) {
    yield* known(issues, 'issue', favorite.issue, ['favorites', at, 'issue']);
    yield* known(projects, 'project', favorite.project, ['favorites', at, 'project']);
  }
  for (const [at, notification] of seed.notifications.entries()) {
    const path = ['notifications', at];
    yield* known(users, 'user', notification.user, [...path, 'user']);
    yield* known(users, 'user', notification.actor, [...path, 'actor']);
    yield* known(issues, 'issue', notification.issue, [...path, 'issue']);
  }
}
