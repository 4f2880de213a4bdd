import { isLonger } from '@svc/twin-kit';
import { DEFAULT_LABELS } from '../default-labels.ts';
import {
  AdminRightsRequired,
  type FieldError,
  NotFound,
  RepositoryArchived,
  Unprocessable,
  ValidationFailed,
} from '../errors.ts';
import { nextId } from '../sequences.ts';
import { type GithubContext, type Repository, timestamp, type User } from '../world.ts';
import {
  getUserByLogin,
  type HasWorld,
  isVisible,
  permissionOf,
  requirePermission,
  viewerOf,
  visibleRepository,
} from './access.ts';
import { findBranch } from './branches.ts';
import { provideCategories } from './discussions.ts';
import { RepositoryStore } from './git-store.ts';
import { newRepository, type RepositoryChoices } from './new-repository.ts';
import { commitToBranch } from './write-commit.ts';

/** https://docs.github.com/rest/repos/repos#create-a-repository-for-the-authenticated-user */
const MAX_NAME = 100;
const MAX_DESCRIPTION = 350;

export type RepositoryInput = Partial<Omit<RepositoryChoices, 'name'>> & {
  name?: string | undefined;
  visibility?: string | undefined;
};

const fault = (field: string, message: string): FieldError => ({ resource: 'Repository', code: 'custom', field, message });

/** GitHub replaces what may not stand in a name. */
export const safeName = (name: string) => name.trim().replaceAll(/[^\w.-]+/g, '-');

export function nameErrors({ world }: HasWorld, owner: Readonly<User>, name: string, self?: number): FieldError[] {
  if (name === '') return [{ resource: 'Repository', code: 'missing_field', field: 'name' }];
  if (name.length > MAX_NAME) return [fault('name', `name is too long (maximum is ${MAX_NAME} characters)`)];
  if (name === '.' || name === '..') return [fault('name', `name is reserved`)];
  const namesake = world.repositories.by.name.first(`${owner.login}/${name}`.toLowerCase());
  return namesake && namesake.id !== self ? [fault('name', 'name already exists on this account')] : [];
}

const descriptionErrors = ({ description }: RepositoryInput): FieldError[] =>
  isLonger(description ?? '', MAX_DESCRIPTION)
    ? [fault('description', `description is too long (maximum is ${MAX_DESCRIPTION} characters)`)]
    : [];

/** A repository merges in one way at least (answers of GitHub's that terraform-provider-github and others quote). */
const mergeErrors = (
  input: RepositoryInput,
  known: Partial<Pick<Repository, 'allow_merge_commit' | 'allow_squash_merge' | 'allow_rebase_merge'>>,
): FieldError[] => {
  const isAllowed = (name: 'allow_merge_commit' | 'allow_squash_merge' | 'allow_rebase_merge'): boolean =>
    input[name] ?? known[name] ?? true;
  if (isAllowed('allow_merge_commit') || isAllowed('allow_squash_merge') || isAllowed('allow_rebase_merge')) return [];
  const message = 'Sorry, you need to allow at least one merge strategy. (no_merge_method)';
  return [{ resource: 'Repository', code: 'invalid', field: 'merge_commit_allowed', message }];
};

/** GitHub takes privacy by either name. */
const privacy = ({ visibility, private: isPrivate }: RepositoryInput): boolean | undefined =>
  visibility === undefined ? isPrivate : visibility !== 'public';

const defined = <T extends object>(record: T): { [K in keyof T]: Exclude<T[K], undefined> } =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>;
  };

/** Makes a repository for the viewer, or in an organisation that the viewer belongs to. @throws ValidationFailed, NotFound */
export function createRepository(
  context: GithubContext,
  input: RepositoryInput & { name: string; auto_init?: boolean | undefined; organization?: string | undefined },
): Readonly<Repository> {
  const viewer = viewerOf(context);
  const owner = input.organization === undefined ? viewer : organizationToWriteTo(context, input.organization, viewer);
  const name = safeName(input.name);
  const errors = [...nameErrors(context, owner, name), ...descriptionErrors(input), ...mergeErrors(input, {})];
  if (errors.length > 0) throw new ValidationFailed(errors, 'Repository creation failed.');
  const { organization: _owner, auto_init, visibility: _visibility, ...choices } = input;
  const repository = newRepository(context, owner, { ...choices, name, private: privacy(input) ?? false });
  if (owner.id !== viewer.id) {
    context.world.collaborators.insert({ repository_id: repository.id, user_id: viewer.id, permission: 'admin' });
  }
  for (const label of DEFAULT_LABELS) {
    context.world.labels.insert({ id: nextId(context.ids, 'label'), repository_id: repository.id, ...label, default: true });
  }
  provideCategories(context, repository);
  if (auto_init) initialise(context, repository);
  return context.world.repositories.get(repository.id) ?? repository;
}

function organizationToWriteTo(context: GithubContext, login: string, viewer: Readonly<User>): Readonly<User> {
  const organization = getUserByLogin(context, login);
  if (organization.type !== 'Organization') throw new NotFound();
  if (!context.world.memberships.has(`${organization.id}/${viewer.id}`)) throw new AdminRightsRequired('Organization');
  return organization;
}

function initialise(context: GithubContext, repository: Readonly<Repository>): void {
  const text = `# ${repository.name}${repository.description ? `\n${repository.description}` : ''}\n`;
  const sha = new RepositoryStore(context, repository.id).writeBlob(Buffer.from(text));
  const changes = [{ path: 'README.md', entry: { mode: '100644', type: 'blob', sha } as const }];
  commitToBranch(context, repository, { branch: repository.default_branch, message: 'Initial commit', changes });
}

/** @throws NotFound, AdminRightsRequired, ValidationFailed, Unprocessable */
export function updateRepository(
  context: GithubContext,
  owner: string,
  repo: string,
  input: RepositoryInput,
): Readonly<Repository> {
  const repository = visibleRepository(context, owner, repo);
  requirePermission(context, repository, 'admin');
  // https://github.com/integrations/terraform-provider-github/issues/3649: all but the way back is closed.
  if (repository.archived && input.archived !== false) throw new RepositoryArchived();
  const account = context.world.users.get(repository.owner_id) as Readonly<User>;
  const name = input.name === undefined ? repository.name : safeName(input.name);
  const errors = [
    ...nameErrors(context, account, name, repository.id),
    ...descriptionErrors(input),
    ...mergeErrors(input, repository),
  ];
  if (errors.length > 0) throw new ValidationFailed(errors);
  const branch = input.default_branch;
  if (branch !== undefined && branch !== repository.default_branch && !findBranch(context, repository.id, branch)) {
    throw new ValidationFailed([
      fault(
        'default_branch',
        `The branch ${branch} was not found. Please push that ref first or create it via the Git Data API.`,
      ),
    ]);
  }
  const { visibility: _visibility, private: _private, name: _name, ...changes } = input;
  if (name.toLowerCase() !== repository.name.toLowerCase()) keepFormerName(context, repository);
  const updated = context.world.repositories.update(repository.id, {
    ...defined(changes),
    ...defined({ private: privacy(input) }),
    name,
    full_name: `${account.login}/${name}`,
    updated_at: timestamp(context.now),
  });
  provideCategories(context, updated);
  return updated;
}

export function keepFormerName({ world }: GithubContext, { id, full_name }: Readonly<Repository>): void {
  const former = { full_name: full_name.toLowerCase(), repository_id: id };
  if (world.repository_names.has(former.full_name)) world.repository_names.update(former.full_name, former);
  else world.repository_names.insert(former);
}

/** https://docs.github.com/repositories/managing-your-repositorys-settings-and-features/customizing-your-repository/classifying-your-repository-with-topics */
const MAX_TOPICS = 20;
const TOPIC = /^[a-z\d][a-z\d-]{0,49}$/;

/** @throws NotFound, AdminRightsRequired, Unprocessable, ValidationFailed */
export function replaceTopics(context: GithubContext, owner: string, repo: string, names: readonly string[]): readonly string[] {
  const repository = visibleRepository(context, owner, repo);
  requirePermission(context, repository, 'maintain');
  const topics = [...new Set(names.map((name) => name.toLowerCase()))];
  if (topics.length > MAX_TOPICS) throw new Unprocessable(`A repository cannot have more than ${MAX_TOPICS} topics.`);
  const wrong = topics.find((topic) => !TOPIC.test(topic));
  if (wrong !== undefined) {
    const message = `${JSON.stringify(wrong)} must start with a lowercase letter or number, consist of 50 characters or less, and can include hyphens.`;
    throw new ValidationFailed([fault('topics', message)]);
  }
  return context.world.repositories.update(repository.id, { topics, updated_at: timestamp(context.now) }).topics;
}

/** A user's public repositories, and the private ones that the viewer may see. @throws NotFound */
export function repositoriesOf(context: HasWorld, login: string, type?: 'Organization'): Readonly<Repository>[] {
  const owner = getUserByLogin(context, login);
  if (type && owner.type !== type) throw new NotFound();
  const { owner: index } = context.world.repositories.by;
  return index.page(owner.id, { limit: index.count(owner.id) }).filter((repository) => isVisible(context, repository));
}

export type Affiliation = 'owner' | 'collaborator' | 'organization_member';

/** What the viewer owns or works on, by full name. */
export function viewerRepositories(context: HasWorld, affiliations: readonly Affiliation[]): Readonly<Repository>[] {
  const { world } = context;
  const viewer = viewerOf(context);
  const isMember = (repository: Readonly<Repository>) => world.memberships.has(`${repository.owner_id}/${viewer.id}`);
  const isListed = (repository: Readonly<Repository>) => world.collaborators.has(`${repository.id}/${viewer.id}`);
  const affiliated: Readonly<Record<Affiliation, (repository: Readonly<Repository>) => boolean>> = {
    owner: (repository) => repository.owner_id === viewer.id,
    collaborator: isListed,
    organization_member: (repository) => isMember(repository) && permissionOf(context, repository, viewer.id) !== undefined,
  };
  return world.repositories.by.all
    .page('all', { limit: world.repositories.size })
    .filter((repository) => affiliations.some((affiliation) => affiliated[affiliation](repository)))
    .sort((one, other) => (one.full_name.toLowerCase() < other.full_name.toLowerCase() ? -1 : 1));
}
