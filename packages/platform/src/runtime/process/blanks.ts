import { randomBytes } from 'node:crypto';
import { renameSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** How many of each kind are made at a time, and how few are left when that is next due. */
const STOCK = 64;
const FEW = 32;

/**
 * Empty folders and files that were made while nobody waited. To make one takes the disk a millisecond or more, in which this process does
 * nothing else; to rename one takes it a twentieth of that. What there is none of is made by whoever needs it.
 */
export class Blanks {
  readonly #root: string;
  readonly #within: readonly string[];
  readonly #folders: string[] = [];
  readonly #files: string[] = [];
  #filling: Promise<void> | undefined;
  #isOpen = false;

  /** @param root a folder of its own, on the disk of those that they become @param within names of empty files in each folder */
  constructor(root: string, within: readonly string[]) {
    this.#root = root;
    this.#within = within;
  }

  /** Puts an empty folder there, for the owner alone, where nothing is yet. @returns false where there was none */
  folder(path: string): boolean {
    return this.#move(this.#folders, path);
  }

  /** Puts an empty file there, for the owner alone. @returns false where there was none */
  file(path: string): boolean {
    return this.#move(this.#files, path);
  }

  /** Removes what an earlier process left. The first ones are made when somebody has asked in vain. */
  async open(): Promise<void> {
    await this.close();
    this.#isOpen = true;
  }

  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#filling;
    this.#folders.length = 0;
    this.#files.length = 0;
    await rm(this.#root, { recursive: true, force: true });
  }

  #move(stock: string[], path: string): boolean {
    const blank = stock.pop();
    if (stock.length <= FEW) this.#fill();
    if (blank === undefined) return false;
    try {
      renameSync(blank, path);
      return true;
    } catch {
      return false;
    }
  }

  #fill(): void {
    if (!this.#isOpen) return;
    // A disk that takes no more is felt by whoever needs the room.
    this.#filling ??= this.#make()
      .catch(() => {})
      .finally(() => {
        this.#filling = undefined;
      });
  }

  /** One after the other: whoever waits for the disk meanwhile waits for one of them. */
  async #make(): Promise<void> {
    await mkdir(this.#root, { recursive: true, mode: 0o700 });
    while (this.#isOpen && (this.#folders.length < STOCK || this.#files.length < STOCK)) {
      const path = join(this.#root, randomBytes(8).toString('hex'));
      if (this.#folders.length < STOCK) {
        await mkdir(path, { mode: 0o700 });
        for (const name of this.#within) await writeFile(join(path, name), '', { mode: 0o600 });
        this.#folders.push(path);
      }
      if (this.#files.length < STOCK) {
        await writeFile(`${path}.blank`, '', { mode: 0o600 });
        this.#files.push(`${path}.blank`);
      }
    }
  }
}
