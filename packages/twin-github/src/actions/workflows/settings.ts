import { hash } from 'node:crypto';
import { Conflict, type FieldError, NotFound, Unprocessable, ValidationFailed } from '../../errors.ts';
import {
  type ActionsSecret,
  type ActionsVariable,
  type GithubContext,
  type Shelf,
  settingKey,
  shelfKey,
  timestamp,
} from '../../world.ts';
import type { HasWorld } from '../access.ts';
import { type Place, type Reach, reachOf } from './shelves.ts';

/** https://docs.github.com/actions/reference/security/secrets#naming-your-secrets */
const NAME = /^(?!GITHUB_)[A-Z_][A-Z0-9_]*$/i;
const WORDS =
  'names can only contain alphanumeric characters ([a-z], [A-Z], [0-9]) or underscores (_). Spaces are not allowed. ' +
  'Must start with a letter ([a-z], [A-Z]) or underscores (_).';
/** https://docs.github.com/actions/reference/workflows-and-actions/variables#limits-for-configuration-variables */
const MOST_VALUE_BYTES = 48 << 10;
/** The same page, and that of secrets: by where they are kept. */
const mostVariables = ({ environment_id, organization_id }: Shelf): number =>
  environment_id !== undefined ? 100 : organization_id !== undefined ? 1000 : 500;
const mostSecrets = ({ organization_id }: Shelf): number => (organization_id === undefined ? 100 : 1000);
/** A sealed box begins with a key of 32 bytes and ends with a tag of 16 (libsodium: crypto_box_SEALBYTES). */
const SEAL_BYTES = 48;

/** The key that secrets are sealed with there. Nobody has the other half of it, as nothing here opens a secret. @throws NotFound, Forbidden */
export function publicKey(context: HasWorld, place: Place): { key_id: string; key: string } {
  const digest = hash('sha256', `actions secrets of ${shelfKey(place.find(context, false))}`, 'buffer');
  return {
    key_id: `5680${BigInt(`0x${digest.toString('hex', 0, 7)}`)
      .toString()
      .padStart(14, '0')}`,
    key: digest.toString('base64'),
  };
}

/** @throws NotFound, Forbidden */
export function listSecrets(context: HasWorld, place: Place): readonly Readonly<ActionsSecret>[] {
  const key = shelfKey(place.find(context, false));
  const { shelf } = context.world.actions_secrets.by;
  return shelf.page(key, { limit: shelf.count(key) });
}

/** @throws NotFound, Forbidden */
export function getSecret(context: HasWorld, place: Place, name: string): Readonly<ActionsSecret> {
  const secret = context.world.actions_secrets.get(settingKey(place.find(context, false), name));
  if (!secret) throw new NotFound();
  return secret;
}

export interface Sealed {
  key_id?: string | undefined;
  encrypted_value?: string | undefined;
}

/** A value, unless only who it is for is said again. @throws Unprocessable for a box that is none */
function requireSealed(context: HasWorld, place: Place, { key_id, encrypted_value }: Sealed): void {
  const bytes = Buffer.from(encrypted_value ?? '', 'base64');
  if (key_id !== publicKey(context, place).key_id || bytes.length < SEAL_BYTES)
    throw new Unprocessable('Bad Request - Encrypted value is not sealed with the public key of this repository');
}

/** @returns whether it is new. @throws NotFound, Forbidden, Unprocessable for a name or a box that is none */
export function putSecret(context: GithubContext, place: Place, name: string, said: Sealed & Reach): boolean {
  const shelf = place.find(context, true);
  if (!NAME.test(name)) throw new Unprocessable(`Secret ${WORDS}`);
  const { actions_secrets: secrets } = context.world;
  const key = settingKey(shelf, name);
  const known = secrets.get(key);
  if (known === undefined || said.encrypted_value !== undefined) requireSealed(context, place, said);
  const reach = reachOf(context, shelf, known, said);
  const updated_at = timestamp(context.now);
  if (known) {
    secrets.update(key, { ...reach, updated_at });
    return false;
  }
  const group = shelfKey(shelf);
  if (secrets.by.shelf.count(group) >= mostSecrets(shelf))
    throw new Unprocessable(`Failed to add secret. No more than ${mostSecrets(shelf)} are allowed.`);
  secrets.insert({ ...shelf, name: name.toUpperCase(), ...reach, created_at: updated_at, updated_at });
  return true;
}

/** @throws NotFound, Forbidden */
export function deleteSecret(context: GithubContext, place: Place, name: string): void {
  getSecret(context, place, name);
  context.world.actions_secrets.remove(settingKey(place.find(context, true), name));
}

/** @throws NotFound, Forbidden */
export function listVariables(context: HasWorld, place: Place): readonly Readonly<ActionsVariable>[] {
  const key = shelfKey(place.find(context, false));
  const { shelf } = context.world.actions_variables.by;
  return shelf.page(key, { limit: shelf.count(key) });
}

/** @throws NotFound, Forbidden */
export function getVariable(context: HasWorld, place: Place, name: string): Readonly<ActionsVariable> {
  const variable = context.world.actions_variables.get(settingKey(place.find(context, false), name));
  if (!variable) throw new NotFound();
  return variable;
}

const fault = (field: string, message: string): FieldError => ({ resource: 'Variable', code: 'custom', field, message });

function requireFitting(name: string, value: string): void {
  if (!NAME.test(name)) throw new ValidationFailed([fault('name', `Variable ${WORDS}`)]);
  if (Buffer.byteLength(value) > MOST_VALUE_BYTES) throw new ValidationFailed([fault('value', 'Variable value exceeds 48 KB')]);
}

/** @throws NotFound, Forbidden, ValidationFailed, Conflict for a name that is taken */
export function createVariable(context: GithubContext, place: Place, said: { name: string; value: string } & Reach): void {
  const shelf = place.find(context, true);
  requireFitting(said.name, said.value);
  const { actions_variables: variables } = context.world;
  if (variables.has(settingKey(shelf, said.name))) throw new Conflict('Already exists - Variable already exists');
  if (variables.by.shelf.count(shelfKey(shelf)) >= mostVariables(shelf))
    throw new Unprocessable(`Failed to add variable. No more than ${mostVariables(shelf)} are allowed.`);
  const now = timestamp(context.now);
  const reach = reachOf(context, shelf, undefined, said);
  variables.insert({ ...shelf, name: said.name.toUpperCase(), value: said.value, ...reach, created_at: now, updated_at: now });
}

/** @throws NotFound, Forbidden, ValidationFailed, Conflict for a name that is taken */
export function updateVariable(
  context: GithubContext,
  place: Place,
  name: string,
  change: { name?: string | undefined; value?: string | undefined } & Reach,
): void {
  const variable = getVariable(context, place, name);
  const shelf = place.find(context, true);
  const [key, renamed] = [settingKey(shelf, name), (change.name ?? name).toUpperCase()];
  const value = change.value ?? variable.value;
  requireFitting(renamed, value);
  const { actions_variables: variables } = context.world;
  const other = settingKey(shelf, renamed);
  if (other !== key && variables.has(other)) throw new Conflict('Already exists - Variable already exists');
  const isReached = change.visibility !== undefined || change.selected_repository_ids !== undefined;
  const reach = isReached ? reachOf(context, shelf, variable, change) : {};
  if (renamed === variable.name && value === variable.value && !isReached) return;
  const updated = { ...variable, ...reach, name: renamed, value, updated_at: timestamp(context.now) };
  if (other === key) {
    variables.update(key, updated);
    return;
  }
  variables.remove(key);
  variables.insert(updated);
}

/** @throws NotFound, Forbidden */
export function deleteVariable(context: GithubContext, place: Place, name: string): void {
  getVariable(context, place, name);
  context.world.actions_variables.remove(settingKey(place.find(context, true), name));
}
