import { Unsupported } from '../errors.ts';

/** A search as a tree: https://support.google.com/mail/answer/7190 */
export type Query =
  | { kind: 'all'; of: readonly Query[] }
  | { kind: 'any'; of: readonly Query[] }
  | { kind: 'not'; of: Query }
  | { kind: 'phrase'; text: string }
  | Near
  | { kind: 'operator'; name: string; value: string };

/** Words near each other: `holiday AROUND 10 vacation`; in quotes in this order. */
export interface Near {
  kind: 'near';
  left: string;
  right: string;
  /** In words. */
  distance: number;
  ordered: boolean;
}

interface Token {
  kind: 'open' | 'close' | 'or' | 'and' | 'not' | 'operator' | 'text';
  text: string;
}

const TOKEN = /\s+|[(){}]|(?<=^|[\s({])-(?=\S)|"[^"]*"?|([A-Za-z_][A-Za-z\d_]*):|[^\s(){}"]+/g;
/** Groups inside groups deeper than this are read flat. */
const DEEPEST = 40;

function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  for (const [piece, operator] of text.matchAll(TOKEN)) {
    if (/^\s/.test(piece)) continue;
    if (operator !== undefined) tokens.push({ kind: 'operator', text: operator.toLowerCase() });
    else if (piece === '(' || piece === '{') tokens.push({ kind: 'open', text: piece });
    else if (piece === ')' || piece === '}') tokens.push({ kind: 'close', text: piece });
    else if (piece === '-') tokens.push({ kind: 'not', text: piece });
    else if (piece === 'OR' || piece === '|') tokens.push({ kind: 'or', text: piece });
    else if (piece === 'AND') tokens.push({ kind: 'and', text: piece });
    else tokens.push({ kind: 'text', text: piece.replaceAll('"', '').replace(/^\+/, '') });
  }
  return tokens;
}

/** Reads a search. Whatever is written is some search: a stray mark is left out, an operator without a value is a word. */
export function parseQuery(text: string): Query {
  return new Reader(tokensOf(text)).terms(undefined, undefined, 0);
}

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** Terms up to the closing mark: all of them must hold, or one of them inside braces. `OR` joins its neighbours first. */
  terms(closing: string | undefined, operator: string | undefined, depth: number): Query {
    const terms: Query[] = [];
    let joins = false;
    for (;;) {
      const token = this.#tokens[this.#at];
      if (!token) break;
      this.#at += 1;
      if (token.kind === 'close') {
        if (token.text === closing) break;
        if (closing === undefined) continue;
        break;
      }
      if (token.kind === 'and') continue;
      if (token.kind === 'or') {
        joins = terms.length > 0;
        continue;
      }
      const term = token.text === 'AROUND' ? this.#around(terms.pop(), operator) : this.#term(token, operator, depth);
      if (!term) continue;
      const left = joins ? terms.pop() : undefined;
      terms.push(left ? { kind: 'any', of: left.kind === 'any' ? [...left.of, term] : [left, term] } : term);
      joins = false;
    }
    if (terms.length === 1) return terms[0] as Query;
    return { kind: closing === '}' ? 'any' : 'all', of: terms };
  }

  /** `AROUND` stands between two words or phrases, and a number follows it. */
  #around(left: Query | undefined, operator: string | undefined): Query {
    const [number, right] = [this.#tokens[this.#at], this.#tokens[this.#at + 1]];
    const isNumber = number?.kind === 'text' && /^\d{1,4}$/.test(number.text);
    if (operator !== undefined || left?.kind !== 'phrase' || !isNumber || right?.kind !== 'text')
      throw new Unsupported('AROUND other than between two words or phrases, with a number');
    this.#at += 2;
    return { kind: 'near', left: left.text, right: right.text, distance: Number(number.text), ordered: false };
  }

  #term(token: Token, operator: string | undefined, depth: number): Query | undefined {
    if (token.kind === 'not') {
      const next = this.#tokens[this.#at];
      if (!next || next.kind === 'close') return undefined;
      this.#at += 1;
      const term = depth < DEEPEST ? this.#term(next, operator, depth + 1) : undefined;
      return term && { kind: 'not', of: term };
    }
    if (token.kind === 'open') {
      if (depth >= DEEPEST) return undefined;
      return this.terms(token.text === '(' ? ')' : '}', operator, depth + 1);
    }
    if (token.kind === 'operator') return this.#operator(token.text, depth);
    if (token.kind !== 'text') return undefined;
    const [, left, distance, right] = /^(.+) AROUND (\d{1,4}) (.+)$/.exec(token.text) ?? [];
    if (operator === undefined && left && right) return { kind: 'near', left, right, distance: Number(distance), ordered: true };
    return operator === undefined
      ? { kind: 'phrase', text: token.text }
      : { kind: 'operator', name: operator, value: token.text };
  }

  /** An operator's value: a word, a quoted phrase, or a group of them. */
  #operator(name: string, depth: number): Query | undefined {
    const next = this.#tokens[this.#at];
    if (next?.kind === 'open' && depth < DEEPEST) {
      this.#at += 1;
      return this.terms(next.text === '(' ? ')' : '}', name, depth + 1);
    }
    let value = '';
    let token = next;
    if (token?.kind === 'operator') {
      // `subject:re:x` and times with colons.
      this.#at += 1;
      value += `${token.text}:`;
      token = this.#tokens[this.#at];
    }
    if (token?.kind !== 'text') return { kind: 'phrase', text: `${name} ${value}` };
    this.#at += 1;
    return { kind: 'operator', name, value: value + token.text };
  }
}
