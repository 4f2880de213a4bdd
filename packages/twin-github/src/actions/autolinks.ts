import { type FieldError, NotFound, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import { type Autolink, type GithubContext, type Repository, timestamp } from '../world.ts';
import { type HasWorld, hasPermission, viewerOf, visibleRepository, writableRepository } from './access.ts';

const NUMBER = '<num>';

export interface AutolinkInput {
  key_prefix: string;
  url_template: string;
  is_alphanumeric?: boolean | undefined;
}

/** "Information about autolinks are only available to repository administrators" (docs: REST, Autolinks). @throws NotFound */
function administered(context: HasWorld, owner: string, repo: string): Readonly<Repository> {
  const repository = visibleRepository(context, owner, repo);
  if (!hasPermission(context, repository, viewerOf(context).id, 'admin')) throw new NotFound();
  return repository;
}

/** @throws NotFound */
export function listAutolinks(context: HasWorld, owner: string, repo: string): readonly Readonly<Autolink>[] {
  const { id } = administered(context, owner, repo);
  const { repository } = context.world.autolinks.by;
  return repository.page(id, { limit: repository.count(id) });
}

/** @throws NotFound */
export function getAutolink(context: HasWorld, owner: string, repo: string, id: number): Readonly<Autolink> {
  const repository = administered(context, owner, repo);
  const autolink = context.world.autolinks.get(id);
  if (autolink?.repository_id !== repository.id) throw new NotFound();
  return autolink;
}

const fault = (field: string, code: FieldError['code'], message?: string): FieldError => ({
  ...{ resource: 'KeyLink', field, code },
  ...(message !== undefined && { message }),
});

/** @throws ValidationFailed */
function requireUsable({ key_prefix, url_template }: AutolinkInput, others: readonly Readonly<Autolink>[]): void {
  if (key_prefix.trim() === '') throw new ValidationFailed([fault('key_prefix', 'missing_field')]);
  const parsed = URL.parse(url_template.replaceAll(NUMBER, '1'));
  if (!parsed || !/^https?:$/.test(parsed.protocol)) throw new ValidationFailed([fault('url_template', 'invalid')]);
  // docs: REST, "Create an autolink reference for a repository": the template must contain it.
  if (!url_template.includes(NUMBER))
    throw new ValidationFailed([fault('url_template', 'custom', `url_template must contain ${NUMBER}`)]);
  const lower = key_prefix.toLowerCase();
  if (others.some((one) => one.key_prefix.toLowerCase() === lower))
    throw new ValidationFailed([fault('key_prefix', 'already_exists')]);
}

/** @throws NotFound, RepositoryArchived, ValidationFailed */
export function createAutolink(context: GithubContext, owner: string, repo: string, input: AutolinkInput): Readonly<Autolink> {
  const others = listAutolinks(context, owner, repo);
  const repository = writableRepository(context, owner, repo, 'admin');
  requireUsable(input, others);
  const { key_prefix, url_template, is_alphanumeric = true } = input;
  const facts = { key_prefix, url_template, is_alphanumeric, updated_at: timestamp(context.now) };
  return context.world.autolinks.insert({ id: nextId(context.ids, 'autolink'), repository_id: repository.id, ...facts });
}

/** @throws NotFound, RepositoryArchived */
export function deleteAutolink(context: GithubContext, owner: string, repo: string, id: number): void {
  const autolink = getAutolink(context, owner, repo, id);
  writableRepository(context, owner, repo, 'admin');
  context.world.autolinks.remove(autolink.id);
}
