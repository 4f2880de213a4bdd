import { expect, test } from '@jest/globals';
import { stripped, strippedEnd } from '../src/strip.ts';
import { Chance } from '../testing/chance.ts';
import { processorMs } from '../testing/processor.ts';

test('takes off what a pattern would', () => {
  const chance = new Chance(1);
  for (let at = 0; at < 500; at += 1) {
    const text = Array.from({ length: chance.below(9) }, () => chance.of(['/', '.', 'a'])).join('');
    expect([text, stripped(text, '/')]).toEqual([text, text.replaceAll(/^\/+|\/+$/g, '')]);
    expect([text, strippedEnd(text, '/.')]).toEqual([text, text.replace(/[/.]+$/, '')]);
  }
});

test('in time that grows with the length', () => {
  expect(processorMs(() => stripped(`a${'/'.repeat(1_000_000)}b`, '/'))).toBeLessThan(500);
});
