import type { TLSSocket } from 'node:tls';

/** How long after a host was last given a sandbox connections to it are kept, in milliseconds. */
const KEPT_MS = 5 * 60_000;
/** Longer than a sandbox with running twins takes until it is answered, in milliseconds: what is made ahead must not slow that down. */
const MADE_AFTER_MS = 100;
/** Each twin that starts takes one; a sandbox has three at most, and another may start beside it. */
const FEWEST = 2;
const MOST = 6;
/** A handshake that takes longer is given up, in milliseconds. */
const MADE_WITHIN_MS = 10_000;
/** A host that is gone without a word is noticed so soon, in milliseconds. */
const KEEP_ALIVE_MS = 30_000;

/** What is kept ready for one address. */
interface Kept {
  connect: () => TLSSocket;
  spares: Set<TLSSocket>;
  /** Those whose handshake is under way. */
  begun: Set<TLSSocket>;
  /** Asked for since some were last made: as many are made for the next time. */
  asked: number;
  wanted: number;
  making: NodeJS.Timeout | undefined;
  ending: NodeJS.Timeout;
}

/**
 * Connections to agents whose handshake is done and over which nothing was said yet: a sandbox that starts finds them ready. One that its agent
 * ends is forgotten, and made anew when others are.
 */
export class SpareTunnels {
  readonly #kept = new Map<string, Kept>();

  /** Keeps some ready for an address from now on, for a while. @param connect begins one that shows who asks */
  keep(address: string, connect: () => TLSSocket): void {
    const kept = this.#kept.get(address) ?? this.#begin(address, connect);
    kept.ending.refresh();
    this.#makeSoon(kept);
  }

  /** @returns one whose handshake is done, the caller's from now on */
  take(address: string): TLSSocket | undefined {
    const kept = this.#kept.get(address);
    if (!kept) return undefined;
    kept.asked += 1;
    this.#makeSoon(kept);
    const [spare] = kept.spares;
    if (!spare) return undefined;
    release(kept.spares, spare);
    return spare.ref();
  }

  close(): void {
    for (const address of [...this.#kept.keys()]) this.#end(address);
  }

  #begin(address: string, connect: () => TLSSocket): Kept {
    const ending = setTimeout(() => this.#end(address), KEPT_MS).unref();
    const kept: Kept = { connect, spares: new Set(), begun: new Set(), asked: 0, wanted: FEWEST, making: undefined, ending };
    this.#kept.set(address, kept);
    return kept;
  }

  #end(address: string): void {
    const kept = this.#kept.get(address);
    if (!kept) return;
    this.#kept.delete(address);
    clearTimeout(kept.ending);
    clearTimeout(kept.making);
    for (const socket of [...kept.spares, ...kept.begun]) socket.destroy();
  }

  #makeSoon(kept: Kept): void {
    kept.making ??= setTimeout(() => {
      kept.making = undefined;
      if (kept.asked > 0) kept.wanted = Math.min(Math.max(kept.asked, FEWEST), MOST);
      kept.asked = 0;
      for (let lacking = kept.wanted - kept.spares.size - kept.begun.size; lacking > 0; lacking -= 1) this.#make(kept);
    }, MADE_AFTER_MS).unref();
  }

  #make({ connect, spares, begun }: Kept): void {
    const socket = connect().unref();
    begun.add(socket);
    const late = setTimeout(() => socket.destroy(), MADE_WITHIN_MS).unref();
    socket.on('error', ignored);
    socket.once('secureConnect', () => {
      clearTimeout(late);
      begun.delete(socket);
      socket.setKeepAlive(true, KEEP_ALIVE_MS);
      // Read from, so that its end is noticed; nothing else comes before something was said.
      socket.on('readable', ignored).once('end', end);
      spares.add(socket);
    });
    socket.once('close', () => {
      clearTimeout(late);
      begun.delete(socket);
      spares.delete(socket);
    });
  }
}

function release(spares: Set<TLSSocket>, spare: TLSSocket): void {
  spares.delete(spare);
  spare.off('readable', ignored).off('end', end).off('error', ignored);
}

function ignored(): void {}

function end(this: TLSSocket): void {
  this.destroy();
}
