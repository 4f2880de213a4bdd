import { expect, test } from '@jest/globals';
import { bindText, renderCheck } from '@svc/grading';
import type { Check, CheckParam } from '@svc/twin-kit';
import { Chance } from '@svc/twin-kit/testing';
import { many } from '@svc/twin-kit/testing/share';
import { loadTwin, twinIds } from '@svc/twins';
import { plainReadings, plainSentence } from './readings/plain.ts';

const SENTENCES = many(2_000, 10_000);
const SEED = 20_260_722;

const twins = (await Promise.all(twinIds.map(loadTwin))).filter((twin) => twin !== undefined);
const params = twins.flatMap(({ checks }) => checks.flatMap((check) => Object.values(check.params)));
const examples = [...new Set(params.map(({ example }) => example))];
const wordings = [...new Set(twins.flatMap(({ checks }) => checks.flatMap(({ template }) => template.split(/\{\w+\}/))))];

/** Letters and marks that look like others. */
const ALIKE: readonly (readonly [string, string])[] = [
  ['a', 'а'],
  ['e', 'е'],
  ['o', 'о'],
  ['"', '“'],
  ['"', '”'],
  ['"', "'"],
  ['#', '＃'],
  ['-', '‐'],
  [' ', '\u00a0'],
  ['.', '．'],
  ['1', '１'],
];

const swapAt = (text: string, at: number, make: (piece: string) => string, length = 1): string =>
  text.slice(0, at) + make(text.slice(at, at + length)) + text.slice(at + length);

function swappedWords(chance: Chance, text: string): string {
  const words = text.split(' ');
  const at = chance.below(Math.max(1, words.length - 1));
  const [left, right] = [words[at] ?? '', words[at + 1] ?? ''];
  return [...words.slice(0, at), right, left, ...words.slice(at + 2)].join(' ');
}

/** What people and hosts of text do to a sentence. */
const CHANGES: readonly ((chance: Chance, text: string) => string)[] = [
  (_chance, text) => text,
  (chance, text) =>
    swapAt(text, chance.below(text.length), (one) => (one === one.toLowerCase() ? one.toUpperCase() : one.toLowerCase())),
  (_chance, text) => text.toLowerCase(),
  (chance, text) => swapAt(text, chance.below(text.length), (one) => ` ${one}`),
  (_chance, text) => text.replace(' ', '  '),
  (_chance, text) => ` ${text} `,
  (_chance, text) => text.slice(0, -1),
  (chance, text) => text + chance.of(['.', '!', ' ', '\n', ' Really.', '\u200b']),
  (chance, text) => swapAt(text, chance.below(text.length), () => ''),
  (chance, text) =>
    swapAt(text, chance.below(text.length), (one) => one + chance.of(['s', '"', '.', ',', '}', '{needle}', '\u200d'])),
  (_chance, text) => text.replace(/\b(issue|message|comment|label|channel|call|customer)\b/, '$1s'),
  (_chance, text) => text.replaceAll('"', ''),
  (chance, text) => text.replaceAll('"', chance.of(['""', '“', '\\"', "'", '"x"'])),
  swappedWords,
  (chance, text) => {
    const [plain, alike] = chance.of(ALIKE);
    return chance.maybe(0.5) ? text.replace(plain, alike) : text.replaceAll(plain, alike);
  },
  (chance, text) => swapAt(text, chance.below(text.length), (one) => chance.of(wordings) + one),
  (chance, text) => `${text} ${chance.of(wordings)}`,
  (chance, text) => text.replace(/\d+/, () => chance.of(['0', '01', '-1', '1.0', '1e1', '٣', '999999999999'])),
];

/** A value as somebody may put it, whether or not the slot takes it. */
function valueFor(chance: Chance, param: CheckParam): string {
  const { example, values } = param;
  const other = values ? chance.of(values) : chance.of(examples);
  const made = chance.of([
    () => example,
    () => other,
    () => `${example}${chance.of(wordings)}${other}`,
    () => `${chance.of(wordings)}${example}`,
    () => `${example} and ${other}`,
    () => `"${example}"`,
    () => chance.of(CHANGES)(chance, example),
  ])();
  const takes = (value: string): boolean => new RegExp(`^(?:${param.pattern.source})$`, param.pattern.flags).test(value);
  return takes(made) || chance.maybe(0.1) ? made : example;
}

interface Near {
  check: Check;
  args: Record<string, string>;
  /** The text as it came out. */
  text: string;
  /** Nothing happened to it. */
  isPlain: boolean;
}

function near(chance: Chance, checks: readonly Check[]): Near {
  const check = chance.of(checks);
  const args = Object.fromEntries(Object.entries(check.params).map(([name, param]) => [name, valueFor(chance, param)]));
  const sentence = plainSentence(check, args);
  const text = chance.of(CHANGES)(chance, sentence);
  return { check, args, text, isPlain: text === sentence };
}

const rendered = (check: Check, args: Record<string, string>): string | undefined => {
  try {
    return renderCheck(check, args);
  } catch {
    return undefined;
  }
};

test(`${SENTENCES} sentences near real ones mean what stands there, or nothing (chance ${SEED})`, () => {
  const chance = new Chance(SEED);
  const bound = new Map<string, number>();
  let unbound = 0;
  for (let at = 0; at < SENTENCES; at += 1) {
    const { id, checks } = chance.of(twins);
    const { check, args, text, isPlain } = near(chance, checks);
    const binding = bindText(checks, text, twins);
    const readings = plainReadings(checks, text, twins);
    if (!('args' in binding)) {
      unbound += 1;
      expect({ text, readings }).toEqual({ text, readings: [] });
      continue;
    }
    bound.set(id, (bound.get(id) ?? 0) + 1);
    // What two could read in two ways isn't bound to either.
    expect({ text, readings }).toEqual({ text, readings: [{ check: binding.check_id, args: binding.args }] });
    // What is written from arguments is read as those.
    if (isPlain && rendered(check, args) === text) expect({ text, args: binding.args }).toEqual({ text, args });
  }
  // Both happen, on every twin.
  expect(unbound).toBeGreaterThan(SENTENCES / 4);
  expect([...bound.keys()].sort()).toEqual(twins.map(({ id }) => id).sort());
  expect(Math.min(...bound.values())).toBeGreaterThan(SENTENCES / 50);
});
