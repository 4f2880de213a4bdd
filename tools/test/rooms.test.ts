import { describe, expect, test } from '@jest/globals';
import { functionsOf, misnamed } from '../names.ts';
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

const FACTORIES = 'export const operation = operationsOf<World>();\nexport const tool = toolsOf<World>();\n';
const named = (path: string, text: string): string[] =>
  misnamed(
    'twin-example',
    new Map([
      ['world.ts', FACTORIES],
      [path, text],
    ]),
  );
const lookup = (name: string): string =>
  `export function ${name}({ world }: Context, id: string): Note {\n  const note = world.notes.get(id);\n  if (!note) throw new NotFound();\n  return note;\n}\n`;

describe('the names of a twin', () => {
  test('reads functions of both forms', () => {
    const text = `${lookup('getNote')}\nconst one = (a: string): string =>\n  a;\n\nexport const two = (b: string) => {\n  return b;\n};\n`;
    expect(functionsOf(text).map(({ name }) => name)).toEqual(['getNote', 'one', 'two']);
  });

  test.each([
    ['a lookup that throws', 'actions/notes.ts', lookup('noteWith'), 'noteWith looks one record up'],
    ['a find that throws', 'actions/notes.ts', lookup('findNote'), 'findNote throws where nothing is found'],
    [
      'a find by a getter',
      'actions/notes.ts',
      'export const findNote = ({ world }: Context, id: string) => getRecord(world.notes, id);\n',
      'findNote throws where nothing is found',
    ],
    ['another factory', 'routes/notes.ts', 'const route = operationsOf<World>();\n', 'route is called operation'],
    [
      'another declaration',
      'routes/operation.ts',
      'export function method(declared: Declared) {\n  return declare(declared);\n}\n',
      'method declares routes',
    ],
    [
      'the name of an index',
      'world/notes.ts',
      '  byAuthor: over((note) => note.author),\n',
      'named after what it is by: byAuthor',
    ],
    ['the use of an index', 'actions/notes.ts', 'world.notes.by.byAuthor.first(id);\n', 'named after what it is by: byAuthor'],
    ['a time that is picked', 'world.ts', 'export const seconds = ({ now }: { now: number }) => now / 1000;\n', 'seconds(now)'],
  ])('finds %s', (_what, path, text, told) => {
    const faults = path === 'world.ts' ? named(path, FACTORIES + text) : named(path, text);
    expect(faults).toEqual([expect.stringContaining(told)]);
  });

  test('finds a twin without the factories', () => {
    expect(misnamed('twin-example', new Map([['index.ts', '']]))).toEqual([
      'twin-example declares no operation(…)',
      'twin-example declares no tool(…)',
    ]);
  });

  test('has nothing to say of the glossary itself', () => {
    const find = 'export const findNote = ({ world }: Context, id: string) => world.notes.get(id);\n';
    expect(named('actions/notes.ts', lookup('getNote') + lookup('noteOf') + find)).toEqual([]);
  });
});
