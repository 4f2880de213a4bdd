import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { bindText, CheckArgumentError, declaredChecks, renderCheck, vocabularyDigest } from '@svc/grading';
import { type Check, defineCheck, passed } from '@svc/twin-kit';
import { growth, LINEAR, processorMs } from '@svc/twin-kit/testing/processor';
import { loadTwin } from '@svc/twins';
import { noteChecks } from './vocabulary.ts';

const byId = (id: string) => noteChecks.find((check) => check.id === id)!;
const examples = (check: Check) => Object.fromEntries(Object.entries(check.params).map(([name, { example }]) => [name, example]));

const wording = (id: string, template: string, pattern: RegExp): Check =>
  defineCheck()({
    id,
    template,
    description: '',
    compares: '',
    substrate: 'final_state',
    params: Object.fromEntries(
      [...template.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, { pattern, example: 'a', description: '' }]),
    ),
    evaluate: () => passed(''),
  });

describe('a parameter with values of its own', () => {
  const base = { id: 'notes.said', description: '', compares: '', substrate: 'final_state' as const, evaluate: () => passed('') };
  const named = defineCheck()({
    ...base,
    template: 'The tool {tool} is meant.',
    params: { tool: { pattern: /[a-z_]+/, values: ['create_note'], example: 'create_note', description: '' } },
  });
  const matching = defineCheck()({
    ...base,
    template: 'It matches /{pattern}/.',
    params: { pattern: { pattern: /[^\n]+/, isPattern: true, example: 'a+', description: '' } },
  });

  test('takes no other name than those there are', () => {
    expect(bindText([named], 'The tool create_note is meant.')).toHaveProperty('args', { tool: 'create_note' });
    expect(bindText([named], 'The tool create_noet is meant.')).toEqual({ check_id: 'notes.said', corrupted: true });
    expect(() => renderCheck(named, { tool: 'create_noet' })).toThrow('args.tool is none of the values there are');
  });

  test('takes no pattern that is none', () => {
    expect(bindText([matching], 'It matches /a/b+/.')).toHaveProperty('args', { pattern: 'a/b+' });
    expect(bindText([matching], 'It matches /(a/.')).toEqual({ check_id: 'notes.said', corrupted: true });
    expect(() => renderCheck(matching, { pattern: '(a' })).toThrow('args.pattern is no regular expression of RE2');
  });
});

describe('a rendered sentence', () => {
  test.each(noteChecks.map((check) => [check.id, check] as const))('%s binds to its own check and arguments', (_id, check) => {
    const args = examples(check);
    expect(bindText(noteChecks, renderCheck(check, args))).toEqual({ check_id: check.id, args });
  });

  test('any value that a check renders comes back from binding, whatever it contains', () => {
    const pieces = ['a', ' was moved to ', ' by ', '$&', '{who}', '.', '\\', '☃', ' is titled ', '#', '"'];
    // A fixed linear congruential sequence: the same cases in every run.
    let seed = 7;
    const pick = () => {
      seed = (seed * 1103515245 + 12345) % 2147483648;
      return pieces[seed % pieces.length]!;
    };
    let rendered = 0;
    for (let round = 0; round < 2_000; round++) {
      const args = { what: pick() + pick() + pick(), where: pick() + pick(), who: 'ada' };
      let sentence: string;
      try {
        sentence = renderCheck(byId('notes.moved'), args);
      } catch (error) {
        expect(error).toBeInstanceOf(CheckArgumentError);
        continue;
      }
      rendered += 1;
      expect(bindText(noteChecks, sentence)).toEqual({ check_id: 'notes.moved', args });
    }
    expect(rendered).toBeGreaterThan(200);
  });

  test('a free value may contain the words that follow its slot when the rest decides', () => {
    const args = { note: '1', title: 'he said". Note #2 is titled' };
    expect(() => renderCheck(byId('notes.note-titled'), args)).toThrow('args.title must match');
    expect(bindText(noteChecks, 'Text a by b was moved to c by d by ada.')).toEqual({
      check_id: 'notes.moved',
      args: { what: 'a by b', where: 'c by d', who: 'ada' },
    });
  });
});

describe('binding refuses', () => {
  test.each([
    ['a value outside the pattern', 'Note #0 exists.', 'notes.note-exists'],
    ['a value with something around it', 'Note #1 really exists.', 'notes.note-exists'],
    ['an empty value', 'Note # exists.', 'notes.note-exists'],
    ['a line break that the pattern excludes', 'Note #1 is titled "a\nb".', 'notes.note-titled'],
  ])('%s as corrupted', (_name, text, id) => {
    expect(bindText(noteChecks, text)).toEqual({ check_id: id, corrupted: true });
  });

  test.each(['note #1 exists.', 'Note #1 exists', ' Note #1 exists.', 'Note #1 exists. ', 'Note #1 exists.\n'])(
    'wording that is not exact: %j',
    (text) => {
      const binding = bindText(noteChecks, text);
      expect(binding).toMatchObject({ check_id: null });
      expect('nearest' in binding && binding.nearest[0]).toEqual({ id: 'notes.note-exists', template: 'Note #{note} exists.' });
    },
  );

  test('text without a common word has no nearest template', () => {
    expect(bindText(noteChecks, 'xyzzy')).toEqual({ check_id: null, nearest: [] });
    expect(bindText(noteChecks, '')).toEqual({ check_id: null, nearest: [] });
    expect(bindText([], 'Note #1 exists.')).toEqual({ check_id: null, nearest: [] });
  });

  test('hostile text in bounded time', () => {
    const hostile = `Text ${' was moved to by '.repeat(1_000)}!`;
    const took = processorMs(() => {
      bindText(noteChecks, hostile);
      bindText(noteChecks, `${hostile} by 1.`);
    });
    // A thousand words in three slots have half a billion divisions; the bound ends after thousands.
    expect(took).toBeLessThan(2_000);
  });

  test('long values between the words of a sentence in bounded time, however often these stand in them', async () => {
    const checks = (await loadTwin('github'))?.checks ?? [];
    const made = (length: number) => {
      const said = (between: string): string => between.repeat(length / between.length);
      const texts = [
        `An issue titled "${said('" in ')}" in acme/web is open.`,
        `An issue titled "${said('" in ')}" in acme/web is assigned to ben.`,
        `The body of issue #${said(' in ')} in acme/web contains "x".`,
        `A pull request from ${said(' into ')} into main in acme/web is a draft.`,
      ];
      return { length, texts: [...texts, ...texts.toReversed()] };
    };
    // Each division costs what its values are long: unbounded by length, these took ten seconds.
    expect(growth(made, 20_000, ({ texts }) => texts.forEach((text) => void bindText(checks, text)))).toBeLessThan(LINEAR);
  });
});

describe('where wordings overlap', () => {
  const open = wording('t.open', 'Say {what}.', /.+/);
  const closed = wording('t.closed', 'Say {what} twice.', /.+/);
  const twin = wording('t.another', 'Say {that}.', /.+/);

  test('the one with more fixed words wins, in any order of declaration', () => {
    for (const checks of [
      [open, closed],
      [closed, open],
    ]) {
      expect(bindText(checks, 'Say hello twice.')).toEqual({ check_id: 't.closed', args: { what: 'hello' } });
      expect(bindText(checks, 'Say hello.')).toEqual({ check_id: 't.open', args: { what: 'hello' } });
    }
  });

  test('the smaller id decides between equal ones', () => {
    expect(bindText([open, twin], 'Say hello.')).toMatchObject({ check_id: 't.another' });
    expect(bindText([twin, open], 'Say hello.')).toMatchObject({ check_id: 't.another' });
  });

  test('a slot that stands twice takes one value', () => {
    const echo = wording('t.echo', '{a} is {a}.', /\w+/);
    expect(bindText([echo], 'x is x.')).toEqual({ check_id: 't.echo', args: { a: 'x' } });
    expect(bindText([echo], 'x is y.')).toEqual({ check_id: 't.echo', corrupted: true });
    expect(renderCheck(echo, { a: 'x' })).toBe('x is x.');
  });

  test('alternatives and flags of a pattern hold for the whole value', () => {
    const either = wording('t.either', 'It is {state}.', /open|closed/gi);
    for (let round = 0; round < 3; round++)
      expect(bindText([either], 'It is CLOSED.')).toMatchObject({ args: { state: 'CLOSED' } });
    expect(bindText([either], 'It is openly.')).toEqual({ check_id: 't.either', corrupted: true });
  });
});

describe('rendering names the path of', () => {
  const check = byId('notes.note-exists');
  test.each([
    ['a missing argument', {}, 'args.note is missing (for example "1")'],
    ['an inherited name', Object.create({ note: '1' }), 'args.note is missing (for example "1")'],
    ['a number', { note: 1 }, 'args.note must be a string'],
    ['a refused value', { note: '01' }, 'args.note must match /[1-9]\\d*/ as a whole (for example "1")'],
  ])('%s', (_name, args, message) => {
    expect(() => renderCheck(check, args)).toThrow(expect.objectContaining({ message, path: 'args.note' }));
  });

  test('a value that would make the sentence mean something else', () => {
    const args = { what: 'a was moved to b', where: 'c', who: 'ada' };
    expect(() => renderCheck(byId('notes.moved'), args)).toThrow(
      expect.objectContaining({ path: 'args.what', message: expect.stringContaining('ambiguous') }),
    );
  });

  test('nothing for arguments that the check does not have', () => {
    expect(renderCheck(check, { note: '1', more: 'x' })).toBe('Note #1 exists.');
  });
});

describe('the digest of a vocabulary', () => {
  test('is the SHA-256 of the canonical JSON of what is listed, whatever the order of declaration', () => {
    const canonical = (value: unknown): string => {
      if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
      if (value === null || typeof value !== 'object') return JSON.stringify(value);
      const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
      return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
    };
    const expected = createHash('sha256')
      .update(canonical(declaredChecks(noteChecks)))
      .digest('hex');
    expect(vocabularyDigest(noteChecks)).toBe(`sha256:${expected}`);
    expect(vocabularyDigest(noteChecks.toReversed())).toBe(`sha256:${expected}`);
  });

  test('changes with a template, a pattern and a parameter', () => {
    const digest = vocabularyDigest(noteChecks);
    const [first, ...rest] = noteChecks;
    const changed = [
      { ...first!, template: 'Note #{note} is there.' },
      { ...first!, params: { note: { ...first!.params.note!, pattern: /\d+/ } } },
      { ...first!, compares: 'Something else.' },
    ];
    for (const check of changed) expect(vocabularyDigest([check as Check, ...rest])).not.toBe(digest);
  });
});

test('a template and parameters that differ are a fault of the check', () => {
  const check = byId('notes.note-exists');
  expect(() => bindText([{ ...check, template: 'Note {number}.' }], 'x')).toThrow('slot {number} has no declared parameter');
  expect(() => bindText([{ ...check, template: 'Note.' }], 'x')).toThrow('parameter note has no slot');
});
