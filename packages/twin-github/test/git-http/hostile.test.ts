import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deflateSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { inTheWhole } from '@svc/twin-kit/testing/share';
import { type Served, serveGithub } from '../served.ts';
import { Git, remoteOf } from './git.ts';

const SEED = { users: [{ login: 'mona' }], repositories: [{ owner: 'mona', name: 'web', files: { 'a.txt': 'a\n' } }] };
const ZERO = '0'.repeat(40);

let served: Served;
let git: Git;
let head: string;
beforeAll(async () => {
  served = await serveGithub(SEED);
  git = await Git.inNewFolder();
  await git.does('clone', '-q', remoteOf(served.url, served.token, 'mona/web'), 'web');
  head = await git.in('web').does('rev-parse', 'HEAD');
});
afterAll(async () => {
  await served.close();
  await git.remove();
});

const pkt = (text: string) => `${(Buffer.byteLength(text) + 4).toString(16).padStart(4, '0')}${text}`;

/** A push of one ref with a pack, as bytes. */
const pushOf = (pack: Buffer, sha: string, ref = 'refs/heads/bad') =>
  Buffer.concat([Buffer.from(`${pkt(`${ZERO} ${sha} ${ref}\0 report-status side-band-64k`)}0000`), pack]);

const word = (value: number) => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

function headOf(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)];
  for (let left = Math.floor(size / 16); left > 0; left = Math.floor(left / 128)) {
    bytes[bytes.length - 1]! |= 0x80;
    bytes.push(left & 0x7f);
  }
  return Buffer.from(bytes);
}

const [COMMIT, TREE, BLOB, OFFSET_DELTA, REF_DELTA] = [1, 2, 3, 6, 7];
const entry = (type: number, bytes: Buffer, between = Buffer.alloc(0), size = bytes.length) =>
  Buffer.concat([headOf(type, size), between, deflateSync(bytes)]);

function packOf(entries: readonly Buffer[], { count = entries.length, sum }: { count?: number; sum?: Buffer } = {}): Buffer {
  const body = Buffer.concat([Buffer.from('PACK'), word(2), word(count), ...entries]);
  return Buffer.concat([body, sum ?? createHash('sha1').update(body).digest()]);
}

const shaOf = (type: string, bytes: Buffer) => createHash('sha1').update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');

const commitOf = (tree: string, author = 'M <m@x> 1 +0000') =>
  Buffer.from(`tree ${tree}\nparent ${head}\nauthor ${author}\ncommitter M <m@x> 1 +0000\n\nBad\n`);

const blob = Buffer.from('b\n');
const treeWith = (name: string, mode = '100644', sha = shaOf('blob', blob)) =>
  Buffer.concat([Buffer.from(`${mode} ${name}\0`), Buffer.from(sha, 'hex')]);

/** A commit of a tree, as a push. */
function ofTree(tree: Buffer): Buffer {
  const commit = commitOf(shaOf('tree', tree));
  return pushOf(packOf([entry(COMMIT, commit), entry(TREE, tree), entry(BLOB, blob)]), shaOf('commit', commit));
}

async function send(service: string, body: Buffer, headers: Record<string, string> = {}) {
  const response = await fetch(`${served.url}/mona/web.git/${service}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${served.token}`, 'content-type': `application/x-${service}-request`, ...headers },
    body: new Uint8Array(body),
  });
  return { status: response.status, text: Buffer.from(await response.arrayBuffer()).toString('latin1') };
}

const refs = async () => git.does('ls-remote', remoteOf(served.url, served.token, 'mona/web'));

describe('a push is refused with a reason, and changes nothing, where its pack', () => {
  const noise = () => entry(BLOB, blob);
  // What git's own fsck refuses: https://git-scm.com/docs/git-fsck#_fsck_messages
  test.each<[string, () => Buffer, string]>([
    ['ends too early', () => pushOf(packOf([noise()]).subarray(0, 20), head), 'unpack index-pack failed'],
    ['has no bytes', () => pushOf(Buffer.alloc(0), shaOf('blob', blob)), 'unpack index-pack failed'],
    ['is none', () => pushOf(Buffer.from('GIF89a and more of it'), head), 'unpack index-pack failed'],
    ['has another checksum', () => pushOf(packOf([noise()], { sum: Buffer.alloc(20) }), head), 'unpack index-pack failed'],
    ['has fewer objects than it says', () => pushOf(packOf([noise()], { count: 1_000_000 }), head), 'unpack index-pack failed'],
    [
      'has a broken stream',
      () => pushOf(packOf([Buffer.concat([headOf(BLOB, 2), Buffer.from('not zlib')])]), head),
      'unpack index-pack failed',
    ],
    [
      'has an object of another length',
      () => pushOf(packOf([entry(BLOB, blob, undefined, 7)]), head),
      'unpack index-pack failed',
    ],
    [
      'has a delta of what is nowhere',
      () => pushOf(packOf([entry(REF_DELTA, Buffer.from([2, 2, 2, 65, 66]), Buffer.alloc(20, 7))]), head),
      'unpack index-pack failed',
    ],
    [
      'has a delta of itself',
      () => pushOf(packOf([entry(OFFSET_DELTA, Buffer.from([2, 2, 2, 65, 66]), Buffer.from([0]))]), head),
      'unpack index-pack failed',
    ],
    [
      'has a delta that copies from beyond its base',
      () =>
        pushOf(packOf([noise(), entry(OFFSET_DELTA, Buffer.from([2, 9, 0x91, 200, 9]), Buffer.from([noise().length]))]), head),
      'unpack index-pack failed',
    ],
    ['has a folder .git', () => ofTree(treeWith('.git', '40000', shaOf('tree', Buffer.alloc(0)))), 'unpack index-pack failed'],
    ['has a path with a slash', () => ofTree(treeWith('../../evil')), 'unpack index-pack failed'],
    ['has a name of dots', () => ofTree(treeWith('..')), 'unpack index-pack failed'],
    ['has a name twice', () => ofTree(Buffer.concat([treeWith('a'), treeWith('a')])), 'unpack index-pack failed'],
    [
      'has an author without an address',
      () => {
        const commit = commitOf(shaOf('tree', treeWith('b')), 'nobody');
        return pushOf(packOf([entry(COMMIT, commit), entry(TREE, treeWith('b')), entry(BLOB, blob)]), shaOf('commit', commit));
      },
      'unpack index-pack failed',
    ],
    [
      'lacks what a commit has',
      () => {
        const commit = commitOf(shaOf('tree', treeWith('missing')));
        return pushOf(packOf([entry(COMMIT, commit)]), shaOf('commit', commit));
      },
      'fatal: did not receive expected object',
    ],
    [
      'has not what the ref is to be',
      () => pushOf(packOf([noise()]), '1'.repeat(40)),
      'ng refs/heads/bad missing necessary objects',
    ],
    ['brings a branch that is a file', () => pushOf(packOf([noise()]), shaOf('blob', blob)), 'trying to write non-commit object'],
  ])('%s', async (_name, body, reason) => {
    const before = await refs();
    const { status, text } = await send('git-receive-pack', body());
    expect([status, text]).toEqual([200, expect.stringContaining(reason)]);
    expect(text).toContain('ng refs/heads/bad');
    expect(await refs()).toBe(before);
  });

  inTheWhole(test)('is of gigabytes once it is unpacked, in memory that stays small', async () => {
    // Delta upon delta, each of which copies the one before it a thousand times: 2 GiB out of some kilobytes.
    const copy = (size: number, times: number) => {
      const length = (n: number) => {
        const bytes = [];
        for (let left = n; ; left = Math.floor(left / 128)) {
          if (left < 128) return Buffer.from([...bytes, left]);
          bytes.push((left & 0x7f) | 0x80);
        }
      };
      return Buffer.concat([
        length(size),
        length(size * times),
        ...Array.from({ length: times }, () => Buffer.from([0xb0, size & 255, size >> 8])),
      ]);
    };
    const back = (distance: number) =>
      distance < 128 ? Buffer.from([distance]) : Buffer.from([0x80 | ((distance >> 7) - 1), distance & 127]);
    const base = entry(BLOB, Buffer.alloc(2048, 65));
    const first = entry(OFFSET_DELTA, copy(2048, 16), back(base.length));
    const second = entry(OFFSET_DELTA, copy(32_768, 65_536), back(first.length));
    const { status, text } = await send('git-receive-pack', pushOf(packOf([base, first, second]), '2'.repeat(40)));
    expect([status, text]).toEqual([200, expect.stringContaining('ng refs/heads/bad')]);
  });
});

describe('what is not git is answered with 400 and a reason', () => {
  test.each<[string, string, Buffer]>([
    ['a push of words', 'git-receive-pack', Buffer.from('hello there')],
    ['a push that breaks off', 'git-receive-pack', Buffer.from('00a0')],
    ['a push of a line too long', 'git-receive-pack', Buffer.from('ffff')],
    ['a push without a ref', 'git-receive-pack', Buffer.from(`${pkt('what is this')}0000`)],
    [
      'one ref twice',
      'git-receive-pack',
      Buffer.from(`${pkt(`${ZERO} ${ZERO} refs/heads/a`)}${pkt(`${ZERO} ${ZERO} refs/heads/a`)}0000`),
    ],
  ])('%s', async (_name, service, body) => {
    const { status, text } = await send(service, body);
    expect([status, text]).toEqual([400, expect.stringMatching(/^error: protocol error: ./)]);
  });

  test('a body that is no gzip, and one that is too much of it', async () => {
    const headers = { 'content-encoding': 'gzip' };
    expect((await send('git-upload-pack', Buffer.from('no'), headers)).status).toBe(400);
    expect((await send('git-upload-pack', gzipSync(Buffer.alloc(64 << 20)), headers)).status).toBe(400);
  });

  test('and a fetch of words gets no pack and no failure', async () => {
    const { status, text } = await send('git-upload-pack', Buffer.from('hello there'));
    expect([status, text.includes('PACK')]).toEqual([200, false]);
  });
});

test('names that are none are refused one by one', async () => {
  const web = git.in('web');
  const bare = (ref: string) => Buffer.from(`${pkt(`${ZERO} ${head} ${ref}\0 report-status`)}0000`);
  for (const ref of ['refs/heads/a..b', 'refs/heads/.a', 'refs/heads/a.lock', 'main', 'refs/heads/a b']) {
    const empty = packOf([]);
    const { status, text } = await send('git-receive-pack', Buffer.concat([bare(ref), empty]));
    expect([status, text]).toEqual([200, expect.stringContaining(`ng ${ref} funny refname`)]);
  }
  await writeFile(join(web.folder, 'ok.txt'), 'ok\n');
  await web.does('add', '.');
  await web.does('commit', '-q', '-m', 'Go on');
  await web.does('push', '-q', 'origin', 'HEAD');
});
