import { describe, expect, test } from '@jest/globals';
import { parseQuery } from '../src/http/request.ts';

describe('a query is read as URLSearchParams reads it:', () => {
  test.each([
    'per_page=1',
    'a=1&b=two.3&c=4,5',
    'a=1&a=2&b=3&a=4',
    'a&b=&=c&&a==d=',
    'q=is%3Aopen+a%20b&x=%zz',
    'q=é&x=[1]',
    '?a=1',
    'a=1?b=2&c=/d:e~f*-_',
  ])('%s', (search) => {
    const expected: Record<string, string | string[]> = {};
    for (const [name, value] of new URLSearchParams(search)) {
      if (name === '' && value === '') continue;
      expected[name] = name in expected ? [expected[name] as string, value].flat() : value;
    }
    expect({ ...parseQuery(search) }).toEqual(expected);
  });

  test('names of its own that a record would have are names like others', () => {
    expect(Object.entries(parseQuery('__proto__=1&constructor=2'))).toEqual([
      ['__proto__', '1'],
      ['constructor', '2'],
    ]);
  });
});
