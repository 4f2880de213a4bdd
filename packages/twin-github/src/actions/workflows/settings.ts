import { hash } from 'node:crypto';
import { Conflict, type FieldError, NotFound, Unprocessable, ValidationFailed } from '../../errors.ts';
import {
  type ActionsSecret,
  type ActionsVariable,
  type GithubContext,
  type Repository,
  settingKey,
  timestamp,
} from '../../world.ts';
import { type HasWorld, requirePermission, visibleRepository, writableRepository } from '../access.ts';

/** https://docs.github.com/actions/reference/security/secrets#naming-your-secrets */
const NAME = /^(?!GITHUB_)[A-Z_][A-Z0-9_]*$/i;
const WORDS =
  'names can only contain alphanumeric characters ([a-z], [A-Z], [0-9]) or underscores (_). Spaces are not allowed. ' +
  'Must start with a letter ([a-z], [A-Z]) or underscores (_).';
/** https://docs.github.com/actions/reference/workflows-and-actions/variables#limits-for-configuration-variables */
const MOST_VALUE_BYTES = 48 << 10;
const MOST_VARIABLES = 500;
const MOST_SECRETS = 100;
/** A sealed box begins with a key of 32 bytes and ends with a tag of 16 (libsodium: crypto_box_SEALBYTES). */
const SEAL_BYTES = 48;

/** Secrets and variables are for who works on a repository. @throws NotFound, Forbidden */
function readableSettings(context: HasWorld, owner: string, repo: string): Readonly<Repository> {
  const repository = visibleRepository(context, owner, repo);
  requirePermission(context, repository, 'push');
  return repository;
}

/** The key that a repository's secrets are sealed with. Nobody has the other half of it, as nothing here opens a secret. */
export function publicKey(context: HasWorld, owner: string, repo: string): { key_id: string; key: string } {
  const { id } = readableSettings(context, owner, repo);
  const digest = hash('sha256', `actions secrets of ${id}`, 'buffer');
  return {
    key_id: `5680${BigInt(`0x${digest.toString('hex', 0, 7)}`)
      .toString()
      .padStart(14, '0')}`,
    key: digest.toString('base64'),
  };
}

/** @throws NotFound, Forbidden */
export function listSecrets(context: HasWorld, owner: string, repo: string): readonly Readonly<ActionsSecret>[] {
  const { id } = readableSettings(context, owner, repo);
  const { repository } = context.world.actions_secrets.by;
  return repository.page(id, { limit: repository.count(id) });
}

/** @throws NotFound, Forbidden */
export function getSecret(context: HasWorld, owner: string, repo: string, name: string): Readonly<ActionsSecret> {
  const { id } = readableSettings(context, owner, repo);
  const secret = context.world.actions_secrets.get(settingKey(id, name));
  if (!secret) throw new NotFound();
  return secret;
}

/** @returns whether it is new. @throws NotFound, Forbidden, Unprocessable for a name or a box that is none */
export function putSecret(
  context: GithubContext,
  owner: string,
  repo: string,
  name: string,
  { key_id, encrypted_value }: { key_id: string; encrypted_value: string },
): boolean {
  const { id } = writableRepository(context, owner, repo);
  if (!NAME.test(name)) throw new Unprocessable(`Secret ${WORDS}`);
  const bytes = Buffer.from(encrypted_value, 'base64');
  if (key_id !== publicKey(context, owner, repo).key_id || bytes.length < SEAL_BYTES)
    throw new Unprocessable('Bad Request - Encrypted value is not sealed with the public key of this repository');
  const { actions_secrets: secrets } = context.world;
  const key = settingKey(id, name);
  const updated_at = timestamp(context.now);
  if (secrets.has(key)) {
    secrets.update(key, { updated_at });
    return false;
  }
  if (secrets.by.repository.count(id) >= MOST_SECRETS)
    throw new Unprocessable(`Failed to add secret. No more than ${MOST_SECRETS} are allowed.`);
  secrets.insert({ repository_id: id, name: name.toUpperCase(), created_at: updated_at, updated_at });
  return true;
}

/** @throws NotFound, Forbidden */
export function deleteSecret(context: GithubContext, owner: string, repo: string, name: string): void {
  const secret = getSecret(context, owner, repo, name);
  writableRepository(context, owner, repo);
  context.world.actions_secrets.remove(settingKey(secret.repository_id, name));
}

/** @throws NotFound, Forbidden */
export function listVariables(context: HasWorld, owner: string, repo: string): readonly Readonly<ActionsVariable>[] {
  const { id } = readableSettings(context, owner, repo);
  const { repository } = context.world.actions_variables.by;
  return repository.page(id, { limit: repository.count(id) });
}

/** @throws NotFound, Forbidden */
export function getVariable(context: HasWorld, owner: string, repo: string, name: string): Readonly<ActionsVariable> {
  const { id } = readableSettings(context, owner, repo);
  const variable = context.world.actions_variables.get(settingKey(id, name));
  if (!variable) throw new NotFound();
  return variable;
}

const fault = (field: string, message: string): FieldError => ({ resource: 'Variable', code: 'custom', field, message });

function requireFitting(name: string, value: string): void {
  if (!NAME.test(name)) throw new ValidationFailed([fault('name', `Variable ${WORDS}`)]);
  if (Buffer.byteLength(value) > MOST_VALUE_BYTES) throw new ValidationFailed([fault('value', 'Variable value exceeds 48 KB')]);
}

/** @throws NotFound, Forbidden, ValidationFailed, Conflict for a name that is taken */
export function createVariable(context: GithubContext, owner: string, repo: string, name: string, value: string): void {
  const { id } = writableRepository(context, owner, repo);
  requireFitting(name, value);
  const { actions_variables: variables } = context.world;
  if (variables.has(settingKey(id, name))) throw new Conflict('Already exists - Variable already exists');
  if (variables.by.repository.count(id) >= MOST_VARIABLES)
    throw new Unprocessable(`Failed to add variable. No more than ${MOST_VARIABLES} are allowed.`);
  const now = timestamp(context.now);
  variables.insert({ repository_id: id, name: name.toUpperCase(), value, created_at: now, updated_at: now });
}

/** @throws NotFound, Forbidden, ValidationFailed, Conflict for a name that is taken */
export function updateVariable(
  context: GithubContext,
  owner: string,
  repo: string,
  name: string,
  change: { name?: string | undefined; value?: string | undefined },
): void {
  const variable = getVariable(context, owner, repo, name);
  writableRepository(context, owner, repo);
  const [key, renamed] = [settingKey(variable.repository_id, name), (change.name ?? name).toUpperCase()];
  const value = change.value ?? variable.value;
  requireFitting(renamed, value);
  const { actions_variables: variables } = context.world;
  const other = settingKey(variable.repository_id, renamed);
  if (other !== key && variables.has(other)) throw new Conflict('Already exists - Variable already exists');
  if (renamed === variable.name && value === variable.value) return;
  const updated = { ...variable, name: renamed, value, updated_at: timestamp(context.now) };
  if (other === key) {
    variables.update(key, updated);
    return;
  }
  variables.remove(key);
  variables.insert(updated);
}

/** @throws NotFound, Forbidden */
export function deleteVariable(context: GithubContext, owner: string, repo: string, name: string): void {
  const variable = getVariable(context, owner, repo, name);
  writableRepository(context, owner, repo);
  context.world.actions_variables.remove(settingKey(variable.repository_id, name));
}
