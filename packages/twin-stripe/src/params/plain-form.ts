type Container = Record<string, unknown> | unknown[];

/** Larger forms are left to the library, which limits them. */
const LONGEST = 10_000;
const DEEPEST = 10;
const INDEX = /^(?:0|[1-9]\d?)$/;
/** What the library may take for an index, or must keep from prototypes. */
const ODD = /^\d{3,}$|^__proto__$|[[\]]/;

/** @throws URIError */
function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced;
}

/** `a[b][0]` as its steps, undefined where it isn't written so. */
function stepsOf(name: string): string[] | undefined {
  const open = name.indexOf('[');
  if (open === 0 || name === '' || (open > 0 && !name.endsWith(']'))) return undefined;
  const steps = open < 0 ? [name] : [name.slice(0, open), ...name.slice(open + 1, -1).split('][')];
  return steps.length > DEEPEST || steps.some((step) => ODD.test(step)) ? undefined : steps;
}

/** A form on its way to an object. */
class PlainForm {
  readonly fields: Record<string, unknown> = {};
  /** Lists whose places aren't numbered (`a[]`). One that is written in both ways has an order of its own. */
  #unnumbered: Set<unknown> | undefined;

  /** Puts a value where its steps lead. False where something else stands there, or a list would get a gap. */
  put(steps: readonly string[], value: string): boolean {
    let container: Container = this.fields;
    for (let at = 0; at < steps.length - 1; at += 1) {
      const isLast = at + 2 === steps.length;
      const inner = this.#inner(container, steps[at] as string, steps[at + 1] as string, isLast);
      if (!inner) return false;
      container = inner;
    }
    const step = steps.at(-1) as string;
    if (Array.isArray(container)) {
      // Equal places come up when a name is said twice.
      if (step !== '' && Number(step) !== container.length) return false;
      container.push(value);
      return true;
    }
    if (Object.hasOwn(container, step) && typeof container[step] !== 'string') return false;
    container[step] = value;
    return true;
  }

  /** What stands at a step, made for the step after it where nothing does. */
  #inner(container: Container, step: string, next: string, isLast: boolean): Container | undefined {
    const isList = INDEX.test(next) || (isLast && next === '');
    if (next === '' && !isLast) return undefined;
    if (Array.isArray(container) && Number(step) > container.length) return undefined;
    const fields = container as Record<string, unknown>;
    const known = Object.hasOwn(fields, step) ? fields[step] : undefined;
    if (known === undefined) {
      const made = isList ? [] : {};
      if (next === '') {
        this.#unnumbered ??= new Set();
        this.#unnumbered.add(made);
      }
      fields[step] = made;
      return made;
    }
    if (typeof known !== 'object' || Array.isArray(known) !== isList) return undefined;
    if (isList && (this.#unnumbered?.has(known) ?? false) !== (next === '')) return undefined;
    return known as Container;
  }
}

/**
 * Reads the forms that clients write: names in brackets, lists in order, nothing said twice in two ways. It is there for its speed:
 * what it reads, the library reads the same.
 *
 * @returns undefined for other forms
 */
export function parsePlainForm(text: string): Record<string, unknown> | undefined {
  if (text.length > LONGEST) return undefined;
  const form = new PlainForm();
  try {
    for (const pair of text.split('&')) {
      if (pair === '') continue;
      const equals = pair.indexOf('=');
      if (equals < 0) return undefined;
      const steps = stepsOf(decode(pair.slice(0, equals)));
      const value = pair.slice(equals + 1);
      // The library looks for `]=` before it looks for `=`.
      if (!steps || (value.includes('=') && /(?:\]|%5D)=/i.test(value)) || !form.put(steps, decode(value))) return undefined;
    }
  } catch {
    return undefined;
  }
  return form.fields;
}
