import { AdminRightsRequired, type FieldError, NotFound, Unsupported, ValidationFailed } from '../../errors.ts';
import {
  type GithubContext,
  membershipKey,
  type Repository,
  type RepositoryAdvisory,
  timestamp,
  type User,
} from '../../world.ts';
import { getUserByLogin, type HasWorld, hasPermission, viewerOf, visibleRepository } from '../access.ts';
import { requireUnarchived } from '../issues.ts';
import { baseScore, severityOf } from './cvss.ts';

type Advisory = Readonly<RepositoryAdvisory>;

/** What callers say of an advisory; null takes away. */
export interface AdvisoryInput {
  summary?: string | undefined;
  description?: string | undefined;
  cve_id?: string | null | undefined;
  severity?: RepositoryAdvisory['severity'] | undefined;
  cvss_vector_string?: string | null | undefined;
  cwe_ids?: readonly string[] | null | undefined;
  vulnerabilities?: readonly VulnerabilityInput[] | undefined;
  credits?: readonly { login: string; type: RepositoryAdvisory['credits'][number]['type'] }[] | null | undefined;
  state?: 'published' | 'closed' | 'draft' | undefined;
  collaborating_users?: readonly string[] | null | undefined;
  /** Slugs of teams of the organisation. */
  collaborating_teams?: readonly string[] | null | undefined;
}

interface VulnerabilityInput {
  package: { ecosystem: string; name?: string | null | undefined };
  vulnerable_version_range?: string | null | undefined;
  patched_versions?: string | null | undefined;
  vulnerable_functions?: readonly string[] | null | undefined;
}

const isAdmin = (context: HasWorld, repository: Readonly<Repository>): boolean =>
  hasPermission(context, repository, viewerOf(context).id, 'admin');

function isCollaborator(context: HasWorld, advisory: Advisory): boolean {
  const { id } = viewerOf(context);
  const isOnTeam = advisory.collaborating_team_ids.some((team) => context.world.teams.get(team)?.member_ids.includes(id));
  return advisory.collaborating_user_ids.includes(id) || isOnTeam;
}

/** docs: what is published is for everybody, the rest for administrators and who works on it. */
const isSeen = (context: HasWorld, repository: Readonly<Repository>, advisory: Advisory): boolean =>
  advisory.state === 'published' || isAdmin(context, repository) || isCollaborator(context, advisory);

export interface RepositoryAdvisoryFilter {
  state?: RepositoryAdvisory['state'] | undefined;
  sort?: 'created' | 'updated' | 'published' | undefined;
  direction?: 'asc' | 'desc' | undefined;
}

const allOf = ({ world }: HasWorld, { id }: Readonly<Repository>): readonly Advisory[] => {
  const { repository } = world.repository_advisories.by;
  return repository.page(id, { limit: repository.count(id) });
};

/** What isn't published comes last, whatever the direction. */
function selected(
  all: readonly Advisory[],
  { state, sort = 'created', direction = 'desc' }: RepositoryAdvisoryFilter,
): Advisory[] {
  const dateOf = (one: Advisory): string => one[`${sort}_at`] ?? '';
  const sign = direction === 'asc' ? 1 : -1;
  const kept = all.filter((one) => state === undefined || one.state === state);
  const inOrder = kept
    .map((one, at) => ({ one, at }))
    .sort((first, second) => {
      const [left, right] = [dateOf(first.one), dateOf(second.one)];
      if (left === '' || right === '') return Number(left === '') - Number(right === '') || sign * (first.at - second.at);
      return sign * (left < right ? -1 : left > right ? 1 : first.at - second.at);
    });
  return inOrder.map(({ one }) => one);
}

/** @throws NotFound */
export function listRepositoryAdvisories(
  context: HasWorld,
  owner: string,
  repo: string,
  filter: RepositoryAdvisoryFilter = {},
): readonly Advisory[] {
  const repository = visibleRepository(context, owner, repo);
  return selected(
    allOf(context, repository).filter((one) => isSeen(context, repository, one)),
    filter,
  );
}

/** "The authenticated user must be an owner or security manager for the organization". @throws NotFound */
export function listOrganizationAdvisories(
  context: HasWorld,
  login: string,
  filter: RepositoryAdvisoryFilter = {},
): readonly Advisory[] {
  const organization = getUserByLogin(context, login);
  const role = context.world.memberships.get(membershipKey(organization.id, viewerOf(context).id))?.role;
  if (organization.type !== 'Organization' || role !== 'admin') throw new NotFound();
  const { owner } = context.world.repositories.by;
  const repositories = owner.page(organization.id, { limit: owner.count(organization.id) });
  return selected(
    repositories.flatMap((one) => allOf(context, one)),
    filter,
  );
}

/** @throws NotFound */
export function getRepositoryAdvisory(context: HasWorld, owner: string, repo: string, ghsaId: string): Advisory {
  const repository = visibleRepository(context, owner, repo);
  const advisory = allOf(context, repository).find(({ ghsa_id }) => ghsa_id.toLowerCase() === ghsaId.toLowerCase());
  if (!advisory || !isSeen(context, repository, advisory)) throw new NotFound();
  return advisory;
}

const fault = (field: string, code: FieldError['code'], message?: string): FieldError => ({
  ...{ resource: 'RepositoryAdvisory', field, code },
  ...(message !== undefined && { message }),
});

const CVE = /^CVE-\d{4}-\d{4,}$/;
const CWE = /^CWE-\d+$/;

function* faultsOf({
  summary,
  description,
  cve_id,
  severity,
  cvss_vector_string: vector,
  cwe_ids,
}: AdvisoryInput): Generator<FieldError> {
  if (summary?.trim() === '') yield fault('summary', 'missing_field');
  if (description?.trim() === '') yield fault('description', 'missing_field');
  if (cve_id != null && !CVE.test(cve_id)) yield fault('cve_id', 'invalid');
  // docs: "You must choose between setting this field or `cvss_vector_string`."
  if (severity != null && vector != null)
    yield fault('severity', 'custom', 'You must choose between setting severity or cvss_vector_string');
  if (vector != null && baseScore(vector) === undefined) yield fault('cvss_vector_string', 'invalid');
  for (const id of cwe_ids ?? []) if (!CWE.test(id)) yield fault('cwe_ids', 'invalid');
}

/** People and teams by what they are called. @throws ValidationFailed */
function peopleIn({ world }: GithubContext, field: string, logins: readonly string[]): number[] {
  const found = logins.map((login) => world.users.by.login.first(login.toLowerCase()));
  if (found.some((one) => one?.type !== 'User')) throw new ValidationFailed([fault(field, 'invalid')]);
  return [...new Set(found.flatMap((one) => one?.id ?? []))];
}

function teamsIn({ world }: GithubContext, { owner_id }: Readonly<Repository>, slugs: readonly string[]): number[] {
  const { organization } = world.teams.by;
  const teams = organization.page(owner_id, { limit: organization.count(owner_id) });
  const found = slugs.map((slug) => teams.find((one) => one.slug === slug)?.id);
  if (found.includes(undefined)) throw new ValidationFailed([fault('collaborating_teams', 'invalid')]);
  return [...new Set(found as number[])];
}

/** What an advisory becomes by what was said. @throws ValidationFailed, Unsupported */
function changeBy(context: GithubContext, repository: Readonly<Repository>, input: AdvisoryInput): Partial<RepositoryAdvisory> {
  const { cvss_vector_string: vector, credits, collaborating_users: users, collaborating_teams: teams } = input;
  if (vector?.startsWith('CVSS:4')) throw new Unsupported('vectors of CVSS 4');
  const faults = [...faultsOf(input)];
  if (faults.length > 0) throw new ValidationFailed(faults);
  const score = vector == null ? undefined : baseScore(vector);
  const given = {
    ...{ summary: input.summary, description: input.description, cve_id: input.cve_id, cvss_vector_string: vector },
    severity: score === undefined ? input.severity : severityOf(score),
    cwe_ids: input.cwe_ids === undefined ? undefined : [...(input.cwe_ids ?? [])],
    vulnerabilities: input.vulnerabilities?.map((one) => ({
      package: { ecosystem: one.package.ecosystem, name: one.package.name ?? null },
      vulnerable_version_range: one.vulnerable_version_range ?? null,
      patched_versions: one.patched_versions ?? null,
      vulnerable_functions: [...(one.vulnerable_functions ?? [])],
    })),
    credits: credits === undefined ? undefined : creditsIn(context, credits ?? []),
    collaborating_user_ids: users === undefined ? undefined : peopleIn(context, 'collaborating_users', users ?? []),
    collaborating_team_ids: teams === undefined ? undefined : teamsIn(context, repository, teams ?? []),
    // A severity that somebody says takes the place of the vector.
    ...(input.severity != null && { cvss_vector_string: null }),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

const creditsIn = (context: GithubContext, credits: NonNullable<AdvisoryInput['credits']>): RepositoryAdvisory['credits'] =>
  credits.map(({ login, type }) => ({ user_id: peopleIn(context, 'credits', [login])[0] as number, type }));

/** The characters of GitHub's ids: https://github.com/github/advisory-database, "GHSA IDs". */
const ALPHABET = '23456789cfghjmpqrvwx';
const GROUPS = 3;
const GROUP = 4;

export function newGhsaId({ ids, world }: Pick<GithubContext, 'ids' | 'world'>): string {
  const group = (): string =>
    Array.from({ length: GROUP }, () => ALPHABET[Number.parseInt(ids.hex(2), 16) % ALPHABET.length]).join('');
  const id = `GHSA-${Array.from({ length: GROUPS }, group).join('-')}`;
  return world.repository_advisories.has(id) || world.advisories.has(id) ? newGhsaId({ ids, world }) : id;
}

/** A draft. @throws NotFound, AdminRightsRequired, RepositoryArchived, ValidationFailed, Unsupported */
export function createRepositoryAdvisory(
  context: GithubContext,
  owner: string,
  repo: string,
  input: AdvisoryInput & Required<Pick<AdvisoryInput, 'summary' | 'description' | 'vulnerabilities'>>,
): Advisory {
  const repository = visibleRepository(context, owner, repo);
  if (!isAdmin(context, repository)) throw new AdminRightsRequired();
  requireUnarchived(repository);
  const viewer: Readonly<User> = viewerOf(context);
  const change = changeBy(context, repository, input);
  const now = timestamp(context.now);
  return context.world.repository_advisories.insert({
    ...{ ghsa_id: newGhsaId(context), repository_id: repository.id, cve_id: null, summary: '', description: '' },
    ...{ severity: null, cvss_vector_string: null, cwe_ids: [], vulnerabilities: [], credits: [] },
    ...{ state: 'draft', author_id: viewer.id, publisher_id: null, collaborating_user_ids: [], collaborating_team_ids: [] },
    ...{ created_at: now, updated_at: now, published_at: null, closed_at: null },
    ...change,
  });
}

/** docs: publishing is for administrators, and what is published stays so. @throws AdminRightsRequired, ValidationFailed */
function stateChange(
  context: GithubContext,
  repository: Readonly<Repository>,
  advisory: Advisory,
  state: AdvisoryInput['state'],
) {
  if (state === undefined || state === advisory.state) return {};
  if (!isAdmin(context, repository)) throw new AdminRightsRequired();
  if (advisory.state === 'published')
    throw new ValidationFailed([fault('state', 'custom', 'A published advisory can neither be closed nor become a draft')]);
  const now = timestamp(context.now);
  const publication = state === 'published' ? { published_at: now, publisher_id: viewerOf(context).id } : {};
  return { state, closed_at: state === 'closed' ? now : null, ...publication };
}

/** @throws NotFound, AdminRightsRequired, RepositoryArchived, ValidationFailed, Unsupported */
export function updateRepositoryAdvisory(
  context: GithubContext,
  owner: string,
  repo: string,
  ghsaId: string,
  input: AdvisoryInput,
): Advisory {
  const repository = visibleRepository(context, owner, repo);
  const advisory = getRepositoryAdvisory(context, owner, repo, ghsaId);
  if (!isAdmin(context, repository) && !isCollaborator(context, advisory)) throw new AdminRightsRequired();
  requireUnarchived(repository);
  const change = { ...changeBy(context, repository, input), ...stateChange(context, repository, advisory, input.state) };
  return context.world.repository_advisories.update(advisory.ghsa_id, { ...change, updated_at: timestamp(context.now) });
}

/** Advisories go with their repository. */
export function removeRepositoryAdvisories({ world }: GithubContext, repositoryId: number): void {
  const { repository } = world.repository_advisories.by;
  for (const { ghsa_id } of [...repository.page(repositoryId, { limit: repository.count(repositoryId) })])
    world.repository_advisories.remove(ghsa_id);
}
