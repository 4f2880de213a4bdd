/** The last bytes of a stream, whatever its length. */
export class Tail {
  readonly #most: number;
  #chunks: Buffer[] = [];
  #size = 0;

  constructor(most: number) {
    this.#most = most;
  }

  push(chunk: Buffer): void {
    this.#chunks.push(chunk);
    this.#size += chunk.length;
    // Put together now and then, so that each byte is copied about once.
    if (this.#size > 2 * this.#most) this.#shorten();
  }

  bytes(): Buffer {
    this.#shorten();
    return this.#chunks[0] ?? Buffer.alloc(0);
  }

  #shorten(): void {
    this.#chunks = [Buffer.from(Buffer.concat(this.#chunks).subarray(-this.#most))];
    this.#size = (this.#chunks[0] as Buffer).length;
  }
}
