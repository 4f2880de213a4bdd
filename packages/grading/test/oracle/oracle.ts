/** Verdicts as somebody would give them who reads worlds and calls with a pencil: slow, plain, and in no words of the evaluator. */
import { cuts } from '../readings/plain.ts';
import type { Call, Did, Row, World } from './history.ts';

export interface Case {
  twin: string;
  seed: World | undefined;
  final: World | undefined;
  calls: readonly Call[];
}

export interface Asked {
  id: string;
  kind: 'code' | 'model';
  text: string;
  twin?: string;
  always_scored?: boolean;
}

export interface Said {
  status: 'passed' | 'failed' | 'skipped' | 'unmatched' | 'model' | 'not_gradable';
  already: boolean;
}

type Values = readonly string[];
interface Scene {
  seed: World;
  final: World;
  calls: readonly Call[];
}

/** What may stand in a place of a sentence, and what is put there to have something said that matters. */
export type Place = RegExp & { like?: RegExp };

/** A sentence by the words around its values. */
export interface Sentence {
  words: readonly string[];
  /** What the values may be. */
  values: readonly Place[];
  /** What decides: the end, or what was done; and whether names of the seed are needed for it. */
  by: 'end' | 'end and seed' | 'calls' | 'calls and seed';
  isTrue(values: Values, scene: Scene): boolean;
}

export const TEXT = /[^"\n]+/;
export const COUNT = /\d{1,6}/;

/** A sentence with `~` where its values stand. */
export const sentence = (text: string, values: readonly RegExp[], by: Sentence['by'], isTrue: Sentence['isTrue']): Sentence => ({
  words: text.split('~'),
  values,
  by,
  isTrue,
});

export const of = (world: World, collection: string): Row[] => world[collection] ?? [];

/** What is read in a text: no invisible signs, plain quotes, one space where there are several. */
const plain = (text: string): string => text.replaceAll('\u200b', '').replaceAll('’', "'").split(/\s+/).filter(Boolean).join(' ');
const shown = (text: string): string => plain(text.replaceAll('*', ''));
export const holds = (text: unknown, needle: string): boolean =>
  typeof text === 'string' && (plain(text).includes(plain(needle)) || shown(text).includes(plain(needle)));
/** The same where the product shows texts as they are. */
export const holdsAsTyped = (text: unknown, needle: string): boolean =>
  typeof text === 'string' && plain(text).includes(plain(needle));
export const same = (text: unknown, other: string): boolean => typeof text === 'string' && plain(text) === plain(other);
export const equal = (text: unknown, other: string): boolean =>
  typeof text === 'string' && plain(text).toLowerCase() === plain(other).toLowerCase();

export const didIn = ({ tool, actions, state_delta }: Call): readonly Did[] => {
  if (actions) return actions;
  return tool === null && !state_delta?.length ? [] : [{ tool, writes: state_delta ?? [] }];
};
export const writesIn = (calls: readonly Call[]) => calls.flatMap(didIn).flatMap(({ writes }) => writes);

/** The bearers of a name: those of the seed, and only where it has none those of the end. */
export function bearers(seed: readonly Row[], final: readonly Row[], is: (one: Row) => boolean): Row[] {
  const old = seed.filter(is).map(({ id }) => id);
  return old.length > 0 ? final.filter(({ id }) => old.includes(id)) : final.filter(is);
}

/** What a sentence says under one way to read it; undefined where it is none. */
function meaningOf(sentences: readonly Sentence[], text: string): { sentence: Sentence; values: Values } | undefined {
  for (const sentence of sentences)
    for (const values of cuts(text, sentence.words))
      if (values.every((value, at) => sentence.values[at]?.exec(value)?.[0] === value)) return { sentence, values };
  return undefined;
}

export function judge(sentences: readonly Sentence[], asked: Asked, { twin, seed, final, calls }: Case): Said {
  const say = (status: Said['status'], already = false): Said => ({ status, already });
  if (asked.kind === 'model') return say('model');
  if (asked.twin !== undefined && asked.twin !== twin) return say('unmatched');
  const meaning = meaningOf(sentences, asked.text);
  if (!meaning) return say('unmatched');
  const { sentence, values } = meaning;
  const given = (scene: Scene): boolean => sentence.isTrue(values, scene);
  const always = asked.always_scored === true;
  if (sentence.by.startsWith('calls')) {
    if (sentence.by === 'calls and seed' && !seed) return say('not_gradable');
    const known = seed ?? {};
    const already = given({ seed: known, final: known, calls: [] });
    if (already && !always) return say('skipped');
    return say(given({ seed: known, final: final ?? {}, calls }) ? 'passed' : 'failed', already);
  }
  if (!final) return say('not_gradable');
  if (!seed && (!always || sentence.by === 'end and seed')) return say('not_gradable');
  const already = seed !== undefined && given({ seed, final: seed, calls });
  if (already && !always) return say('skipped');
  return say(given({ seed: seed ?? final, final, calls }) ? 'passed' : 'failed', already);
}

export interface Tally {
  score: number | null;
  allSkipped: boolean;
  vacuous: boolean;
}

/** The score of a trial, 0 of one that errored. */
export function tally(said: readonly Said[]): Tally {
  const passed = said.filter(({ status }) => status === 'passed');
  const scored = said.filter(({ status }) => status === 'passed' || status === 'failed').length;
  const share = scored === 0 ? 0 : Number(((passed.length / scored) * 100).toFixed(2));
  return {
    score: said.length === 0 ? null : share,
    allSkipped: scored === 0,
    vacuous: passed.length > 0 && passed.every(({ already }) => already),
  };
}
