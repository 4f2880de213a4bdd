import { describe, expect, test } from '@jest/globals';
import { circlesIn, climbs, importsOf } from '../rooms.ts';

describe('the rooms of the source', () => {
  test('sees what a module imports and exports from, types aside', () => {
    const text = [
      "import { a, type B } from './a.ts';",
      "import type { C } from './c.ts';",
      "import { type D } from './d.ts';",
      "import {\n  e,\n} from '../e.ts';",
      "import * as f from './f.ts';",
      "import './g.ts';",
      "export { h } from './h.ts';",
      "export type { I } from './i.ts';",
      "import { join } from 'node:path';",
    ];
    expect(importsOf(text.join('\n'))).toEqual(['./a.ts', '../e.ts', './f.ts', './g.ts', './h.ts']);
  });

  test('finds circles, however long, and no other', () => {
    const edges = { a: ['b'], b: ['c'], c: ['a', 'd'], d: [], e: ['f', 'd'], f: ['e'], g: ['a'] };
    expect(circlesIn(new Map(Object.entries(edges)))).toEqual([
      ['a', 'b', 'c'],
      ['e', 'f'],
    ]);
  });

  test('finds an action that asks a route, and a route that asks an action is right', () => {
    const modules = new Map([
      ['actions/issues.ts', "import { path } from '../routes/issues.ts';"],
      ['routes/issues.ts', "import { close } from '../actions/issues.ts';"],
    ]);
    expect(climbs('twin-example', modules)).toEqual([
      'twin-example/src/actions/issues.ts imports from routes, which lies above actions',
    ]);
  });
});
