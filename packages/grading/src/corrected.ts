import type { Check } from '@svc/twin-kit';
import { nearestName } from '@svc/twin-kit';
import { bindText, CheckArgumentError, isBound, renderCheck } from './bind.ts';
import type { Product } from './facts.ts';
import { type Slot, templateOf } from './template.ts';

/** Longer texts are nobody's sentence. */
const MAX_LENGTH = 500;

/**
 * The sentence of a check that a text was probably meant to be, with the text's own values in its slots; undefined where none can be told.
 *
 * @param products whose facts a sentence may name
 */
export function correctedSentence(checks: readonly Check[], text: string, products: readonly Product[] = []): string | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  for (const candidate of spellings(text)) {
    if (isBound(bindText(checks, candidate, products))) return candidate;
  }
  const known = inOurWords(text);
  const wording = wordingOf(checks);
  for (const check of likestChecks(checks, known)) {
    const sentence = filled(check, known, wording);
    if (sentence !== undefined && saysAll(known, sentence) && isBound(bindText(checks, sentence, products))) return sentence;
  }
  return undefined;
}

/** What people call things, and what they are called in sentences. */
const SYNONYMS: readonly (readonly [RegExp, string])[] = [
  [/\b(?:PR|pull)(?= #?\d)/g, 'pull request'],
  [/\bPR\b/g, 'pull request'],
  [/\b[Ee]-?mails\b|(?<=\bNo )e-?mail\b/g, 'mail'],
  [/\b[Ee]-?mail(?= (?:to|from|was|were|"))/g, 'message'],
  [/\blabell?ed\b/g, 'label'],
];

/** A text with what it calls otherwise in the words of sentences; what is quoted stays. */
const inOurWords = (text: string): string =>
  text
    .split(/("[^"]*")/)
    .map((piece, at) => (at % 2 === 1 ? piece : SYNONYMS.reduce((said, [word, ours]) => said.replaceAll(word, ours), piece)))
    .join('');

const words = new WeakMap<readonly Check[], ReadonlySet<string>>();

/** Every word that stands in a sentence of its own: it is no value, unless it is quoted. */
function wordingOf(checks: readonly Check[]): ReadonlySet<string> {
  const known = words.get(checks) ?? new Set(checks.flatMap((check) => templateOf(check).literals.flatMap(wordsIn)));
  words.set(checks, known);
  return known;
}

/** What can only be a value: what is quoted, has a digit or a sign in it, or is all in capitals. */
const VALUE = /"[^"]*"|[^\s"]*(?:[#@\d/_:]|[^\s".]\.[^\s".])[^\s"]*|\b[A-Z]{2,}\b/g;

/** What is counted or measured. */
const UNIT = /\d ([a-z]+)/g;
const EXCEPTION = /\b(?:except|other than|anybody but|outside)\b/i;
/** A sentence on how many there are, and a text on that. */
const COUNTED = /^exactly \d/i;
const COUNT = /\bexactly\b|^(?:an?|zero|one|two|three|four|five|six|seven|eight|nine|ten|\d+) /i;
/** Who did it. */
const BY = /\bby\b/i;
/** Nothing else: a number is exact by itself. */
const NOTHING_ELSE = /\b(?:exactly (?!\d|zero|one|two|three|four|five|six|seven|eight|nine|ten)|only )/i;

/** Which side of a value is meant. */
const SIDE = /\b(?:before|after|until|since|within|between|at (?:least|most)|(?:more|less|fewer) than|earlier|later)\b/gi;

/** Says a sentence all that a text does? One that leaves a value, a unit, a side or an exception out says something else. */
function saysAll(text: string, sentence: string): boolean {
  const bare = (value: string): string => value.toLowerCase().replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
  const said = sentence.toLowerCase();
  const names = wordsIn(sentence);
  const unquoted = text.replaceAll(/"[^"]*"/g, ' ');
  const units = [...unquoted.matchAll(UNIT)].map(([, unit = '']) => unit);
  return (
    sidesIn(unquoted) === sidesIn(sentence.replaceAll(/"[^"]*"/g, ' ')) &&
    EXCEPTION.test(text) === EXCEPTION.test(sentence) &&
    (!BY.test(unquoted) || BY.test(sentence)) &&
    (!COUNTED.test(sentence) || COUNT.test(unquoted)) &&
    NOTHING_ELSE.test(text) === NOTHING_ELSE.test(sentence) &&
    (text.match(VALUE) ?? []).every((value) => said.includes(bare(value))) &&
    units.every((unit) => SMALL_WORDS.has(unit) || nearestName(unit, names) !== undefined) &&
    leftOut(text, sentence).length === 0
  );
}

/** What says no more than the rest does. */
const IDLE_WORDS = new Set(
  'agent already also any anybody be been being but except existing given got must never new no now other outside please put same set should single still successfully than then there will'.split(
    ' ',
  ),
);
/** How something came to be as it is, and that it is so: a sentence on the end needn't tell. */
const MOVES = new Set('added assigned bears carries ends exist exists gets moved posted receives sent starts wears'.split(' '));

/** What something is, beside the like word for what was done to it: "open" isn't "opened". */
const ADJECTIVES = new Set(['open']);

/** The words of a text that a sentence has not, and that aren't merely what a value is called, as in "customer cus_1". */
function leftOut(text: string, sentence: string): string[] {
  const names = wordsIn(sentence.replaceAll(/"[^"]*"/g, ' '));
  const isSaid = (word: string): boolean =>
    IDLE_WORDS.has(word) ||
    MOVES.has(word) ||
    names.includes(word) ||
    names.includes(String(NUMBERS.indexOf(word))) ||
    (!ADJECTIVES.has(word) && (isLike(word, names) || names.some((name) => isFormOf(word, name))));
  return contentOf(text).filter((word) => !isSaid(word) && !isTitleOfValue(word, text, sentence));
}

/** Two forms of a word, as "refunded" and "refund". */
function isFormOf(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= 4 && long.startsWith(short.slice(0, -1)) && /^(?:e?s|e?d|ing|.ed|.ing)?$/.test(long.slice(short.length));
}

/** Stands the word before a value that stands alone in the sentence? What is called otherwise there is something else. */
function isTitleOfValue(word: string, text: string, sentence: string): boolean {
  const [, value] = new RegExp(`\\b${word} ((?:#|@)?[^\\s"]*[\\d_/.][^\\s"]*?)(?=[.,;:]?(?:\\s|$))`, 'i').exec(text) ?? [];
  if (value === undefined) return false;
  const before = sentence
    .slice(0, Math.max(0, sentence.indexOf(value)))
    .match(/(\w+)\s*$/)?.[1]
    ?.toLowerCase();
  return before !== undefined && SMALL_WORDS.has(before);
}

const sidesIn = (text: string): string => [...new Set(text.match(SIDE)?.map((side) => side.toLowerCase()))].sort().join();

const MOST_TRIED = 3;
/** Of the words that two sentences have, so many are to be common. */
const ALIKE = 0.6;
const SMALL_WORDS = new Set(
  'a an and are been by for from had has have in is it its of on or that the to was were with'.split(' '),
);
const NEGATION = /\b(?:no|not|never|none|nobody|nothing|without|except|other than|\w+n['’]t)\b/i;

/** The checks whose sentence has nearly the words of a text and doesn't say the opposite, the likest first. */
export function likestChecks(checks: readonly Check[], text: string): Check[] {
  const wanted = contentOf(text.slice(0, MAX_LENGTH));
  return checks
    .filter(({ template }) => NEGATION.test(template) === NEGATION.test(text))
    .map((check) => ({ check, alike: alikeness(wanted, contentOf(check.template.replaceAll(/\{\w+\}/g, '1'))) }))
    .filter(({ alike }) => alike >= ALIKE)
    .sort(
      (one, other) =>
        other.alike - one.alike || slotsOf(one.check) - slotsOf(other.check) || (one.check.id < other.check.id ? -1 : 1),
    )
    .slice(0, MOST_TRIED)
    .map(({ check }) => check);
}

const slotsOf = ({ params }: Check): number => Object.keys(params).length;

/** The words that say what a sentence is about: no names, numbers and quotations. */
const contentOf = (text: string): string[] => [
  ...new Set(
    (text.replaceAll(/"[^"]*"/g, ' ').match(/(?<![^\s(])[A-Za-z]+(?:-[A-Za-z]+)*(?=[.,;:)]*(?:\s|$))/g) ?? [])
      .map((word) => (/^not$/i.test(word) ? 'never' : word.toLowerCase()))
      .filter((word) => !SMALL_WORDS.has(word)),
  ),
];

function alikeness(one: readonly string[], other: readonly string[]): number {
  if (one.length + other.length === 0) return 0;
  const common = one.filter((word) => isLike(word, other)).length;
  return (2 * Math.min(common, other.length)) / (one.length + other.length);
}

/** Is the word one of these, but for a slip? Slips are rare at the beginning of a word, and most words are written right: the rest is cheap. */
const isLike = (word: string, names: readonly string[]): boolean =>
  names.includes(word) ||
  nearestName(
    word,
    names.filter((name) => name[0] === word[0]),
  ) !== undefined;

/** A text as editors and people write what they mean by it. */
function spellings(text: string): string[] {
  const plain = text
    .replaceAll(/[“”„«»]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[\u00a0\s]+/g, ' ')
    .replaceAll(/[‐‑]/g, '-')
    .trim();
  const bare = plain.replaceAll(/[`*]/g, '');
  const doubled = bare.replaceAll(/(^|[\s(])'([^'"]+)'/g, '$1"$2"');
  const bases = [plain, bare, doubled, doubled.replace(/^(?:An?|The) /, '')].map((one) => one.replace(/[.!;,]*$/, ''));
  const capital = (one: string): string => one.charAt(0).toUpperCase() + one.slice(1);
  return [...new Set(bases.flatMap((one) => [`${one}.`, one, `${capital(one)}.`, capital(one)]))];
}

/** Words of the text that stand where the slots of the template do. @param wording words that are no values unless they are quoted */
function filled(check: Check, text: string, wording: ReadonlySet<string>): string | undefined {
  const { literals, slots } = templateOf(check);
  const fixed = new Set(literals.flatMap((literal) => wordsIn(literal)));
  const words =
    spellings(text)[0]
      ?.replace(/[.]$/, '')
      .match(/"[^"]*"|\S+/g) ?? [];
  const used = new Set<number>();
  const args: Record<string, string> = {};
  for (const [index, slot] of slots.entries()) {
    if (args[slot.name] !== undefined) continue;
    const before = wordsIn(literals[index] ?? '').at(-1);
    const quoted = (literals[index] ?? '').endsWith('"');
    const order = candidates(words, before, fixed);
    const mayBe = (at: number): boolean => {
      const word = words[at] as string;
      if (check.params[slot.name]?.isPattern) return /^\/.+\/$/.test(word);
      if (isWordOf(word, wording) && !isClosed(slot)) return false;
      // A word as any other is a name only where names stand.
      if (/^[a-z]+$/.test(word) && !isClosed(slot) && !isAfter(words, at, before)) return false;
      const isQuoted = quoted || slotValue(word, quoted, slot.accepts)?.startsWith('"') === true;
      return !isQuoted || word.startsWith('"') || isAfter(words, at, before);
    };
    const at = order.find(
      (candidate) =>
        !used.has(candidate) && mayBe(candidate) && slotValue(words[candidate] as string, quoted, slot.accepts) !== undefined,
    );
    if (at === undefined) return undefined;
    used.add(at);
    args[slot.name] = slotValue(words[at] as string, quoted, slot.accepts) as string;
  }
  try {
    return renderCheck(check, args);
  } catch (error) {
    if (error instanceof CheckArgumentError) return undefined;
    throw error;
  }
}

/** Takes a slot some words only, such as those for a state? */
const isClosed = ({ accepts }: Slot): boolean => ['xyzzy', '#xyzzy', '@xyzzy', '"xyzzy"'].every((word) => !accepts(word));

/** Is it a plain word that sentences are made of? */
const isWordOf = (word: string, wording: ReadonlySet<string>): boolean => {
  const plain = word.toLowerCase().replaceAll(/[.,;:)]+$/g, '');
  return /^[a-z]+$/.test(plain) && (SMALL_WORDS.has(plain) || wording.has(plain));
};

const NUMBERS = 'zero one two three four five six seven eight nine ten'.split(' ');

const wordsIn = (literal: string): string[] => literal.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** Stands the word that is before the slot before this one? */
const isAfter = (words: readonly string[], at: number, before: string | undefined): boolean =>
  before !== undefined && at > 0 && nearestName(wordsIn(words[at - 1] as string).at(-1) ?? '', [before]) !== undefined;

/** Places in the text, the likeliest first: after the word that stands before the slot, then any that isn't wording. */
function candidates(words: readonly string[], before: string | undefined, fixed: ReadonlySet<string>): number[] {
  const places = words.map((_, at) => at);
  const isBefore = (at: number): boolean => isAfter(words, at, before);
  const isWording = (at: number): boolean => wordsIn(words[at] as string).every((word) => fixed.has(word));
  const free = places.filter((at) => !isWording(at));
  return [...free.filter(isBefore), ...free.filter((at) => !isBefore(at))];
}

function slotValue(word: string, quoted: boolean, accepts: (value: string) => boolean): string | undefined {
  const bare = word.replace(/[,;:]+$/, '');
  const inner = bare.replaceAll(/^["'(]+|["')]+$/g, '');
  const digits = NUMBERS.indexOf(inner.toLowerCase());
  if (digits >= 0 && accepts(String(digits))) return String(digits);
  const plain = inner.replaceAll(/^[#@:]|:$/g, '');
  const options = quoted ? [inner] : [bare, inner, plain, bare.toLowerCase(), `#${inner}`, `@${inner}`, `"${inner}"`];
  return options.find((option) => option !== '' && accepts(option));
}
