/** A part of a path with `*` for anything, `{name}` for the same: the texts between them. */
type Part = readonly string[];

const REST = '**';

/** A path as faults select it: `*` stands for anything within a part, a last `/**` for any parts. */
export class PathPattern {
  readonly #parts: readonly Part[];
  readonly #rest: boolean;

  constructor(pattern: string) {
    const parts = partsOf(pattern);
    this.#rest = parts.at(-1) === REST;
    this.#parts = (this.#rest ? parts.slice(0, -1) : parts).map((part) => part.replaceAll(/\{\w+\*?\}/g, '*').split('*'));
  }

  matches(path: string): boolean {
    const parts = partsOf(path);
    if (this.#rest ? parts.length < this.#parts.length : parts.length !== this.#parts.length) return false;
    return this.#parts.every((pattern, at) => fits(pattern, parts[at] as string));
  }

  /** May a path of this template match, e.g. `/repos/{owner}/{repo}`? */
  mayMatch(template: string): boolean {
    const parts = partsOf(template);
    const open = /\{\w+\*\}$/.test(template);
    const enough = this.#rest ? parts.length >= this.#parts.length : parts.length === this.#parts.length;
    if (!enough && !open) return false;
    return this.#parts.every((pattern, at) => {
      const part = parts[at];
      // What a last `{path*}` takes may be anything.
      if (part === undefined || /\{\w+\*?\}/.test(part)) return part !== undefined || open;
      return fits(pattern, part);
    });
  }
}

const partsOf = (path: string): string[] => path.split('/').filter((part) => part !== '');

/** The first text begins the part, the last one ends it, the others follow each other: linear, whatever the pattern. */
function fits([first = '', ...others]: Part, part: string): boolean {
  if (others.length === 0) return part === first;
  const last = others.at(-1) as string;
  if (!part.startsWith(first) || part.length < first.length + last.length || !part.endsWith(last)) return false;
  let at = first.length;
  for (const text of others.slice(0, -1)) {
    const found = part.indexOf(text, at);
    if (found < 0 || found + text.length > part.length - last.length) return false;
    at = found + text.length;
  }
  return true;
}
