import { isUtf8 } from 'node:buffer';
import { closeSync, mkdirSync, openSync, readdirSync, readSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runGit, runScript } from '../git/process.ts';
import { readCommit, readTag, readTree } from '../git/read-objects.ts';
import { type PushHead, readPushHead, ZERO } from '../git/wire/commands.ts';
import type { Blob, Commit, Tag, Tree } from '../world.ts';
import type { GitFolder } from './git-folder.ts';

/** GitHub's limits of one file: https://docs.github.com/repositories/working-with-files/managing-large-files/about-large-files-on-github */
const MOST_FILE_BYTES = 100 << 20;
const RECOMMENDED_FILE_BYTES = 50 << 20;
/** What of one push becomes records, which state and checks are made of; the rest stays in its pack. In bytes of objects. */
const RECORDED_BYTES = 8 << 20;
/** Content of longer files stays in the pack. */
const RECORDED_FILE_BYTES = 512 << 10;
/** Of objects that are little in all, what they hold comes with the list of them. In bytes. */
const LITTLE_BYTES = 2 << 20;
/** A tree's records have names for what its bytes only have ids for. */
const TREE_TIMES = 3;

/** Records that a push brings, by their collections. */
export type NewRecord =
  | { name: 'commits'; record: Commit }
  | { name: 'trees'; record: Tree }
  | { name: 'tags'; record: Tag }
  | { name: 'blobs'; record: Blob };

/** A push whose objects are checked and whose refs stand where they stood. */
export interface Received extends PushHead {
  /** Why its pack was refused. */
  unpack: string | undefined;
  /** Why a ref can't be moved, by its name. */
  refused: ReadonlyMap<string, string>;
  /** What people are told. */
  words: readonly string[];
  records: readonly NewRecord[];
  /** Ids of all that came. */
  shas: readonly string[];
  /** The pack that came, in a folder of its own; undefined where nothing new did. */
  pack: { sha: string; size: number; folder: string } | undefined;
  /** True where some of it has no record, so that the world needs the pack. */
  isNeeded: boolean;
}

/** Reads a push from a file: what it asks for, and the pack that comes with that. @throws ProtocolError */
export async function receivePush(mirror: GitFolder, path: string, number: number): Promise<Received> {
  const file = openSync(path, 'r');
  try {
    // Read to the byte: git goes on where this ends.
    const head = readPushHead((bytes) => {
      const buffer = Buffer.alloc(bytes);
      return buffer.subarray(0, readSync(file, buffer, 0, bytes, null));
    });
    const nothing = { ...head, refused: new Map(), words: [], records: [], shas: [], pack: undefined, isNeeded: false };
    const targets = head.commands.map(({ fresh }) => fresh).filter((fresh) => fresh !== ZERO);
    if (targets.length === 0) return { ...nothing, unpack: undefined };
    const quarantine = new Quarantine(mirror, number);
    const { unpack, words, listed } = await quarantine.take(file, targets);
    if (unpack !== undefined) return { ...nothing, unpack, words };
    return { ...nothing, unpack, ...(await quarantine.examine(head, listed)) };
  } finally {
    closeSync(file);
  }
}

/** An object as git tells of it. */
interface Listed {
  sha: string;
  /** Of a blob or a tree, in a commit that has it. */
  path: string;
  type: string;
  size: number;
}

/** Says of `$1`, a repository, what pack its input was made. */
const INDEX = 'git --git-dir "$1" index-pack --stdin --fix-thin --strict --threads=1 || exit';
/** New objects, each commit before its own, the newest first: test merges are in no record. Fails where some are missing. `$2` has room for files, `$3` names what is asked for. */
const LIST = `
git --git-dir "$1" rev-list --objects --in-commit-order --stdin --not --exclude='refs/pull/*/merge' --all <"$3" >"$2/listed" || exit
git --git-dir "$1" cat-file --batch-check='%(objectname) %(objecttype) %(objectsize) %(rest)' --buffer <"$2/listed" >"$2/facts" || exit
cat "$2/facts"`;
/** After an empty line, what they hold, where that is little. */
const CONTENTS = `
awk '{ size += $3 } END { exit size > ${LITTLE_BYTES} }' "$2/facts" || exit 0
echo
git --git-dir "$1" cat-file --batch='%(rest)' --buffer <"$2/facts"`;

const linesOf = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');

const listedIn = (text: string): Listed[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => {
      const [sha = '', type = '', size = '0'] = line.split(' ', 3);
      return { sha, type, size: Number(size), path: line.slice(sha.length + type.length + size.length + 3) };
    });

/** What git wrote of objects, each after a line of its own. */
function contentsIn(output: Buffer, objects: readonly Listed[]): Map<string, Buffer> {
  const contents = new Map<string, Buffer>();
  let at = 0;
  for (const { sha, size } of objects) {
    const begin = output.indexOf('\n', at) + 1;
    contents.set(sha, output.subarray(begin, begin + size));
    at = begin + size + 1;
  }
  return contents;
}

/** A folder for the objects of one push, beside those of the repository. */
class Quarantine {
  readonly #mirror: GitFolder;
  readonly #folder: string;
  readonly #env: Record<string, string>;
  #pack: string | undefined;
  /** Of what came, where it was little. */
  #contents: Map<string, Buffer> | undefined;

  constructor(mirror: GitFolder, number: number) {
    this.#mirror = mirror;
    this.#folder = join(mirror.folder, `incoming-${number}`);
    rmSync(this.#folder, { recursive: true, force: true });
    mkdirSync(join(this.#folder, 'pack'), { recursive: true });
    this.#env = { GIT_OBJECT_DIRECTORY: this.#folder, GIT_ALTERNATE_OBJECT_DIRECTORIES: mirror.objects };
  }

  /** Takes the pack in, holds it against git's rules, and lists what came; `listed` is undefined where some of that is missing. */
  async take(
    stdin: number,
    targets: readonly string[],
  ): Promise<{ unpack: string | undefined; words: readonly string[]; listed?: Listed[] | undefined }> {
    const asked = join(this.#folder, 'targets');
    writeFileSync(asked, linesOf(targets));
    const options = { stdin, env: this.#env };
    const { code, words, output } = await runScript(INDEX + LIST + CONTENTS, [this.#mirror.folder, this.#folder, asked], options);
    const first = output.indexOf('\n') + 1;
    this.#pack = /^(?:pack|keep)\t([0-9a-f]{40})\n$/.exec(output.toString('latin1', 0, first))?.[1];
    if (this.#pack === undefined) {
      rmSync(this.#folder, { recursive: true, force: true });
      return { unpack: 'index-pack failed', words: this.#cleaned(words) };
    }
    if (code !== 0) return { unpack: undefined, words: [] };
    const end = output.indexOf('\n\n', first - 1);
    const listed = listedIn(output.toString('utf8', first, end < 0 ? output.length : end));
    if (end >= 0) this.#contents = contentsIn(output.subarray(end + 2), listed);
    return { unpack: undefined, words: [], listed };
  }

  /** What came, what of it becomes records, and what is wrong with it. */
  async examine(head: PushHead, listed: readonly Listed[] | undefined): Promise<Omit<Received, keyof PushHead | 'unpack'>> {
    if (!listed) return this.#incomplete(head);
    const large = listed.filter(({ type, size }) => type === 'blob' && size > RECOMMENDED_FILE_BYTES);
    const over = large.filter(({ size }) => size > MOST_FILE_BYTES);
    if (over.length > 0) return this.#tooLarge(head, over);
    const { chosen, isWhole } = choose(listed);
    const records = await this.#records(chosen);
    const pack = this.#pack as string;
    const size = statSync(join(this.#folder, 'pack', `pack-${pack}.pack`)).size;
    return {
      refused: new Map(),
      words: large.map(warning),
      records,
      shas: listed.map(({ sha }) => sha),
      pack: { sha: pack, size, folder: this.#folder },
      isNeeded: !isWhole,
    };
  }

  /** Some of what refs would lead to isn't there: which refs, git finds out one by one. */
  async #incomplete({ commands }: PushHead): Promise<Omit<Received, keyof PushHead | 'unpack'>> {
    const refused = new Map<string, string>();
    for (const { fresh, ref } of commands)
      if (fresh !== ZERO && !(await this.#isComplete(fresh))) refused.set(ref, 'missing necessary objects');
    return this.#refuse(refused, []);
  }

  /** In the words of GitHub's hook; see its page above. */
  #tooLarge({ commands }: PushHead, over: readonly Listed[]): Omit<Received, keyof PushHead | 'unpack'> {
    const words = [
      ...over.map(
        ({ path, size }) =>
          `error: File ${path} is ${megabytes(size)} MB; this exceeds GitHub's file size limit of ${megabytes(MOST_FILE_BYTES)} MB`,
      ),
      'error: GH001: Large files detected. You may want to try Git Large File Storage - https://git-lfs.github.com.',
    ];
    return this.#refuse(new Map(commands.map(({ ref }) => [ref, 'pre-receive hook declined'])), words);
  }

  #refuse(refused: Map<string, string>, words: readonly string[]): Omit<Received, keyof PushHead | 'unpack'> {
    rmSync(this.#folder, { recursive: true, force: true });
    return { refused, words, records: [], shas: [], pack: undefined, isNeeded: false };
  }

  async #isComplete(sha: string): Promise<boolean> {
    const input = linesOf([sha]);
    return (await runScript(LIST, [this.#mirror.folder, this.#folder, '/dev/stdin'], { input, env: this.#env })).code === 0;
  }

  async #records(chosen: readonly Listed[]): Promise<NewRecord[]> {
    const read = chosen.filter(({ type, size }) => type !== 'blob' || size <= RECORDED_FILE_BYTES);
    const contents = this.#contents ?? (await this.#read(read));
    return chosen.map((object) => recordOf(object, contents.get(object.sha)));
  }

  async #read(objects: readonly Listed[]): Promise<Map<string, Buffer>> {
    const args = ['--git-dir', this.#mirror.folder, 'cat-file', '--batch', '--buffer'];
    const { output } = await runGit(args, { input: linesOf(objects.map(({ sha }) => sha)), env: this.#env });
    return contentsIn(output, objects);
  }

  /** Git's own words, without the folder that they stand in. */
  #cleaned(words: string): string[] {
    const lines = words
      .replaceAll(this.#folder, 'objects')
      .replaceAll(this.#mirror.folder, '.')
      .split(/[\r\n]+/);
    return lines.filter((line) => /^(?:error|fatal|warning):/.test(line));
  }
}

const megabytes = (bytes: number): string => (bytes / (1 << 20)).toFixed(2);

const warning = ({ path, size }: Listed): string =>
  `warning: File ${path} is ${megabytes(size)} MB; this is larger than GitHub's recommended maximum file size of ${megabytes(RECOMMENDED_FILE_BYTES)} MB`;

/** What becomes records: everything, or the newest where it is too much. */
function choose(listed: readonly Listed[]): { chosen: Listed[]; isWhole: boolean } {
  let left = RECORDED_BYTES;
  let isWhole = true;
  const chosen: Listed[] = [];
  for (const object of listed) {
    const isLong = object.type === 'blob' && object.size > RECORDED_FILE_BYTES;
    left -= isLong ? 0 : object.size * (object.type === 'tree' ? TREE_TIMES : 1);
    if (left < 0) return { chosen, isWhole: false };
    if (isLong) isWhole = false;
    chosen.push(object);
  }
  return { chosen, isWhole };
}

function recordOf({ sha, type, size }: Listed, bytes: Buffer | undefined): NewRecord {
  const own = { repository_id: 0, sha };
  if (type === 'blob' || !bytes)
    return { name: 'blobs', record: { ...own, size, ...contentOf(size > RECORDED_FILE_BYTES ? undefined : bytes) } };
  if (type === 'commit') return { name: 'commits', record: { ...own, ...readCommit(bytes) } };
  return type === 'tree'
    ? { name: 'trees', record: { ...own, ...readTree(bytes) } }
    : { name: 'tags', record: { ...own, ...readTag(bytes) } };
}

function contentOf(bytes: Buffer | undefined): Pick<Blob, 'encoding' | 'content'> {
  if (!bytes) return { encoding: 'none', content: '' };
  const encoding = isUtf8(bytes) ? 'utf-8' : 'base64';
  return { encoding, content: bytes.toString(encoding) };
}

/** Puts the pack of a push among the repository's objects, and what else came with it away. */
export function keepPack(mirror: GitFolder, { pack, shas }: Received): void {
  if (!pack) return;
  const from = join(pack.folder, 'pack');
  // Its index last: git looks for that.
  if (shas.length > 0) {
    for (const name of readdirSync(from).toSorted().reverse()) renameSync(join(from, name), join(mirror.objects, 'pack', name));
    mirror.took(shas);
  }
  dropPack({ pack });
}

export function dropPack({ pack }: Pick<Received, 'pack'>): void {
  if (pack) rmSync(pack.folder, { recursive: true, force: true });
}
