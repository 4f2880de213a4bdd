import { describe, expect, test } from '@jest/globals';
import { parseAnyForm } from '../src/params/form.ts';
import { parsePlainForm } from '../src/params/plain-form.ts';

describe('a form as clients write it', () => {
  test.each([
    ['name=Ada&email=ada%40example.com&metadata%5Btier%5D=gold'],
    ['amount=2000&currency=usd&automatic_payment_methods[enabled]=true'],
    ['items[0][price]=price_1&items[0][quantity]=2&items[1][price]=price_2&expand[]=customer&expand[]=items'],
    ['metadata[a b]=x+y&description=%E2%82%AC+1'],
    ['name=Ada&name=Ben'],
    [''],
  ])('%s is read without the library, and as it reads it', (form) => {
    expect(parsePlainForm(form)).toEqual(parseAnyForm(form));
  });

  test.each([
    ['a list with gaps', 'a[1]=x'],
    ['a list written in two ways', 'a[]=x&a[1]=y'],
    ['a list and an object in one place', 'a[0]=x&a[b]=y'],
    ['a text and an object in one place', 'a=x&a[b]=y'],
    ['unfinished brackets', 'a[b=x'],
    ['a name without a value', 'a'],
    ['broken percent encoding', 'a=%zz'],
    ['the name of a prototype', 'a[__proto__][x]=1'],
    ['a large index', 'a[400]=x'],
  ])('%s is left to the library', (_case, form) => {
    expect(parsePlainForm(form)).toBeUndefined();
  });

  test('is read as the library reads it, whatever it is made of', () => {
    const names = ['a', 'b', 'a[x]', 'a[y]', 'a[0]', 'a[1]', 'a[]', 'a[0][x]', 'a[0][y]', 'a[1][x]', 'a[][x]', 'b[x][y]'];
    const more = ['b[x][0]', 'b[x][]', 'b[0][]', 'c[12]', 'c[0]', 'd', '1', '0[a]', '[a]', 'a]', 'a[[b]]', 'c%5B0%5D', 'e+f', ''];
    const values = ['1', '', 'x]=y', '%5D=', 'a=b', '%20+', '%', 'é'];
    let random = 11;
    const pick = <T>(list: readonly T[]): T => {
      random = (random * 48_271) % 2_147_483_647;
      return list[random % list.length] as T;
    };
    let plain = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const pairs = Array.from({ length: 1 + (round % 5) }, () => `${pick([...names, ...more])}=${pick(values)}`);
      const form = pairs.join('&');
      const read = parsePlainForm(form);
      if (read === undefined) continue;
      plain += 1;
      expect([form, JSON.stringify(read)]).toEqual([form, JSON.stringify(parseAnyForm(form))]);
    }
    expect(plain).toBeGreaterThan(1000);
  });
});
