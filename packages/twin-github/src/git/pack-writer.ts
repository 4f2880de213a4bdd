import { createHash, hash } from 'node:crypto';
import { closeSync, existsSync, mkdirSync, openSync, renameSync, writeFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { crc32, deflateSync } from 'node:zlib';
import type { ObjectType } from '../world/git.ts';

/** An object as its bytes. */
export interface RawObject {
  sha: string;
  type: ObjectType;
  bytes: Buffer;
}

/** Objects that are written one to a file; of more a pack is made. */
const MOST_LOOSE = 64;
/** After so many objects others get their turn. */
const TURN = 100;
/** What is read soon needs no tight packing. */
const FAST = { level: 1 };

/** Adds objects to a repository's folder of objects. */
export async function writeObjects(folder: string, objects: readonly (() => RawObject)[]): Promise<void> {
  if (objects.length > MOST_LOOSE) return writePack(folder, objects);
  for (const object of objects) writeLoose(folder, object());
}

function writeLoose(folder: string, { sha, type, bytes }: RawObject): void {
  const path = join(folder, sha.slice(0, 2), sha.slice(2));
  if (existsSync(path)) return;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(`${path}.new`, deflateSync(Buffer.concat([Buffer.from(`${type} ${bytes.length}\0`), bytes]), FAST));
  renameSync(`${path}.new`, path);
}

const TYPES = { commit: 1, tree: 2, blob: 3, tag: 4 } as const;

/** Type and size, seven bits a byte after the first four: https://git-scm.com/docs/gitformat-pack */
function entryHead(type: ObjectType, size: number): Buffer {
  const bytes: number[] = [];
  let byte = (TYPES[type] << 4) | (size & 0x0f);
  for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
    bytes.push(byte | 0x80);
    byte = left & 0x7f;
  }
  return Buffer.from([...bytes, byte]);
}

/** An object's place in a pack. */
interface Placed {
  sha: string;
  crc: number;
  offset: number;
}

const word = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

async function writePack(folder: string, objects: readonly (() => RawObject)[]): Promise<void> {
  const draft = join(folder, 'pack', 'rows.draft');
  mkdirSync(dirname(draft), { recursive: true });
  const file = openSync(draft, 'w');
  const digest = createHash('sha1');
  const placed: Placed[] = [];
  let offset = 0;
  const write = (bytes: Buffer): void => {
    writeSync(file, bytes);
    digest.update(bytes);
    offset += bytes.length;
  };
  try {
    write(Buffer.concat([Buffer.from('PACK'), word(2), word(objects.length)]));
    for (const [at, object] of objects.entries()) {
      const { sha, type, bytes } = object();
      const entry = Buffer.concat([entryHead(type, bytes.length), deflateSync(bytes, FAST)]);
      placed.push({ sha, crc: crc32(entry), offset });
      write(entry);
      if (at % TURN === TURN - 1) await turn();
    }
    const sum = digest.digest();
    writeSync(file, sum);
    const name = join(folder, 'pack', `pack-${sum.toString('hex')}`);
    writeFileSync(`${name}.idx`, indexOf(placed, sum));
    renameSync(draft, `${name}.pack`);
  } finally {
    closeSync(file);
  }
}

/** The index of a pack, version 2. @param sum of the pack */
function indexOf(objects: readonly Placed[], sum: Buffer): Buffer {
  const sorted = objects.toSorted((one, other) => (one.sha < other.sha ? -1 : 1));
  const counts = new Uint32Array(256);
  for (const { sha } of sorted) counts[Number.parseInt(sha.slice(0, 2), 16)]! += 1;
  for (let first = 1; first < counts.length; first += 1) counts[first]! += counts[first - 1] as number;
  const body = Buffer.concat([
    Buffer.from([0xff, 0x74, 0x4f, 0x63]),
    word(2),
    ...[...counts].map(word),
    ...sorted.map(({ sha }) => Buffer.from(sha, 'hex')),
    ...sorted.map(({ crc }) => word(crc)),
    ...sorted.map(({ offset }) => word(offset)),
    sum,
  ]);
  return Buffer.concat([body, hash('sha1', body, 'buffer')]);
}
