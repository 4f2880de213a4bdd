import { METADATA_KEYS, TooManyKeys } from '../errors.ts';
import type { Metadata } from '../world.ts';

const isEmpty = (value: string): boolean => value === '';

/** Lays sent keys over those that are there; an empty value removes its key, nothing at all removes every key. */
export function mergeMetadata(current: Metadata, sent: Metadata | null | undefined): Metadata {
  if (sent === undefined) return current;
  if (sent === null) return {};
  const all = { ...current, ...sent };
  const merged = Object.values(all).some(isEmpty)
    ? Object.fromEntries(Object.entries(all).filter(([, value]) => !isEmpty(value)))
    : all;
  const keys = Object.keys(merged).length;
  if (keys > METADATA_KEYS) throw new TooManyKeys(keys, 'metadata');
  return merged;
}

/** The fields of a change that were sent, without those that weren't. */
export function sent<T extends object>(fields: T): Partial<{ [K in keyof T]: Exclude<T[K], undefined> }> {
  const given: Partial<T> = {};
  for (const name in fields) if (fields[name] !== undefined) given[name] = fields[name];
  return given as ReturnType<typeof sent<T>>;
}
