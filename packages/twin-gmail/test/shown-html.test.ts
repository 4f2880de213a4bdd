import { expect, test } from '@jest/globals';
import { processorMs } from '@svc/twin-kit/testing/processor';
import { withoutHidden } from '../src/checks/shown-html.ts';

test('an element is hidden under its whole name', () => {
  expect(withoutHidden('a<template-x>b</template-x><template>c</template>d')).toBe('a<template-x>b</template-x>d');
});

test.each([
  `<${'a-'.repeat(100_000)}`,
  '<a-'.repeat(60_000),
  `<style>${'a'.repeat(20_000)}</style>`,
  `<p ${'a '.repeat(100_000)}`,
])('a crafted mail takes no more time than its length', (html) =>
  expect(processorMs(() => withoutHidden(html))).toBeLessThan(1_000),
);
