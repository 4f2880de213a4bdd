import { z } from 'zod';
import { type ActionsSecret, type GithubSeedContext, type Shelf, timestamp } from '../world.ts';
import { duplicates, type Fault } from './fault.ts';
import { nameOr } from './schema-parts.ts';

/** https://docs.github.com/actions/reference/security/secrets#naming-your-secrets */
const settingName = z
  .string()
  .regex(/^(?!GITHUB_)[a-z_]\w*$/i, 'must be of letters, digits and "_", beginning with no digit and not with GITHUB_');

/** What a secret is for. */
const app = z.enum(['actions', 'codespaces', 'dependabot']).default('actions');
/** Names of the organisation's own that something is for; by default all of them. */
const repositories = z.array(z.string().min(1)).optional();

/** Of an environment: names of secrets, as nobody reads a value back, and variables. */
export const environmentSettings = {
  secrets: z.array(settingName).default([]),
  variables: z.record(settingName, z.string()).default({}),
};

/** Of a repository. */
export const repositorySettings = {
  secrets: z.array(nameOr(settingName, z.object({ name: settingName, app }))).default([]),
  variables: z.record(settingName, z.string()).default({}),
};

/** Of an organisation. */
export const organizationSettings = {
  secrets: z.array(nameOr(settingName, z.object({ name: settingName, app, repositories }))).default([]),
  variables: z.record(settingName, nameOr(z.string(), z.object({ value: z.string(), repositories }))).default({}),
};

type SecretSeed = string | { name: string; app: z.output<typeof app>; repositories?: string[] | undefined };
type VariableSeed = string | { value: string; repositories?: string[] | undefined };

export interface SettingsSeed {
  secrets: readonly SecretSeed[];
  variables: Readonly<Record<string, VariableSeed>>;
}

const secretOf = (one: SecretSeed) => (typeof one === 'string' ? { name: one, app: 'actions' as const } : one);
const variableOf = (one: VariableSeed) => (typeof one === 'string' ? { value: one } : one);

/** Names differ by more than case. */
export function* checkSettings({ secrets, variables }: SettingsSeed, path: Fault['path'] = []): Generator<Fault> {
  yield* duplicates(
    secrets.map(secretOf).map(({ name, app }) => `${app === 'actions' ? '' : `${app} `}${name.toUpperCase()}`),
    (at) => [...path, 'secrets', at],
    (name) => `secret ${name} is declared twice`,
  );
  const names = Object.keys(variables);
  yield* duplicates(
    names.map((name) => name.toUpperCase()),
    (at) => [...path, 'variables', names[at] as string],
    (name) => `variable ${name} is declared twice`,
  );
}

interface Owner extends SettingsSeed {
  login: string;
  type: string;
}

/** An organisation's are for repositories of its own. @param known the full names of repositories, in small letters */
export function* checkSharing(user: Owner, known: ReadonlySet<string>): Generator<Fault> {
  const names = Object.keys(user.variables);
  if (user.type !== 'Organization')
    for (const field of ['secrets', 'variables'] as const)
      if (user[field] !== undefined && Object.keys(user[field]).length > 0)
        yield { path: [field], message: `only an Organization has ${field} here`, code: 'not_an_organization' };
  yield* checkSettings(user);
  const selections = [
    ...user.secrets.map((one, at) => [['secrets', at], one] as const),
    ...names.map((name) => [['variables', name], user.variables[name]] as const),
  ];
  for (const [path, one] of selections) {
    for (const [at, name] of ((typeof one === 'object' && one.repositories) || []).entries())
      if (!known.has(`${user.login}/${name}`.toLowerCase()))
        yield {
          path: [...path, 'repositories', at],
          message: `${user.login} has no repository ${name}`,
          code: 'unknown_repository',
        };
  }
}

/** Keeps them on a shelf; an organisation's are for all of its repositories, or for those that are named. */
export function loadSettings(context: GithubSeedContext, shelf: Shelf, { secrets, variables }: SettingsSeed): void {
  const { world, now } = context;
  const moment = timestamp(now);
  const dates = { created_at: moment, updated_at: moment };
  for (const { name, app, ...one } of secrets.map(secretOf)) {
    const place = { ...shelf, ...(app !== 'actions' && { app }) };
    const reach = reachOf(context, shelf, 'repositories' in one ? one.repositories : undefined);
    world.actions_secrets.insert({ ...place, name: name.toUpperCase(), ...reach, ...dates });
  }
  for (const [name, said] of Object.entries(variables)) {
    const { value, ...one } = variableOf(said);
    const reach = reachOf(context, shelf, 'repositories' in one ? one.repositories : undefined);
    world.actions_variables.insert({ ...shelf, name: name.toUpperCase(), value, ...reach, ...dates });
  }
}

type Reach = Pick<ActionsSecret, 'visibility' | 'selected_repository_ids'>;

function reachOf({ world }: GithubSeedContext, { organization_id }: Shelf, names: readonly string[] | undefined): Reach {
  if (organization_id === undefined) return {};
  if (names === undefined) return { visibility: 'all', selected_repository_ids: [] };
  const own = world.repositories.by.owner.page(organization_id, { limit: world.repositories.size });
  const selected = names.flatMap((name) => own.find((one) => one.name.toLowerCase() === name.toLowerCase())?.id ?? []);
  return { visibility: 'selected', selected_repository_ids: selected };
}
