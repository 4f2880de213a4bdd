import type { Readable } from 'node:stream';

/** The body of an answer that is made while it is sent, and of any length. */
export class StreamBody {
  /** Called once, when the answer goes out; not at all where it doesn't. */
  readonly open: () => Readable;
  /** What the tape shows in its place, as JSON. */
  readonly shown: unknown;

  constructor(open: () => Readable, shown: unknown) {
    this.open = open;
    this.shown = shown;
  }
}
