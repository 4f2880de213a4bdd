import { describe, expect, test } from '@jest/globals';
import type { Criterion } from '@svc/contract';
import { bindText, evaluate, type Product } from '@svc/grading';
import { collection, defineFact, factCheck, passage } from '@svc/twin-kit';

interface Note {
  id: number;
  text: string;
}
interface Charge {
  id: string;
  cents: number;
}
const noteWorld = { notes: collection<Note>()({ key: ({ id }) => id }) };
const tillWorld = { charges: collection<Charge>()({ key: ({ id }) => id }) };

const says = factCheck<typeof noteWorld>()({
  id: 'notes.note-contains-fact',
  subject: 'Note #{note}',
  example: ['amount of charge c1', 'Till'],
  params: { note: { pattern: /\d+/, example: '1', description: 'A note' } },
  textsOf: ({ note }, { notes }) => notes.filter(({ id }) => id === Number(note)).map(({ text }) => passage('text', text)),
});
const till: Product = {
  id: 'till',
  title: 'Till',
  facts: [
    defineFact<typeof tillWorld>()({
      id: 'till.charge-amount',
      template: 'amount of charge {charge}',
      description: 'What was charged.',
      params: { charge: { pattern: /\w+/, example: 'c1', description: 'A charge' } },
      read: ({ charge }, { charges }) =>
        charges.filter(({ id }) => id === charge).flatMap(({ cents }) => [`${cents / 100} EUR`, `€${cents / 100}`]),
    }),
  ],
};
const notes: Product = { id: 'notes', title: 'Notes', facts: [] };
const products = [notes, till];
const SENTENCE = 'Note #1 contains the amount of charge c1 on Till.';

const before = { charges: [{ id: 'c1', cents: 900 }] };

/** The verdict where the till has charged this much and the note says this. */
async function verdict(text: string, cents: number, sentence = SENTENCE, known = products) {
  const { results } = await evaluate({
    criteria: [{ id: 'c', kind: 'code', text: sentence, twin: 'notes' } as Criterion],
    primary: 'notes',
    vocabularies: new Map([['notes', [says]]]),
    products: known,
    tape: (async function* () {})(),
    states: new Map<string, { seed: never; final: never }>([
      ['notes', { seed: { notes: [] } as never, final: { notes: [{ id: 1, text }] } as never }],
      ['till', { seed: before as never, final: { charges: [{ id: 'c1', cents }] } as never }],
    ]),
  });
  const { status, reason } = results[0]!;
  return { status, reason };
}

describe('a sentence that names a fact of another product', () => {
  test.each(['We charged 7 EUR.', 'It was €7'])('passes where the text says it in one of its ways: %s', async (text) => {
    expect(await verdict(text, 700)).toEqual({
      status: 'passed',
      reason: expect.stringMatching(/^it is ".*7.*", and the text says/),
    });
  });

  test('reads the value at the end, not that of the seed', async () => {
    expect(await verdict('We charged 9 EUR.', 700)).toEqual({
      status: 'failed',
      reason: 'it is "7 EUR"; "€7"; found "We charged 9 EUR."',
    });
  });

  test('fails where the other product has no such thing', async () => {
    expect(await verdict('We charged 7 EUR.', 700, SENTENCE.replace('c1', 'c2'))).toEqual({
      status: 'failed',
      reason: 'there is no amount of charge c2 on Till',
    });
  });

  test.each(['Note #1 contains the colour of charge c1 on Till.', 'Note #1 contains the amount of charge c1 on Shop.'])(
    'does not bind where the product or its fact is unknown: %s',
    async (sentence) => {
      expect(bindText([says], sentence, products)).toEqual({ check_id: says.id, corrupted: true });
      expect((await verdict('x', 700, sentence)).status).toBe('unmatched');
    },
  );

  test('does not bind where the sandbox has no twin of the product', async () => {
    expect((await verdict('We charged 7 EUR.', 700, SENTENCE, [notes])).status).toBe('unmatched');
    expect(bindText([says], SENTENCE)).toHaveProperty('args', { note: '1', fact: 'amount of charge c1', product: 'Till' });
  });
});
