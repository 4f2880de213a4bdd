import type { Twin } from '../src/definition.ts';
import type { Change } from '../src/world/collection.ts';
import { judged } from './judged.ts';
import { seededRecords } from './seed-fields.ts';

/** What is looked for: no text of a world holds it by itself. */
const MARK = 'zqxmarkzqx';
/** In the forms that fields ask for. */
const MARKS = [MARK, `https://${MARK}.example/x`, `${MARK}@example.com`, `#${MARK}`, `refs/heads/${MARK}`];

interface Leaf {
  /** Names alone, e.g. `issues.comments.body`. */
  path: string;
  /** The document with another text there. */
  with(text: string): unknown;
}

/** Every text of a document. */
function* leavesOf(value: unknown, path = ''): Generator<Leaf> {
  if (typeof value === 'string') yield { path, with: (text) => text };
  else if (Array.isArray(value))
    for (const [index, item] of value.entries())
      for (const leaf of leavesOf(item, path)) yield { path: leaf.path, with: (text) => value.with(index, leaf.with(text)) };
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value))
      for (const leaf of leavesOf(item, path === '' ? name : `${path}.${name}`))
        yield { path: leaf.path, with: (text) => ({ ...value, [name]: leaf.with(text) }) };
}

/** A call that wrote these records. */
const rowOf = (twin: string, writes: readonly Change[]) => ({
  ...{ seq: 1, twin, method: 'POST', path: '/', status: 200, tool: 'call', fidelity: 'semantic', state_mutation: true },
  ...{ state_delta: writes, actions: [{ tool: 'call', writes }] },
});

/** The records of the first document with a mark that the twin takes. */
function worldWith(twin: Twin, replaced: Leaf['with']): ReturnType<typeof seededRecords> {
  for (const mark of MARKS) {
    const records = seededRecords(twin, replaced(mark));
    if (records) return records;
  }
  return undefined;
}

/**
 * Puts a mark into each text of a seed in turn, and writes every record that holds it in one call: a sentence that nothing written contains
 * the mark has to fail.
 *
 * @returns where it did not: fields of the seed, with the collections that hold their texts
 */
export function unreadTexts(twin: Twin, document: unknown): { tried: number; unread: string[] } {
  const check = twin.checks.find(({ id }) => id === `${twin.id}.nothing-written-containing`);
  if (!check) throw new Error(`${twin.id} has no check on what was written`);
  const empty = Object.fromEntries(Object.keys(twin.definition.collections).map((name) => [name, []]));
  const tried = new Map<string, string | undefined>();
  for (const { path, with: replaced } of leavesOf(document)) {
    if (tried.has(path)) continue;
    const writes = Object.entries(worldWith(twin, replaced) ?? {}).flatMap(([collection, all]) =>
      all.map((after): Change => ({ collection, id: 1, before: null, after })),
    );
    const holding = writes.filter(({ after }) => JSON.stringify(after).includes(MARK));
    if (holding.length === 0) continue;
    const row = rowOf(twin.id, [...new Set([...holding, ...writes.filter(({ collection }) => collection === 'contents')])]);
    const { status } = judged(check, { needle: MARK }, { seed: empty, final: empty, tape: [row] });
    const places = [...new Set(holding.map(({ collection }) => collection))].join(', ');
    tried.set(path, status === 'failed' ? undefined : `${path} (${places})`);
  }
  return { tried: tried.size, unread: [...tried.values()].filter((one) => one !== undefined) };
}
