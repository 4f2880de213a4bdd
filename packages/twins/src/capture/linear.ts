import { type Capture, LeftOut } from './capture.ts';
import { CaptureError } from './error.ts';
import { type Exported, isRecord, known, listOf, numberOf, recordOf, textOf } from './exported.ts';
import type { People } from './people.ts';

const MOST_DESCRIPTION = 255;
const STATE_TYPES = new Set(['triage', 'backlog', 'unstarted', 'started', 'completed', 'canceled', 'duplicate']);

export const linear: Capture = {
  twin: 'linear',
  how: 'answers of the GraphQL API: { issues { nodes { identifier title description priority state { name type } assignee { name displayName email } team { key name } labels { nodes { name } } project { name } createdAt comments { nodes { body user { name email } } } } } }; likewise teams, users and projects',
  seed(files, people) {
    const leftOut = new LeftOut();
    const found = new Found();
    for (const record of files.flatMap((file) => file.records)) found.walk(record);
    if (found.issues.size + found.projects.size + found.teams.size === 0)
      throw new CaptureError('The files hold no issue, project or team of Linear.', linear.how);
    for (const user of found.users.values()) account(user, people);
    const users = [
      ...new Map(
        [...found.users.values()].map((user) => account(user, people)).map((person) => [person.handle, person]),
      ).values(),
    ];
    const teams = teamsOf(found, people);
    const issues = [...found.issues.values()].map((one) => issueOf(one, { people, found, leftOut }));
    const seed = {
      users: users.map(({ name, handle, email }) => ({ name, displayName: handle, email })),
      teams,
      labels: [...found.labels].map(([name, color]) => known({ name: people.text(name), color })),
      projects: [...found.projects.values()].map((one) => projectOf(one, teams, people)),
      issues,
    };
    return { seed: Object.fromEntries(Object.entries(seed).filter(([, list]) => list.length > 0)), leftOut };
  },
};

const key = (user: Exported): string => String(user.id ?? user.email ?? user.displayName ?? user.name);

const account = (user: Exported, people: People) => {
  people.person({ login: textOf(user.displayName), email: textOf(user.email), name: textOf(user.name) });
  return people.person({ name: textOf(user.name), email: textOf(user.email), login: textOf(user.displayName) });
};

/** What the answers hold, however deep: GraphQL gives whatever was asked for. */
class Found {
  readonly users = new Map<string, Exported>();
  readonly issues = new Map<string, Exported>();
  readonly teams = new Map<string, Exported>();
  readonly projects = new Map<string, Exported>();
  readonly labels = new Map<string, string | undefined>();
  /** Of the teams' workflows, by the team's key. */
  readonly states = new Map<string, Map<string, string>>();

  walk(value: unknown, field = ''): void {
    if (Array.isArray(value)) for (const item of value) this.walk(item, field);
    if (!isRecord(value)) return;
    this.#take(value, field);
    for (const [name, inner] of Object.entries(value)) this.walk(inner, name === 'nodes' ? field : name);
  }

  #take(one: Exported, field: string): void {
    const name = textOf(one.name);
    if (textOf(one.identifier) && textOf(one.title)) this.#issue(one);
    else if (textOf(one.key) && name) this.teams.set(String(one.key), { ...this.teams.get(String(one.key)), ...one });
    else if (textOf(one.email) || textOf(one.displayName) || /^(?:assignee|creator|user|users|members|lead)$/.test(field)) {
      if (name ?? one.email) this.users.set(key(one), { ...this.users.get(key(one)), ...one });
    } else if (name && /^project(?:s)?$/.test(field)) this.projects.set(name, { ...this.projects.get(name), ...one });
    else if (name && /[lL]abels?$/.test(field)) this.labels.set(name, textOf(one.color) ?? this.labels.get(name));
  }

  #issue(one: Exported): void {
    const id = String(one.identifier);
    this.issues.set(id, { ...this.issues.get(id), ...one });
    const { name, type } = recordOf(one.state);
    if (textOf(name) && STATE_TYPES.has(String(type))) this.state(id.split('-')[0] as string, String(name), String(type));
  }

  state(team: string, name: string, type: string): void {
    const states = this.states.get(team) ?? new Map<string, string>();
    this.states.set(team, states.set(name, type));
  }
}

function teamsOf(found: Found, people: People) {
  for (const [team, one] of found.teams)
    for (const { name, type } of listOf(one.states))
      if (textOf(name) && STATE_TYPES.has(String(type))) found.state(team, String(name), String(type));
  const keys = new Set([...found.teams.keys(), ...[...found.issues.keys()].map((id) => id.split('-')[0] as string)]);
  return [...keys].map((team) => {
    const states = [...(found.states.get(team) ?? [])].map(([name, type]) => ({ name, type }));
    // A workflow needs a state of each of these, or nothing can be begun, done or given up.
    for (const [name, type] of [
      ['Backlog', 'backlog'],
      ['Todo', 'unstarted'],
      ['In Progress', 'started'],
      ['Done', 'completed'],
      ['Canceled', 'canceled'],
    ] as const)
      if (states.length > 0 && !states.some((state) => state.type === type)) states.push({ name, type });
    const about = recordOf(found.teams.get(team));
    return known({
      name: people.text(textOf(about.name) ?? team),
      key: team,
      description: shown(about.description, people),
      states: states.length > 0 ? states : undefined,
    });
  });
}

const shown = (value: unknown, people: People): string | undefined => {
  const text = textOf(value);
  return text === undefined ? undefined : people.text(text);
};

function projectOf(one: Exported, teams: readonly { key: string }[], people: People) {
  return known({
    name: people.text(String(one.name)),
    description: shown(one.description, people)?.slice(0, MOST_DESCRIPTION),
    teams: teams.map((team) => team.key),
    lead: isRecord(one.lead) ? account(one.lead, people).email : undefined,
    startDate: textOf(one.startDate),
    targetDate: textOf(one.targetDate),
  });
}

const day = (value: unknown): string | undefined => textOf(value)?.slice(0, 10);

function issueOf(one: Exported, { people, found, leftOut }: { people: People; found: Found; leftOut: LeftOut }) {
  const [team = '', number] = String(one.identifier).split('-');
  const parent = textOf(recordOf(one.parent).identifier);
  if (parent !== undefined && !found.issues.has(parent)) leftOut.add('parents that are not in the files');
  const by = (user: unknown) =>
    isRecord(user) && (textOf(user.name) ?? textOf(user.email)) ? account(user, people).email : undefined;
  const labels = listOf(one.labels).flatMap(({ name }) => shown(name, people) ?? []);
  const comments = listOf(one.comments)
    .filter(({ body }) => textOf(body))
    .map((comment) =>
      known({ body: people.text(String(comment.body)), user: by(comment.user), createdAt: textOf(comment.createdAt) }),
    );
  const project = textOf(recordOf(one.project).name);
  const state = textOf(recordOf(one.state).name);
  return known({
    team,
    number: Number(number),
    title: people.text(String(one.title)),
    description: shown(one.description, people),
    state: state !== undefined && found.states.get(team)?.has(state) ? state : undefined,
    priority: numberOf(one.priority),
    estimate: numberOf(one.estimate),
    assignee: by(one.assignee),
    creator: by(one.creator),
    parent: parent !== undefined && found.issues.has(parent) ? parent : undefined,
    project: project === undefined ? undefined : people.text(project),
    labels: labels.length > 0 ? labels : undefined,
    dueDate: day(one.dueDate),
    createdAt: textOf(one.createdAt),
    comments: comments.length > 0 ? comments : undefined,
  });
}
