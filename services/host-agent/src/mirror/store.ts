import { constants } from 'node:fs';
import { chmod, chown, mkdir, open, readdir, rename, rm, stat, statfs } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { isInstance } from '@svc/platform/agent';
import { FOLDER_MODE } from '../twin-folders.ts';
import { JOURNAL, NAMED, tailDigest } from './files.ts';

/** Bytes that come next in a file of a copy. */
export interface Addition {
  file: string;
  /** Where they begin: what the copy has after that is replaced. */
  at: number;
  /** Of what its sender has before them. */
  tail: string;
  bytes: Buffer;
  /** When the copy was last whole, as of these bytes, in milliseconds since 1970; 0 for one that never was. */
  wholeAt: number;
}

/** What becomes of an addition. Another `size` says where its sender may go on from. */
export type Added = { added: true } | { added: false; size: number };

export class NoCopyKept extends Error {}
export class NoRoomForCopy extends Error {}

/**
 * The copies of other hosts' journals that are kept here, `mirrors/<instance>` as the twin's own folder is. A journal's time of change is
 * when the copy was last known to be whole.
 */
export class MirrorStore {
  readonly #root: string;
  readonly #directory: string;
  readonly #reserveBytes: number;
  readonly #turns = new Map<string, Promise<unknown>>();
  #kept: ReadonlySet<string> = new Set();
  /** Run here since, while their copies are still said to be kept: a host that was given up may go on sending. */
  #handedOver = new Set<string>();

  /** @param reserveBytes what copies leave free of the disk */
  constructor(directory: string, reserveBytes: number) {
    this.#directory = resolve(directory);
    this.#root = join(this.#directory, 'mirrors');
    this.#reserveBytes = reserveBytes;
  }

  /** From now on copies of these are kept, and no others. */
  async keep(instances: ReadonlySet<string>): Promise<void> {
    this.#kept = instances;
    this.#handedOver = this.#handedOver.intersection(instances);
    const there = await readdir(this.#root).catch(() => []);
    for (const name of there) {
      if (this.#kept.has(name) || !isInstance(name)) continue;
      await this.#inTurn(name, () => rm(this.#folder(name), { recursive: true, force: true }));
    }
  }

  /** How many bytes there are of each file. @throws NoCopyKept where none is to be kept */
  async sizes(instance: string): Promise<Record<string, number>> {
    this.#requireKept(instance);
    const folder = this.#folder(instance);
    const named = await readdir(join(folder, ...NAMED)).catch(() => []);
    const sizes = await Promise.all([JOURNAL, ...named].map(async (name) => [name, await sizeOf(this.#path(instance, name))]));
    return Object.fromEntries(sizes);
  }

  /** @throws NoCopyKept, NoRoomForCopy, or what the disk says */
  add(instance: string, addition: Addition): Promise<Added> {
    return this.#inTurn(instance, async () => {
      this.#requireKept(instance);
      if (addition.bytes.length > 0) await this.#requireRoom();
      await mkdir(join(this.#folder(instance), ...NAMED), { recursive: true, mode: 0o700 });
      return add(this.#path(instance, addition.file), addition);
    });
  }

  /** When a copy was last whole. @returns undefined where there is none that ever was */
  async wholeAt(instance: string): Promise<Date | undefined> {
    const found = await stat(this.#path(instance, JOURNAL)).catch(() => undefined);
    return found && found.mtimeMs > 0 && found.size > 0 ? found.mtime : undefined;
  }

  /** Makes a copy the folder of a twin that is to run here: whole, or not at all. Nothing is added to it any more. */
  async handOver(instance: string, folder: string, owner: { uid: number; gid: number } | undefined): Promise<void> {
    await this.#inTurn(instance, async () => {
      const from = this.#folder(instance);
      if (owner) for (const path of await pathsIn(from)) await chown(path, owner.uid, owner.gid);
      await chmod(from, FOLDER_MODE);
      await rename(from, folder);
      this.#handedOver.add(instance);
    });
  }

  #folder(instance: string): string {
    return join(this.#root, instance);
  }

  #path(instance: string, file: string): string {
    return file === JOURNAL ? join(this.#folder(instance), file) : join(this.#folder(instance), ...NAMED, file);
  }

  #requireKept(instance: string): void {
    if (!isInstance(instance) || !this.#kept.has(instance) || this.#handedOver.has(instance))
      throw new NoCopyKept('No copy of it is kept here.');
  }

  async #requireRoom(): Promise<void> {
    const { bavail, bsize } = await statfs(this.#directory);
    if (bavail * bsize < this.#reserveBytes) throw new NoRoomForCopy('There is no room for copies here.');
  }

  /** One thing at a time is done to a copy. */
  #inTurn<T>(instance: string, work: () => Promise<T>): Promise<T> {
    const turn = (this.#turns.get(instance) ?? Promise.resolve()).then(work);
    const settled = turn.then(
      () => {},
      () => {},
    );
    this.#turns.set(instance, settled);
    void settled.then(() => {
      if (this.#turns.get(instance) === settled) this.#turns.delete(instance);
    });
    return turn;
  }
}

async function add(path: string, { at, tail, bytes, wholeAt }: Addition): Promise<Added> {
  const file = await open(path, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    const { size } = await file.stat();
    if (at > size || (await tailDigest(file, at)) !== tail) return { added: false, size };
    if (at < size) await file.truncate(at);
    let written = 0;
    while (written < bytes.length)
      written += (await file.write(bytes, written, bytes.length - written, at + written)).bytesWritten;
    await file.utimes(new Date(wholeAt), new Date(wholeAt));
    return { added: true };
  } finally {
    await file.close();
  }
}

const sizeOf = (path: string): Promise<number> =>
  stat(path).then(
    ({ size }) => size,
    () => 0,
  );

/** A folder and all that is in it. */
async function pathsIn(folder: string): Promise<string[]> {
  const inside = await readdir(folder, { recursive: true });
  return [folder, ...inside.map((name) => join(folder, name))];
}
