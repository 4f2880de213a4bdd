import { Unsupported } from '../../errors.ts';
import { isDate, isDateModifier, type Modifier, type Query } from './query.ts';

const PLACES_AND_PEOPLE = new Set(['in', 'with', 'to', 'from', 'hasmy', 'creator', 'type']);
const HAS = new Set(['link', 'pin', 'reaction', 'file', 'star']);
const IS = new Set(['thread', 'saved']);

function isKnown(modifier: Modifier, now: number): boolean {
  const { name, value } = modifier;
  if (isDateModifier(modifier)) return isDate(value, now);
  if (name === 'has') return value.startsWith(':') || HAS.has(value);
  return PLACES_AND_PEOPLE.has(name) || (name === 'is' && IS.has(value));
}

/** Refuses modifiers that the twin doesn't know: one that was passed over would find what nobody asked for. */
export function requireKnown({ modifiers }: Query, now: number): void {
  for (const modifier of modifiers)
    if (!isKnown(modifier, now)) throw new Unsupported(`the search modifier \`${modifier.name}:${modifier.value}\``);
}

/** Modifiers of files only, which no message satisfies, and the other way round. */
export const isOfFiles = ({ name }: Modifier): boolean => name === 'type' || name === 'creator';
