import { randomInt } from 'node:crypto';
import { ID_ALPHABET, ID_BODY_LENGTH, ID_PREFIXES, type IdKind } from '@svc/contract';

const TIME_LENGTH = 10;
const COUNTER_LENGTH = 4;
const RANDOM_LENGTH = ID_BODY_LENGTH - TIME_LENGTH - COUNTER_LENGTH;
const BASE = ID_ALPHABET.length;
const COUNTER_LIMIT = BASE ** COUNTER_LENGTH;

let lastTime = 0;
let counter = 0;

/** A new id. Ids of one process sort by the order they were made in, also within a millisecond. */
export function newId(kind: IdKind, at: Date): string {
  const time = at.getTime();
  counter = time === lastTime ? (counter + 1) % COUNTER_LIMIT : 0;
  lastTime = time;
  return `${ID_PREFIXES[kind]}_${digits(time, TIME_LENGTH)}${digits(counter, COUNTER_LENGTH)}${randomText(RANDOM_LENGTH, ID_ALPHABET)}`;
}

/** Unguessable text over an alphabet. */
export function randomText(length: number, alphabet: string): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('');
}

function digits(value: number, length: number): string {
  let text = '';
  for (let rest = value; text.length < length; rest = Math.floor(rest / BASE)) text = ID_ALPHABET[rest % BASE] + text;
  return text;
}
