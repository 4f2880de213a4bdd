import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Small packs, one processor, and no more memory than a sandbox has; objects may be asked for by their ids, as at GitHub. */
const CONFIG = `[core]
\trepositoryformatversion = 0
\tbare = true
\tbigFileThreshold = 1m
\tpackedGitLimit = 64m
\tpackedGitWindowSize = 8m
\tdeltaBaseCacheLimit = 16m
[pack]
\tthreads = 1
\twindowMemory = 16m
\tdeltaCacheSize = 8m
[uploadpack]
\tallowFilter = true
\tallowAnySHA1InWant = true
[gc]
\tauto = 0
[transfer]
\tadvertiseSID = false
`;

/** A bare repository in a folder, of which this knows what was written to it. */
export class GitFolder {
  readonly folder: string;
  /** Ids of objects, and of packs, that are there. */
  protected readonly written = new Set<string>();
  #refs = '';
  #head = '';
  #busy: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.folder = folder;
    // What an earlier process left may be of a later world.
    rmSync(folder, { recursive: true, force: true });
    for (const name of ['objects/pack', 'objects/info', 'refs/heads', 'refs/tags'])
      mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, 'config'), CONFIG);
  }

  get objects(): string {
    return join(this.folder, 'objects');
  }

  /** Notes that objects are there already, as they came in a pack. */
  took(shas: Iterable<string>): void {
    for (const sha of shas) this.written.add(sha);
  }

  /** One after another. Calls of git that run meanwhile see the refs as they were. */
  protected inTurn(work: () => Promise<void>): Promise<void> {
    const next = this.#busy.then(work);
    this.#busy = next.catch(() => {});
    return next;
  }

  /** @param refs as git packs them @param branch the one that is checked out */
  protected point(refs: string, branch: string): void {
    const head = `ref: refs/heads/${branch}\n`;
    if (this.#refs !== refs) this.#write('packed-refs', refs);
    if (this.#head !== head) this.#write('HEAD', head);
    this.#refs = refs;
    this.#head = head;
  }

  #write(name: string, text: string): void {
    const path = join(this.folder, name);
    writeFileSync(`${path}.new`, text);
    renameSync(`${path}.new`, path);
  }
}
