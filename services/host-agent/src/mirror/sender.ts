import type { FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { type HostIdentity, instanceFolder } from '@svc/platform/agent';
import { MirrorClient } from './client.ts';
import { bytesOf, eachNamed, JOURNAL, openFile, tailDigest } from './files.ts';
import { MOST_AT_ONCE } from './server.ts';

/** A journal that nothing is added to is shown to be whole this often, and its copy to be there. In milliseconds. */
const CONFIRMED_EVERY_MS = 10_000;

/** A copy that another host keeps, as far as is known here. */
interface Copy {
  /** Bytes of each file; undefined until the other host has said, and after a failure. */
  sizes: Map<string, number> | undefined;
  /** When it was last whole, in milliseconds since 1970; 0 where it never was. */
  wholeAt: number;
  /** When the other host last heard so. */
  confirmedAt: number;
  since: number;
}

export interface MirrorSenderOptions {
  /** Of the host that keeps the copies. */
  address: string;
  identity: HostIdentity;
  /** The twins' folder. */
  directory: string;
  now(): number;
}

/** Sends what is added to journals of this host to one other host. */
export class MirrorSender {
  readonly #options: MirrorSenderOptions;
  readonly #client: MirrorClient;
  #copies = new Map<string, Copy>();

  constructor(options: MirrorSenderOptions) {
    this.#options = options;
    this.#client = new MirrorClient(options.address, options.identity);
  }

  /** From now on these instances are followed, and no others. */
  follow(instances: ReadonlySet<string>): void {
    const since = this.#options.now();
    const begun = (): Copy => ({ sizes: undefined, wholeAt: 0, confirmedAt: 0, since });
    this.#copies = new Map([...instances].map((instance) => [instance, this.#copies.get(instance) ?? begun()]));
  }

  /** Brings all copies up to date, one after the other. @throws for the first failure; the rest waits for the next time */
  async send(): Promise<void> {
    for (const [instance, copy] of this.#copies) {
      try {
        await this.#bringUp(instance, copy);
      } catch (error) {
        copy.sizes = undefined;
        throw error;
      }
    }
  }

  /** How far the worst copy is behind, in milliseconds. */
  lagMs(): number {
    const now = this.#options.now();
    return Math.max(0, ...[...this.#copies.values()].map(({ wholeAt, since }) => now - Math.max(wholeAt, since)));
  }

  close(): void {
    this.#client.close();
  }

  async #bringUp(instance: string, copy: Copy): Promise<void> {
    const folder = instanceFolder(this.#options.directory, instance);
    const journal = await openFile(join(folder, JOURNAL));
    const now = this.#options.now();
    if (!journal) {
      // Nothing to copy, or nothing any more.
      copy.since = now;
      return;
    }
    try {
      const { size } = await journal.stat();
      const isWhole = copy.sizes?.get(JOURNAL) === size;
      if (isWhole) copy.wholeAt = now;
      if (isWhole && now - copy.confirmedAt < CONFIRMED_EVERY_MS) return;
      copy.sizes ??= await this.#sizesOf(instance);
      if (!copy.sizes) return;
      const to = { instance, sizes: copy.sizes };
      // What the rows name is there before them.
      await eachNamed(folder, async (name, file) => {
        const found = (await file.stat()).size;
        if (to.sizes.get(name) !== found)
          await this.#sendFile(file, { ...to, file: name, size: found, wholeAt: copy.wholeAt }, now);
      });
      await this.#sendFile(journal, { ...to, file: JOURNAL, size, wholeAt: copy.wholeAt }, now);
      copy.wholeAt = now;
      copy.confirmedAt = now;
    } finally {
      await journal.close();
    }
  }

  /** @returns undefined where that host doesn't know yet that it keeps this one */
  async #sizesOf(instance: string): Promise<Map<string, number> | undefined> {
    const { status, body } = await this.#client.ask('GET', `/${instance}`);
    if (status === 404) return undefined;
    if (status !== 200) throw new Error(`The other host answered ${status}.`);
    return new Map(Object.entries(body));
  }

  /** Up to `size`: piece by piece, of which the last says that it is `now` that the copy is whole. */
  async #sendFile(file: FileHandle, to: Sent, now: number): Promise<void> {
    let at = Math.min(to.sizes.get(to.file) ?? 0, to.size);
    for (let isDone = false; !isDone; ) {
      const bytes = await bytesOf(file, at, Math.min(to.size, at + MOST_AT_ONCE));
      // It was cut back meanwhile: the next time says more.
      if (bytes.length === 0 && at < to.size) throw new Error('A file became shorter while it was read.');
      isDone = at + bytes.length === to.size;
      const place = { at: `${at}`, tail: await tailDigest(file, at), whole_at: `${isDone ? now : to.wholeAt}` };
      const { status } = await this.#client.ask('PUT', `/${to.instance}/${to.file}?${new URLSearchParams(place)}`, bytes);
      if (status === 200) at += bytes.length;
      else if (status === 409 && at > 0) [at, isDone] = [0, false];
      else throw new Error(`The other host answered ${status}.`);
    }
    to.sizes.set(to.file, to.size);
  }
}

interface Sent {
  instance: string;
  file: string;
  size: number;
  sizes: Map<string, number>;
  wholeAt: number;
}
