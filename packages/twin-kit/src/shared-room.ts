/**
 * What the worlds of one process may have together, as JSON text in bytes. Once they have it all, those grow on that have less
 * than an equal share: what one of them writes can take no room that another one needs.
 */
export class SharedRoom {
  readonly #bytes: number;
  #taken = 0;
  #worlds = 0;

  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  /** A world comes. */
  enter(): void {
    this.#worlds += 1;
  }

  /** A world goes. @param world its size */
  leave(world: number): void {
    this.#worlds -= 1;
    this.#taken -= world;
  }

  /** A world grew by so much, or got smaller. */
  grew(by: number): void {
    this.#taken += by;
  }

  /** May a world of this size grow by so much? */
  has(world: number, growth: number): boolean {
    return this.#taken + growth <= this.#bytes || world + growth <= this.#bytes / this.#worlds;
  }
}
