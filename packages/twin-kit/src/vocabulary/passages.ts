import { caseless, readable } from '../reading.ts';
import { Recent } from '../recent.ts';
import { shownMarkdown } from '../shown-markdown.ts';
import { withoutUnshown } from '../unshown-markdown.ts';
import type { Change } from '../world/collection.ts';

/** A text of a record in the ways in which a person can read it. */
export interface Passage {
  /** What it is of its record, e.g. `title`. */
  readonly field: string;
  /** As it is stored. */
  readonly text: string;
  /** As it was typed, in the form that `readable` gives. */
  readonly typed: string;
  /** The same without what no page shows, such as comments of HTML; the same as `typed` where there is none. */
  readonly seen: string;
  /** As the product shows it, without markup; the same as `typed` where there is none. */
  readonly shown: string;
}

/** How a product treats a text. */
export interface Markup {
  /** What the product shows of the text, without markup. */
  shown(text: string): string;
  /** The text as it was typed without what the product shows nowhere; absent where it hides nothing. */
  seen?(text: string): string;
}

/** A text that is shown as Markdown, HTML and all. */
export const MARKDOWN: Markup = { shown: (text) => shownMarkdown(withoutUnshown(text)), seen: withoutUnshown };

/** @param markup without it the product shows the text as it is */
export const passage = (field: string, text: string, markup?: Markup): Passage => new ReadOnDemand(field, text, markup);

/** Most texts are never looked at twice, many not once. */
class ReadOnDemand implements Passage {
  readonly field: string;
  readonly text: string;
  readonly #markup: Markup | undefined;
  #typed: string | undefined;
  #seen: string | undefined;
  #shown: string | undefined;

  constructor(field: string, text: string, markup: Markup | undefined) {
    this.field = field;
    this.text = text;
    this.#markup = markup;
  }

  get typed(): string {
    this.#typed ??= readable(this.text);
    return this.#typed;
  }

  get seen(): string {
    this.#seen ??= this.#read(this.#markup?.seen?.(this.text));
    return this.#seen;
  }

  get shown(): string {
    this.#shown ??= this.#read(this.#markup?.shown(this.text));
    return this.#shown;
  }

  #read(plain: string | undefined): string {
    return plain === undefined || plain === this.text ? this.typed : readable(plain);
  }
}

/** How a text is looked for. */
export type Test = (text: string) => boolean;

/** Finds a needle in a text in readable form. */
export function containing(needle: string): Test {
  const wanted = readable(needle);
  return (text) => text.includes(wanted);
}

export function containingInAnyCase(needle: string): Test {
  const wanted = caseless(readable(needle));
  return (text) => caseless(text).includes(wanted);
}

/** Does a reader find it so, in the text as it was typed or as it is shown? For sentences on what is to be there. */
export function says({ seen, shown }: Passage, test: Test): boolean {
  return test(seen) || (shown !== seen && test(shown));
}

/** Is it so of the text as it was typed or as it is shown, be it where no reader looks? For sentences on what must not be there. */
export function isWritten({ typed, shown }: Passage, test: Test): boolean {
  return test(typed) || (shown !== typed && test(shown));
}

/** The one list of what people write and read in a twin: the texts of a record, none of one without any. */
export interface TextReader {
  /** Everything that a person would read of a record. */
  textsOf(collection: string, record: object): readonly Passage[];
  /** What a change wrote: the texts that didn't stand in the record word for word before. */
  writtenBy(change: Change): readonly Passage[];
}

/** A call that writes more is read again by each check. */
const MOST_WRITES = 64;

/** Reads each record once for all checks. @param read the texts of a record by its collection */
export function textReader(read: (collection: string, record: object) => readonly Passage[]): TextReader {
  const known = new WeakMap<object, readonly Passage[]>();
  const textsOf = (collection: string, record: object): readonly Passage[] => {
    let texts = known.get(record);
    if (!texts) {
      texts = read(collection, record);
      known.set(record, texts);
    }
    return texts;
  };
  const readOf = (collection: string, record: object): readonly Passage[] => known.get(record) ?? read(collection, record);
  const written = new Recent<Change, readonly Passage[]>(({ collection, before, after }) => {
    if (after === null) return [];
    const now = readOf(collection, after as object);
    if (before === null || now.length === 0) return now;
    const old = readOf(collection, before as object);
    return now.filter((one) => !old.some(({ field, text }) => field === one.field && text === one.text));
  }, MOST_WRITES);
  return { textsOf, writtenBy: (change) => written.of(change) };
}
