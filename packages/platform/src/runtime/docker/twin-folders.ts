import { randomBytes } from 'node:crypto';
import { chmod, chown, link, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { SOCKET_NAME } from './engine.ts';

/** Whose an instance is. */
export interface Claim {
  instance: string;
  sessionId: string;
  twin: string;
}

const SAFE_NAME = /^[A-Za-z0-9_-]{1,100}$/;
/** A socket's path is at most 107 bytes (unix(7)); ours are this much longer than the folder. */
const MAX_DIRECTORY_LENGTH = 107 - '/instances/0123456789abcdef/'.length - SOCKET_NAME.length;

/**
 * The folder that twins and services share, one for an engine: `instances/<instance>` with a twin's socket and journal, which is all that its
 * container sees, and `claims/<instance>.json`, which says what session has it.
 *
 * A waiting container can't be given a label, so this file decides. It appears whole or not at all: of two that reach for one instance, one gets it.
 */
export class TwinFolders {
  readonly #instances: string;
  readonly #claims: string;

  constructor(directory: string) {
    const root = resolve(directory);
    if (root.length > MAX_DIRECTORY_LENGTH) throw new Error(`The twins' folder must have a shorter path: ${root}`);
    this.#instances = join(root, 'instances');
    this.#claims = join(root, 'claims');
  }

  socket(instance: string): string {
    return join(this.#instances, instance, SOCKET_NAME);
  }

  /** @param owner who the twin runs as, where this process may give files away */
  async create(instance: string, owner: { uid: number; gid: number } | undefined): Promise<void> {
    const folder = join(this.#instances, instance);
    await mkdir(folder, { recursive: true });
    // Services of other accounts reach through it for the socket; the journal in it is its twin's alone.
    await chmod(folder, 0o711);
    if (owner) await chown(folder, owner.uid, owner.gid);
  }

  async remove(instance: string): Promise<void> {
    await rm(join(this.#instances, instance), { recursive: true, force: true });
  }

  /** @returns false when somebody else has it */
  async claim(claim: Claim): Promise<boolean> {
    await mkdir(this.#claims, { recursive: true, mode: 0o700 });
    const draft = join(this.#claims, `.${randomBytes(8).toString('hex')}`);
    await writeFile(draft, JSON.stringify(claim), { mode: 0o600 });
    try {
      await link(draft, this.#claimFile(claim.instance));
      return true;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
      throw error;
    } finally {
      await rm(draft, { force: true });
    }
  }

  async unclaim(instance: string): Promise<void> {
    await rm(this.#claimFile(instance), { force: true });
  }

  async claimOf(instance: string): Promise<Claim | undefined> {
    const text = await readFile(this.#claimFile(instance), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as Claim);
  }

  async claims(): Promise<Claim[]> {
    const names = (await readdir(this.#claims).catch(absent)) ?? [];
    const instances = names.filter((name) => /^\w+\.json$/.test(name)).map((name) => name.slice(0, -'.json'.length));
    const claims = await Promise.all(instances.map((instance) => this.claimOf(instance)));
    return claims.filter((claim) => claim !== undefined);
  }

  /** Instances that have a folder, and since when, in milliseconds since 1970. */
  async kept(): Promise<Map<string, number>> {
    const names = (await readdir(this.#instances).catch(absent)) ?? [];
    const kept = new Map<string, number>();
    for (const name of names) {
      const since = await stat(join(this.#instances, name)).then(({ birthtimeMs }) => birthtimeMs, absent);
      if (since !== undefined) kept.set(name, since);
    }
    return kept;
  }

  #claimFile(instance: string): string {
    assertSafeName(instance);
    return join(this.#claims, `${instance}.json`);
  }
}

/** Ids become file and container names here. */
export function assertSafeName(name: string): void {
  if (!SAFE_NAME.test(name)) throw new Error(`Not an id: ${JSON.stringify(name.slice(0, 100))}`);
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
