import { randomBytes } from 'node:crypto';
import { chmod, chown, link, lstat, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type Claim, instanceFolder, isInstance, twinSocket } from '@svc/platform/agent';
import { Refusal } from './refusal.ts';

const CLAIM_ENDING = '.json';
/** Others reach through a twin's folder for its socket, and list nothing. */
export const FOLDER_MODE = 0o711;
const HOST_ID_NAME = 'host-id';
/** A socket's path is at most 107 bytes (unix(7)); ours are this much longer than the folder. */
const MAX_DIRECTORY_LENGTH = 107 - twinSocket('/', '0123456789abcdef').length;

/** A claim as it is stored: of a twin that was taken up here from a copy, with when that was last whole. */
export interface StoredClaim extends Claim {
  copiedAt?: string;
}

/**
 * The folder that twins and services share, one for an engine: `instances/<instance>` with a twin's socket and journal, which is all that its
 * container sees, and `claims/<instance>.json`, which says what session has it.
 *
 * A waiting container can't be given a label, so this file decides. It appears whole or not at all: of two that reach for one instance, one gets it.
 */
export class TwinFolders {
  readonly #directory: string;
  readonly #instances: string;
  readonly #claims: string;

  constructor(directory: string) {
    const root = resolve(directory);
    if (root.length > MAX_DIRECTORY_LENGTH) throw new Error(`The twins' folder must have a shorter path: ${root}`);
    this.#directory = root;
    this.#instances = join(root, 'instances');
    this.#claims = join(root, 'claims');
  }

  /** Services of other accounts reach through for the sockets; they can't list what there is, and a journal is its twin's alone. */
  async prepare(): Promise<void> {
    await mkdir(this.#instances, { recursive: true });
    await chmod(this.#instances, 0o711);
  }

  /** A name of this folder's own, made once. */
  async hostId(): Promise<string> {
    const file = join(this.#directory, HOST_ID_NAME);
    const drafted = join(this.#directory, `.${randomBytes(8).toString('hex')}`);
    await mkdir(this.#directory, { recursive: true });
    if (await stat(file).then(undefined, absent)) return (await readFile(file, 'utf8')).trim();
    await writeFile(drafted, `host_${randomBytes(8).toString('hex')}\n`, { mode: 0o600 });
    await link(drafted, file).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    await rm(drafted);
    return (await readFile(file, 'utf8')).trim();
  }

  /**
   * @param owner who the twin runs as, where this process may give files away
   * @throws Refusal where there is one
   */
  async create(instance: string, owner: { uid: number; gid: number } | undefined): Promise<void> {
    const folder = this.folderOf(instance);
    await this.prepare();
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'EEXIST') throw new Refusal(`There is a twin ${instance} already.`);
      throw error;
    });
    await chmod(folder, FOLDER_MODE);
    if (owner) await chown(folder, owner.uid, owner.gid);
  }

  has(instance: string): Promise<boolean> {
    return stat(this.folderOf(instance)).then(
      () => true,
      () => false,
    );
  }

  async remove(instance: string): Promise<void> {
    const folder = this.folderOf(instance);
    await rm(folder, { recursive: true, force: true }).catch(async (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EACCES') throw error;
      await openUp(folder);
      await rm(folder, { recursive: true, force: true });
    });
  }

  /** @returns false when somebody else has it */
  async claim(claim: StoredClaim): Promise<boolean> {
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

  async claimOf(instance: string): Promise<StoredClaim | undefined> {
    const text = await readFile(this.#claimFile(instance), 'utf8').catch(() => undefined);
    return text === undefined ? undefined : (JSON.parse(text) as StoredClaim);
  }

  async claims(): Promise<Claim[]> {
    const names = (await readdir(this.#claims).catch(absent)) ?? [];
    const instances = names.map((name) => name.slice(0, -CLAIM_ENDING.length)).filter(isInstance);
    const claims = await Promise.all(instances.map((instance) => this.claimOf(instance)));
    return claims.filter((claim) => claim !== undefined);
  }

  /** How many instances have a folder. */
  async count(): Promise<number> {
    return ((await readdir(this.#instances).catch(absent)) ?? []).length;
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

  folderOf(instance: string): string {
    return instanceFolder(this.#directory, assertInstance(instance));
  }

  #claimFile(instance: string): string {
    return join(this.#claims, `${assertInstance(instance)}${CLAIM_ENDING}`);
  }
}

/** Ids become file names here, whoever checked them before. */
function assertInstance(instance: string): string {
  if (!isInstance(instance)) throw new Refusal(`Not an instance: ${JSON.stringify(instance.slice(0, 100))}`);
  return instance;
}

/** A twin may have shut folders of its own against its own account. */
async function openUp(folder: string): Promise<void> {
  await chmod(folder, 0o700);
  for (const name of await readdir(folder)) {
    const path = join(folder, name);
    if ((await lstat(path)).isDirectory()) await openUp(path);
  }
}

function absent(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error;
}
