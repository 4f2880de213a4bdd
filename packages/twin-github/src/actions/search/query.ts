import { Unsupported, ValidationFailed } from '../../errors.ts';
import { isDateRange } from './match.ts';

/** A search query as a tree (docs: "Searching issues and pull requests", "Understanding the search syntax"). */
export type SearchNode =
  | { kind: 'word'; text: string; phrase: boolean }
  | { kind: 'qualifier'; name: string; value: string }
  | { kind: 'not'; node: SearchNode }
  | { kind: 'all'; nodes: readonly SearchNode[] }
  | { kind: 'any'; nodes: readonly SearchNode[] };

/** A parsed query, with what doesn't select but orders: `sort:created-asc`. */
export interface SearchQuery {
  root: SearchNode;
  sort: string | undefined;
}

type Token = { type: 'open' | 'close' | 'or' | 'and' | 'not' } | { type: 'term'; node: SearchNode; negated: boolean };

const QUALIFIER = /^([a-z][a-z-]*):(.+)$/is;
/** A run without spaces in which quoted stretches may hold spaces, or a parenthesis. */
const TOKEN = /[()]|(?:"[^"]*"?|[^\s()"])+/g;

const unquoted = (text: string): string => text.replaceAll('"', '');

function term(text: string, known: ReadonlySet<string>): Token {
  const negated = text.startsWith('-') && text.length > 1;
  const positive = negated ? text.slice(1) : text;
  const [, name, value] = QUALIFIER.exec(positive) ?? [];
  if (name !== undefined && value !== undefined && known.has(name.toLowerCase())) {
    // Commas mean "any of" in labels; what is quoted keeps its comma.
    const values = name.toLowerCase() === 'label' ? (value.match(/(?:"[^"]*"?|[^,"])+/g) ?? []) : [value];
    const nodes = values.map((one): SearchNode => ({ kind: 'qualifier', name: name.toLowerCase(), value: unquoted(one) }));
    return { type: 'term', negated, node: nodes.length === 1 ? (nodes[0] as SearchNode) : { kind: 'any', nodes } };
  }
  return { type: 'term', negated, node: { kind: 'word', text: unquoted(positive), phrase: positive.startsWith('"') } };
}

const OPERATORS: Readonly<Record<string, 'open' | 'close' | 'or' | 'and' | 'not'>> = {
  '(': 'open',
  ')': 'close',
  OR: 'or',
  AND: 'and',
  NOT: 'not',
};

function tokens(text: string, known: ReadonlySet<string>): Token[] {
  return (text.match(TOKEN) ?? []).map((piece) => {
    const operator = OPERATORS[piece];
    return operator ? { type: operator } : term(piece, known);
  });
}

/** Reads `a b OR (c -d)`: OR binds weakest, terms side by side must all hold. Stray operators and parentheses are skipped. */
class Reader {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(list: readonly Token[]) {
    this.#tokens = list;
  }

  any(): SearchNode {
    const nodes = [this.#all()];
    while (this.#tokens[this.#next]?.type === 'or') {
      this.#next += 1;
      nodes.push(this.#all());
    }
    return nodes.length === 1 ? (nodes[0] as SearchNode) : { kind: 'any', nodes };
  }

  #all(): SearchNode {
    const nodes: SearchNode[] = [];
    let negate = false;
    for (;;) {
      const token = this.#tokens[this.#next];
      if (!token || token.type === 'or' || token.type === 'close') break;
      this.#next += 1;
      if (token.type === 'not') {
        negate = true;
        continue;
      }
      if (token.type === 'and') continue;
      const node = token.type === 'term' ? token.node : this.#group();
      const negated = negate !== (token.type === 'term' && token.negated);
      nodes.push(negated ? { kind: 'not', node } : node);
      negate = false;
    }
    return { kind: 'all', nodes: mergedScopes(nodes) };
  }

  #group(): SearchNode {
    const node = this.any();
    if (this.#tokens[this.#next]?.type === 'close') this.#next += 1;
    return node;
  }
}

const SCOPES = new Set(['repo', 'user', 'org']);
const isScope = (node: SearchNode): boolean => node.kind === 'qualifier' && SCOPES.has(node.name);

/** Several scopes side by side widen the search: `repo:a/b repo:a/c` looks in both. */
function mergedScopes(nodes: readonly SearchNode[]): readonly SearchNode[] {
  const scopes = nodes.filter(isScope);
  if (scopes.length < 2) return nodes;
  return [{ kind: 'any', nodes: scopes }, ...nodes.filter((node) => !isScope(node))];
}

/** Parses what stands in `q`. A word with a colon that isn't a known qualifier is text. */
export function parseSearch(text: string, qualifiers: ReadonlySet<string>): SearchQuery {
  let sort: string | undefined;
  const list = tokens(text, new Set([...qualifiers, 'sort'])).filter((token) => {
    if (token.type !== 'term' || token.node.kind !== 'qualifier' || token.node.name !== 'sort') return true;
    sort = token.node.value;
    return false;
  });
  requireFewOperators(list);
  const reader = new Reader(balanced(list));
  return { root: reader.any(), sort };
}

/** https://docs.github.com/rest/search/search#limitations-on-query-length; the words are those that clients were told. */
const MOST_OPERATORS = 5;

function requireFewOperators(list: readonly Token[]): void {
  const operators = list.filter(({ type }) => type === 'and' || type === 'or' || type === 'not').length;
  if (operators <= MOST_OPERATORS) return;
  throw new ValidationFailed([
    { resource: 'Search', field: 'q', code: 'invalid', message: 'More than five AND / OR / NOT operators were used.' },
  ]);
}

/** Drops closing parentheses that nothing opened, so that the reader always reaches the end. */
function balanced(list: readonly Token[]): Token[] {
  let depth = 0;
  return list.filter((token) => {
    if (token.type === 'open') depth += 1;
    if (token.type !== 'close') return true;
    if (depth === 0) return false;
    depth -= 1;
    return true;
  });
}

/** All qualifiers of a query with this name, wherever they stand. */
export function qualifiersNamed(node: SearchNode, name: string): string[] {
  if (node.kind === 'qualifier') return node.name === name ? [node.value] : [];
  if (node.kind === 'not') return qualifiersNamed(node.node, name);
  if (node.kind === 'word') return [];
  return node.nodes.flatMap((child) => qualifiersNamed(child, name));
}

/** Refuses documented qualifiers on what the twin doesn't model: taken for words they would find nothing, or everything. @throws Unsupported */
export function refuseQualifiers(root: SearchNode, unmodelled: readonly string[]): void {
  const name = unmodelled.find((one) => qualifiersNamed(root, one).length > 0);
  if (name !== undefined) throw new Unsupported(`the search qualifier ${name}:`);
}

/** @throws ValidationFailed where a qualifier that compares dates is given something else. */
export function requireDates(root: SearchNode, names: readonly string[]): void {
  const wrong = names.flatMap((name) => qualifiersNamed(root, name)).find((value) => !isDateRange(value));
  if (wrong === undefined) return;
  const message = `"${wrong}" is not a recognized date/time format. Please provide an ISO 8601 date/time value, such as YYYY-MM-DD.`;
  throw new ValidationFailed([{ message, resource: 'Search', field: 'q', code: 'invalid' }]);
}

/** The words a query looks for, negated ones left out. */
export function wordsOf(node: SearchNode): string[] {
  if (node.kind === 'word') return [node.text];
  if (node.kind === 'all' || node.kind === 'any') return node.nodes.flatMap(wordsOf);
  return [];
}

/** Whether a tree holds, given how its leaves are decided. */
export function holds(node: SearchNode, leaf: (leaf: Extract<SearchNode, { kind: 'word' | 'qualifier' }>) => boolean): boolean {
  switch (node.kind) {
    case 'not':
      return !holds(node.node, leaf);
    case 'all':
      return node.nodes.every((child) => holds(child, leaf));
    case 'any':
      return node.nodes.some((child) => holds(child, leaf));
    default:
      return leaf(node);
  }
}
