import { schemaOf, type WireType } from './discovery.ts';

/** What a partial response keeps: names with what is kept below them; `*` names all. */
export interface FieldTree {
  [name: string]: FieldTree;
}

/** A selection that the response has no place for; `field` names the part. */
export class BadFieldSelection extends Error {
  readonly field: string;

  constructor(field: string) {
    super(`Invalid field selection ${field}`);
    this.field = field;
  }
}

/**
 * Reads a `fields` selector, e.g. `messages(id,payload/headers)`, against the type of the answer.
 * https://developers.google.com/workspace/gmail/api/guides/performance#partial
 *
 * @throws BadFieldSelection
 */
export function parseFields(selector: string, schema: string | undefined): FieldTree {
  const tokens = selector.match(/[^,()/\s]+|[,()/]/g) ?? [];
  let at = 0;
  const list = (type: WireType | undefined, depth: number): FieldTree => {
    const tree = emptyTree();
    for (;;) {
      path(tree, type, depth);
      if (tokens[at] !== ',') return tree;
      at += 1;
    }
  };
  const path = (tree: FieldTree, type: WireType | undefined, depth: number): void => {
    const name = tokens[at] ?? '';
    at += 1;
    if (depth > DEEPEST || /^[,()/]?$/.test(name)) throw new BadFieldSelection(selector);
    const inner = typeBelow(type, name);
    tree[name] ??= emptyTree();
    const below = tree[name];
    if (tokens[at] === '/') {
      at += 1;
      path(below, inner, depth + 1);
    } else if (tokens[at] === '(') {
      at += 1;
      Object.assign(below, list(inner, depth + 1));
      if (tokens[at] !== ')') throw new BadFieldSelection(selector);
      at += 1;
    }
  };
  const tree = list(schema === undefined ? undefined : { $ref: schema }, 0);
  if (at < tokens.length) throw new BadFieldSelection(selector);
  return tree;
}

/** Without a prototype: names come from the caller. */
const emptyTree = (): FieldTree => Object.create(null) as FieldTree;

/** More levels than any answer has. */
const DEEPEST = 32;

/** The type of a field of a type; lists are looked through. */
function typeBelow(type: WireType | undefined, name: string): WireType | undefined {
  let seen = type;
  while (seen?.items) seen = seen.items;
  const object = seen?.$ref === undefined ? seen : schemaOf(seen.$ref);
  if (name === '*') return object && { type: 'any' };
  const field = object?.properties && Object.hasOwn(object.properties, name) ? object.properties[name] : undefined;
  if (!field && object?.type !== 'any') throw new BadFieldSelection(name);
  return field ?? { type: 'any' };
}

/** The part of an answer that was selected. */
export function selectFields(value: unknown, tree: FieldTree): unknown {
  const names = Object.keys(tree);
  if (names.length === 0) return value;
  if (Array.isArray(value)) return value.map((item) => selectFields(item, tree));
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).flatMap(([name, field]) => {
    const below = Object.hasOwn(tree, name) ? tree[name] : tree['*'];
    return below ? [[name, selectFields(field, below)] as const] : [];
  });
  return Object.fromEntries(kept);
}
