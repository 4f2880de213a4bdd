import { Transform, type TransformCallback } from 'node:stream';

/** Replaces an address in a stream of text, wherever the pieces end. Nothing is held back but the beginning of an address. */
export class AddressRewriter extends Transform {
  readonly #from: Buffer;
  readonly #to: Buffer;
  #rest: Buffer = Buffer.alloc(0);

  constructor(from: string, to: string) {
    super();
    this.#from = Buffer.from(from);
    this.#to = Buffer.from(to);
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    const data = this.#rest.length > 0 ? Buffer.concat([this.#rest, chunk]) : chunk;
    let from = 0;
    for (let at = data.indexOf(this.#from); at >= 0; at = data.indexOf(this.#from, from)) {
      this.push(data.subarray(from, at));
      this.push(this.#to);
      from = at + this.#from.length;
    }
    const end = data.length - this.#begun(data.subarray(from));
    this.push(data.subarray(from, end));
    this.#rest = data.subarray(end);
    done();
  }

  override _flush(done: TransformCallback): void {
    done(null, this.#rest);
  }

  /** How many of the last bytes may be the beginning of an address. */
  #begun(data: Buffer): number {
    let length = Math.min(data.length, this.#from.length - 1);
    while (length > 0 && !data.subarray(-length).equals(this.#from.subarray(0, length))) length -= 1;
    return length;
  }
}
