import { describe, expect, test } from '@jest/globals';
import { differenceOf } from '../src/replay/compare.ts';
import type { TapeRow } from '../src/tape/row.ts';

const [ONE, OTHER] = ['ses_01kknwkp800003skyc917x9jy8', 'ses_01kknwkp800007ptv8wvj9899g'];
const page = (session: string, text: string) => `<a href="http://127.0.0.1:4100/github/s/${session}/user">${text}</a>`;

const row = (response_body: unknown, etag: string): TapeRow =>
  ({ status: 200, response_headers: { etag }, response_body }) as Partial<TapeRow> as TapeRow;
const answer = (body: string, etag: string) => ({ status: 200, headers: { etag }, body: Buffer.from(body) });

describe('of a page with an address of its sandbox', () => {
  test('neither the address nor the digest of the page is a difference', () => {
    expect(differenceOf(row(page(ONE, 'api'), 'W/"1"'), answer(page(OTHER, 'api'), 'W/"2"'))).toBeUndefined();
  });

  test('another text is', () => {
    expect(differenceOf(row(page(ONE, 'api'), 'W/"1"'), answer(page(OTHER, 'other'), 'W/"2"'))).toMatchObject({ at: 'body' });
  });
});

test.each([
  ['text', 'the same', 'the same'],
  ['object', { a: 1 }, '{"a":1}'],
])('of a body that is the same %s another digest is a difference', (_kind, recorded, replayed) => {
  expect(differenceOf(row(recorded, 'W/"1"'), answer(replayed, 'W/"2"'))).toEqual({
    at: 'headers.etag',
    recorded: 'W/"1"',
    replayed: 'W/"2"',
  });
});
