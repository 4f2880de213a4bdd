import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** Well below the 64 MiB of new buffers after which V8 goes through the whole heap. */
const FREED_EVERY_BYTES = 16 << 20;

/**
 * Frees the buffers of a long stream as it goes by. They lie outside the heap and fill none of it, so that no collection of young objects frees
 * them in time; V8 then goes through the whole heap for them, several times a second and on every processor.
 */
export class PassedBytes {
  #bytes = 0;

  /** So many went by in buffers that nobody holds any more. */
  add(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes < FREED_EVERY_BYTES) return;
    this.#bytes = 0;
    collectYoung();
  }
}

let collect: NodeJS.GCFunction | undefined;

function collectYoung(): void {
  collect ??= globalThis.gc ?? exposed();
  collect({ type: 'minor' });
}

/** V8's collector, without giving every program of the process a global one. */
function exposed(): NodeJS.GCFunction {
  setFlagsFromString('--expose-gc');
  try {
    return runInNewContext('gc') as NodeJS.GCFunction;
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}
