import { randomBytes } from 'node:crypto';
import { mkdirSync, statfsSync, writeFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Blanks } from './blanks.ts';

/** What it takes to bring a twin back. */
export interface TwinRecord {
  twin: string;
  /** Of a process that it has for itself. */
  port?: number;
  pid?: number;
  controlToken: string;
  journal: string;
  /** Where its webhooks may go. */
  webhookPorts?: readonly number[];
}

/** A process that has the sessions of many sandboxes. */
export interface HostRecord {
  twin: string;
  port: number;
  pid: number;
  controlToken: string;
}

const RECORD = 'session.json';
const SAFE_NAME = /^[A-Za-z0-9_-]{1,100}$/;

/** Ids become folder names here. */
export function assertSafeName(name: string): void {
  if (!SAFE_NAME.test(name)) throw new Error(`Not an id: ${JSON.stringify(name.slice(0, 100))}`);
}

/**
 * The folders below `<dataDir>`: `sandboxes/<session>`, `processes` for those that sandboxes share, for twins started ahead of any
 * session `warm/<random>`, and `blank`, where sessions' folders and journals come from.
 */
export class SessionFiles {
  readonly #sandboxes: string;
  readonly #warm: string;
  readonly #processes: string;
  /** Those of one who asks for them: {@link SessionFiles.create} and `begin` make what they need where there are none. */
  readonly blanks: Blanks;

  constructor(dataDir: string) {
    this.#sandboxes = join(dataDir, 'sandboxes');
    this.#warm = join(dataDir, 'warm');
    this.#processes = join(dataDir, 'processes');
    this.blanks = new Blanks(join(dataDir, 'blank'), [RECORD]);
  }

  #folder(sessionId: string): string {
    assertSafeName(sessionId);
    return join(this.#sandboxes, sessionId);
  }

  /** Makes the session's folder, at once: to have another thread do that takes longer. @throws when there is one. */
  create(sessionId: string): void {
    const folder = this.#folder(sessionId);
    if (this.blanks.folder(folder)) return;
    const make = () => mkdirSync(folder, { mode: 0o700 });
    try {
      make();
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      mkdirSync(this.#sandboxes, { recursive: true, mode: 0o700 });
      make();
    }
  }

  journal(sessionId: string, twin: string): string {
    assertSafeName(twin);
    return join(this.#folder(sessionId), `${twin}.jsonl`);
  }

  /** A journal for a twin that will be given to a session later. */
  async warmJournal(twin: string): Promise<string> {
    assertSafeName(twin);
    const folder = join(this.#warm, randomBytes(8).toString('hex'));
    await mkdir(folder, { recursive: true, mode: 0o700 });
    return join(folder, `${twin}.jsonl`);
  }

  /** Begins the journal of a session that its twin's process has nothing of yet. @throws where there is no room for it */
  begin(sessionId: string, twin: string, lines: Buffer): void {
    const journal = this.journal(sessionId, twin);
    writeFileSync(journal, lines, { mode: 0o600, flag: this.blanks.file(journal) ? 'r+' : 'wx' });
  }

  /** Does the disk of a session's folder have so many bytes left? One that doesn't tell is taken to. */
  hasRoom(sessionId: string, bytes: number): boolean {
    try {
      const { bavail, bsize } = statfsSync(this.#folder(sessionId));
      return bavail * bsize >= bytes;
    } catch {
      return true;
    }
  }

  /** The record of a session that nobody was told of yet: where only a part of it is written, nobody misses the rest. */
  saveNew(sessionId: string, twins: readonly TwinRecord[]): void {
    writeFileSync(join(this.#folder(sessionId), RECORD), JSON.stringify({ twins }), { mode: 0o600 });
  }

  async save(sessionId: string, twins: readonly TwinRecord[]): Promise<void> {
    await writeWhole(join(this.#folder(sessionId), RECORD), { twins });
  }

  /** The folder of all sessions' folders. */
  async sessions(): Promise<string> {
    await mkdir(this.#sandboxes, { recursive: true, mode: 0o700 });
    return this.#sandboxes;
  }

  /** Puts a journal where the session's belong. */
  async bringHome(sessionId: string, twin: string, journal: string): Promise<void> {
    const home = this.journal(sessionId, twin);
    if (journal === home) return;
    await rename(journal, home);
    await this.discardWarm(journal);
  }

  async saveHost(host: HostRecord): Promise<void> {
    assertSafeName(host.twin);
    await mkdir(this.#processes, { recursive: true, mode: 0o700 });
    await writeWhole(join(this.#processes, `${host.twin}.json`), host);
  }

  /** @returns undefined where the twin never had such a process, or its record is unreadable. */
  async loadHost(twin: string): Promise<HostRecord | undefined> {
    return (await this.hosts()).find((host) => host.twin === twin);
  }

  async hosts(): Promise<HostRecord[]> {
    const names = await readdir(this.#processes).catch(() => []);
    const read = async (name: string): Promise<HostRecord[]> => {
      try {
        return [JSON.parse(await readFile(join(this.#processes, name), 'utf8')) as HostRecord];
      } catch {
        return [];
      }
    };
    return (await Promise.all(names.filter((name) => name.endsWith('.json')).map(read))).flat();
  }

  /** @returns undefined when the session never came so far as to have a record, or it is unreadable. */
  async load(sessionId: string): Promise<TwinRecord[] | undefined> {
    try {
      return JSON.parse(await readFile(join(this.#folder(sessionId), RECORD), 'utf8')).twins;
    } catch {
      return undefined;
    }
  }

  async remove(sessionId: string, journals: readonly string[]): Promise<void> {
    for (const journal of journals) await this.discardWarm(journal);
    await rm(this.#folder(sessionId), { recursive: true, force: true });
  }

  /** Removes what a session left that nobody has open; one that left nothing is fine. */
  async removeKept(sessionId: string): Promise<void> {
    if (!(await this.list()).includes(sessionId)) return;
    const kept = (await this.load(sessionId)) ?? [];
    await this.remove(
      sessionId,
      kept.map(({ journal }) => journal),
    );
  }

  /** Removes the folder of a warm twin's journal; other journals go with their session. */
  async discardWarm(journal: string): Promise<void> {
    if (dirname(dirname(journal)) === this.#warm) await rm(dirname(journal), { recursive: true, force: true });
  }

  /** Removes what warm twins of an earlier process left, other than the given journals. */
  async sweepWarm(keep: ReadonlySet<string>): Promise<void> {
    const kept = new Set([...keep].map(dirname));
    for (const name of await readdir(this.#warm).catch(() => [])) {
      const folder = join(this.#warm, name);
      if (!kept.has(folder)) await rm(folder, { recursive: true, force: true });
    }
  }

  async list(): Promise<string[]> {
    const names = await readdir(this.#sandboxes).catch(() => []);
    return names.filter((name) => SAFE_NAME.test(name));
  }
}

/** The file is as it was, or as it is to be. */
async function writeWhole(path: string, content: object): Promise<void> {
  const draft = `${path}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, JSON.stringify(content), { mode: 0o600 });
  await rename(draft, path);
}

export async function hasRows(journal: string): Promise<boolean> {
  return await stat(journal).then(
    ({ size }) => size > 0,
    () => false,
  );
}
