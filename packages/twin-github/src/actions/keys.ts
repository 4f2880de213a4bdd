import { NotFound, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import { type DeployKey, type GithubContext, type PublicKey, type Repository, timestamp } from '../world.ts';
import { getUserByLogin, type HasWorld, hasPermission, viewerOf, visibleRepository, writableRepository } from './access.ts';

export interface KeyInput {
  title?: string | undefined;
  key: string;
}

const TYPES =
  '(ssh-rsa|ssh-dss|ssh-ed25519|ecdsa-sha2-nistp(?:256|384|521)|sk-ssh-ed25519@openssh.com|sk-ecdsa-sha2-nistp256@openssh.com)';
const OPENSSH = new RegExp(`^${TYPES} +([A-Za-z0-9+/]+={0,2})(?: .*)?$`);
/** The length of a string in SSH's format, before the string: RFC 4251, section 5. */
const LENGTH_BYTES = 4;

const fault = (message: string) => new ValidationFailed([{ resource: 'PublicKey', code: 'custom', field: 'key', message }]);

/** The type and the digits of a key; its bytes begin with its type again. */
export function openSshKey(text: string): string | undefined {
  const [, type = '', digits = ''] = OPENSSH.exec(text.trim()) ?? [];
  const bytes = Buffer.from(digits, 'base64');
  if (bytes.length <= LENGTH_BYTES || bytes.readUInt32BE(0) !== type.length) return undefined;
  return bytes.subarray(LENGTH_BYTES, LENGTH_BYTES + type.length).toString('latin1') === type ? `${type} ${digits}` : undefined;
}

/** A key stands in one place of all of GitHub, be it an account or a repository. In GitHub's words. @throws ValidationFailed */
function newKey({ world }: GithubContext, text: string): string {
  const key = openSshKey(text);
  if (key === undefined) throw fault('key is invalid. You must supply a key in OpenSSH public key format');
  if (world.public_keys.by.key.first(key) || world.deploy_keys.by.key.first(key)) throw fault('key is already in use');
  return key;
}

/** A key without a title is called by its beginning (as in GitHub's example of an answer). */
const TITLE_LENGTH = 28;

/** The keys of an account (the viewer's). @throws NotFound */
export function keysOf(context: HasWorld, login?: string): readonly Readonly<PublicKey>[] {
  const { id } = login === undefined ? viewerOf(context) : getUserByLogin(context, login);
  const { user } = context.world.public_keys.by;
  return user.page(id, { limit: user.count(id) });
}

/** @throws NotFound for keys of others */
export function getKey(context: HasWorld, id: number): Readonly<PublicKey> {
  const key = context.world.public_keys.get(id);
  if (key?.user_id !== viewerOf(context).id) throw new NotFound();
  return key;
}

/** @throws ValidationFailed */
export function createKey(context: GithubContext, { title, key: text }: KeyInput): Readonly<PublicKey> {
  const key = newKey(context, text);
  return context.world.public_keys.insert({
    id: nextId(context.ids, 'public_key'),
    user_id: viewerOf(context).id,
    title: title || key.slice(0, TITLE_LENGTH),
    key,
    created_at: timestamp(context.now),
  });
}

/** @throws NotFound */
export function deleteKey(context: GithubContext, id: number): void {
  context.world.public_keys.remove(getKey(context, id).id);
}

/** Deploy keys are for administrators, and there for nobody else. @throws NotFound */
function keyedRepository(context: HasWorld, owner: string, repo: string): Readonly<Repository> {
  const repository = visibleRepository(context, owner, repo);
  if (!hasPermission(context, repository, viewerOf(context).id, 'admin')) throw new NotFound();
  return repository;
}

/** @throws NotFound */
export function deployKeysOf(context: HasWorld, owner: string, repo: string): readonly Readonly<DeployKey>[] {
  const { id } = keyedRepository(context, owner, repo);
  const { repository } = context.world.deploy_keys.by;
  return repository.page(id, { limit: repository.count(id) });
}

/** @throws NotFound */
export function getDeployKey(context: HasWorld, owner: string, repo: string, id: number): Readonly<DeployKey> {
  const repository = keyedRepository(context, owner, repo);
  const key = context.world.deploy_keys.get(id);
  if (key?.repository_id !== repository.id) throw new NotFound();
  return key;
}

/** @throws NotFound, ValidationFailed, RepositoryArchived */
export function createDeployKey(
  context: GithubContext,
  owner: string,
  repo: string,
  { title, key: text, read_only = false }: KeyInput & { read_only?: boolean | undefined },
): Readonly<DeployKey> {
  keyedRepository(context, owner, repo);
  const repository = writableRepository(context, owner, repo, 'admin');
  const key = newKey(context, text);
  return context.world.deploy_keys.insert({
    id: nextId(context.ids, 'deploy_key'),
    repository_id: repository.id,
    title: title || key.slice(0, TITLE_LENGTH),
    key,
    read_only,
    added_by: viewerOf(context).login,
    created_at: timestamp(context.now),
  });
}

/** @throws NotFound, RepositoryArchived */
export function deleteDeployKey(context: GithubContext, owner: string, repo: string, id: number): void {
  const key = getDeployKey(context, owner, repo, id);
  writableRepository(context, owner, repo, 'admin');
  context.world.deploy_keys.remove(key.id);
}
