const CR = 0x0d;
const LF = 0x0a;
const SEMICOLON = 0x3b;
/** Above any length that is sent. */
const MOST_DIGITS = 12;

type State = 'size' | 'extension' | 'size-end' | 'data' | 'data-end' | 'trailer' | 'trailer-line' | 'last';

/** Follows a chunked body (RFC 9112, section 7.1) to its end, without taking it apart. */
export class ChunkedEnd {
  #state: State = 'size';
  #size = 0;
  #digits = 0;

  /**
   * @returns how many of these bytes belong to the body, undefined while its end is still to come
   * @throws where the bytes are no chunks
   */
  find(bytes: Buffer): number | undefined {
    for (let at = 0; at < bytes.length; ) {
      if (this.#state === 'data') {
        const taken = Math.min(this.#size, bytes.length - at);
        this.#size -= taken;
        at += taken;
        if (this.#size === 0) this.#state = 'data-end';
      } else {
        const ended = this.#state === 'last';
        this.#step(bytes[at]!);
        at += 1;
        if (ended) return at;
      }
    }
    return undefined;
  }

  #step(byte: number): void {
    switch (this.#state) {
      case 'size':
        this.#sizeStep(byte);
        return;
      case 'extension':
        if (byte === CR) this.#state = 'size-end';
        return;
      case 'size-end':
        this.#expect(byte, LF);
        this.#state = this.#size > 0 ? 'data' : 'trailer';
        this.#digits = 0;
        return;
      case 'data-end':
        // Between a chunk's bytes and the next size stand a CR and an LF.
        if (byte === CR) return;
        this.#expect(byte, LF);
        this.#state = 'size';
        return;
      case 'trailer':
        this.#state = byte === CR ? 'last' : 'trailer-line';
        return;
      case 'trailer-line':
        if (byte === LF) this.#state = 'trailer';
        return;
      default:
        this.#expect(byte, LF);
    }
  }

  #sizeStep(byte: number): void {
    if (byte === CR || byte === SEMICOLON) {
      if (this.#digits === 0) throw new Error('a chunk has no size');
      this.#state = byte === CR ? 'size-end' : 'extension';
      return;
    }
    const digit = Number.parseInt(String.fromCharCode(byte), 16);
    this.#digits += 1;
    if (Number.isNaN(digit) || this.#digits > MOST_DIGITS) throw new Error('a chunk has no size');
    this.#size = this.#size * 16 + digit;
  }

  #expect(byte: number, wanted: number): void {
    if (byte !== wanted) throw new Error('a chunk ends in the wrong place');
  }
}
