import { isLonger } from '@svc/twin-kit';
import { EntityNotFound, InvalidInput, InvalidItem, RuleBroken, Unsupported } from '../errors.ts';
import { entities } from '../lists/sequence.ts';
import { type EntityCollection, typeOf } from '../model.ts';
import { type Entity, type LinearContext, type LinearWorld, timestamp, type User } from '../world.ts';

/** An input object of a mutation, checked against the schema already. */
export type Input = Readonly<Record<string, unknown>>;

export type RecordOf<N extends EntityCollection> = LinearWorld[N] extends { get(key: never): infer R } ? NonNullable<R> : never;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Hexadecimal digits at the end of the URLs of projects, documents and initiatives. */
const SLUG_LENGTH = 12;

export const newSlug = (context: Pick<LinearContext, 'ids'>): string => context.ids.hex(SLUG_LENGTH);

/** The user whose key opens the twin: who does everything. */
export function actor({ world }: Pick<LinearContext, 'world'>): Readonly<User> {
  const viewer = world.viewer.get('viewer');
  return world.users.get(viewer?.userId ?? '') as Readonly<User>;
}

/** The fields that a new record of a collection begins with. Callers may choose the id, as Linear's inputs let them. */
export function born(context: LinearContext, collection: EntityCollection, input: Input = {}): Entity {
  const { id } = input;
  const now = timestamp(context.now);
  if (id === undefined || id === null) return { id: context.ids.uuid(), createdAt: now, updatedAt: now, archivedAt: null };
  if (!UUID.test(id as string)) throw new InvalidInput('id', 'isUuid', 'must be a UUID');
  if (entities(context.world, collection).has(id as string)) {
    throw new RuleBroken('Conflict on insert', `A ${typeOf[collection]} with this id exists already.`);
  }
  return { id: id as string, createdAt: now, updatedAt: now, archivedAt: null };
}

/**
 * The record that an id names.
 *
 * @param field the input field that holds the id; ids in it have to be UUIDs
 * @throws InvalidInput | EntityNotFound
 */
export function referenced<N extends EntityCollection>(
  { world }: Pick<LinearContext, 'world'>,
  collection: N,
  id: unknown,
  field?: string,
): RecordOf<N> {
  const record = typeof id === 'string' ? entities(world, collection).get(id) : undefined;
  if (record) return record as unknown as RecordOf<N>;
  if (field !== undefined && !UUID.test(String(id))) throw new InvalidInput(field, 'isUuid', 'must be a UUID');
  throw new EntityNotFound(typeOf[collection]);
}

/** Checks the ids of a list and returns it without repetitions. */
export function referencedAll(
  context: Pick<LinearContext, 'world'>,
  collection: EntityCollection,
  ids: unknown,
  field: string,
): string[] {
  requireIds(context, collection, ids as readonly string[], field);
  return [...new Set((ids as readonly string[]).map((id) => referenced(context, collection, id, field).id))];
}

/** @throws InvalidItem for a list with something that is nobody's id and couldn't be one */
export function requireIds(
  { world }: Pick<LinearContext, 'world'>,
  collection: EntityCollection,
  ids: readonly string[],
  field: string,
): void {
  if (!ids.every((id) => UUID.test(id) || entities(world, collection).has(id)))
    throw new InvalidItem(field, 'isUuid', 'must be a UUID');
}

export interface InputFields<T> {
  /** Fields that can't be emptied. */
  required?: readonly (keyof T & string)[];
  /** Fields that null empties. */
  nullable?: readonly (keyof T & string)[];
  /** Fields that the action handles itself. */
  own?: readonly string[];
}

/** The fields of an input that were given, as they go into a record. @throws Unsupported for fields the twin doesn't model */
export function given<T extends object>(inputType: string, input: Input, fields: InputFields<T>): Partial<T> {
  const { required = [], nullable = [], own = [] } = fields;
  const patch: Record<string, unknown> = {};
  for (const name in input) {
    const value = input[name];
    if (value === undefined || own.includes(name)) continue;
    if (nullable.includes(name as keyof T & string)) patch[name] = value;
    else if (required.includes(name as keyof T & string)) {
      if (value === null) throw new InvalidInput(name, 'isDefined', 'should not be null or undefined');
      patch[name] = value;
      // Null and false ask for nothing.
    } else if (value !== null && value !== false) throw new Unsupported(`${inputType}.${name}`);
  }
  return patch as Partial<T>;
}

/** Refuses an empty name or title. */
export function notBlank(field: string, value: unknown): void {
  if (typeof value === 'string' && value.trim() === '') throw new InvalidInput(field, 'isNotEmpty', 'should not be empty');
}

/** Refuses a text that is longer than Linear takes. */
export function atMost(field: string, value: unknown, most: number): void {
  if (typeof value === 'string' && isLonger(value, most))
    throw new InvalidInput(field, 'maxLength', `must be shorter than or equal to ${most} characters`);
}

/** Refuses a value outside a closed set. */
export function oneOf(field: string, value: unknown, allowed: readonly string[]): void {
  if (value !== undefined && value !== null && !allowed.includes(value as string)) {
    throw new InvalidInput(field, 'isIn', `must be one of the following values: ${allowed.join(', ')}`);
  }
}

const LOWEST_PRIORITY = 4;

/** Priorities are 0 (none), 1 (urgent) to 4 (low). */
export function priorityIn(input: Input): void {
  const { priority } = input;
  if (typeof priority !== 'number') return;
  if (priority < 0) throw new InvalidInput('priority', 'min', 'must not be less than 0');
  if (priority > LOWEST_PRIORITY) throw new InvalidInput('priority', 'max', `must not be greater than ${LOWEST_PRIORITY}`);
}

/** A web address of Linear's inputs. */
export function webAddress(field: string, value: unknown): void {
  if (typeof value !== 'string') return;
  if (!URL.canParse(value) || !/^[a-z][a-z0-9+.-]*:/i.test(value))
    throw new InvalidInput(field, 'isUrl', 'must be a URL address');
}

/** A hex colour such as `#bec2c8`. */
export function colour(field: string, value: unknown): void {
  if (typeof value === 'string' && !/^#[0-9a-f]{3,8}$/i.test(value)) {
    throw new InvalidInput(field, 'isHexColor', 'must be a hexadecimal color');
  }
}
