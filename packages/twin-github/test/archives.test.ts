import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, readlink, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { x as extract } from 'tar';
import { Git, remoteOf } from './git-http/git.ts';
import { refusal, type Served, serveGithub } from './served.ts';

const run = promisify(execFile);
const clock = { mode: 'logical', start: '2026-01-02T03:04:05Z' } as const;
const at = { owner: 'mona', repo: 'web' };
const SEED = {
  users: [{ login: 'mona', email: 'mona@example.com' }],
  repositories: [
    {
      owner: 'mona',
      name: 'web',
      private: true,
      files: [
        { path: 'README.md', content: '# web\n' },
        { path: 'bin/run', content: '#!/bin/sh\n', executable: true },
      ],
      branches: [{ name: 'feature/x', files: { 'x.txt': 'x\n' } }],
      tags: ['v1.0', { name: 'v2.0', message: 'Two' }],
      releases: [{ tag_name: 'v1.0' }],
    },
    { owner: 'mona', name: 'empty', files: {} },
  ],
};

let twin: Served;
let folder: string;
beforeAll(async () => {
  twin = await serveGithub(SEED, clock);
  folder = await mkdtemp(join(tmpdir(), 'svc-archives-'));
});
afterAll(async () => {
  await twin.close();
  await rm(folder, { recursive: true, force: true });
});

/** Follows redirects without a credential, as their addresses open themselves. */
async function load(path: string): Promise<{ response: Response; bytes: Buffer; led: string }> {
  const first = path.startsWith('http') ? path : twin.url + path;
  const redirect = await fetch(first, { redirect: 'manual', headers: { authorization: `Bearer ${twin.token}` } });
  expect([path, redirect.status]).toEqual([path, 302]);
  const address = redirect.headers.get('location') ?? '';
  const response = await fetch(address);
  return {
    response,
    bytes: Buffer.from(await response.arrayBuffer()),
    led: address.split('?', 1)[0]?.slice(twin.url.length) ?? '',
  };
}

let folders = 0;
async function unpacked(bytes: Buffer, format: 'tar.gz' | 'zip'): Promise<{ root: string; names: string[] }> {
  folders += 1;
  const root = join(folder, String(folders));
  await mkdir(root);
  const file = join(folder, `${folders}.${format}`);
  await writeFile(file, bytes);
  if (format === 'zip') await run('unzip', ['-q', file, '-d', root]);
  else await extract({ file, cwd: root });
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  return { root, names: entries.filter((one) => !one.isDirectory()).map((one) => join(one.parentPath, one.name)) };
}

const shaOf = async (ref: string) => (await twin.octokit.rest.repos.getCommit({ ...at, ref })).data.sha;

describe.each([
  ['tar.gz', 'tarball', 'application/x-gzip'],
  ['zip', 'zipball', 'application/zip'],
] as const)('an archive as %s', (format, ball, type) => {
  // The address, the type and the name of the file are recorded: npm @octokit/fixtures, get-archive.
  test('is loaded from where the API leads, and has what the commit has in one folder', async () => {
    const { response, bytes, led } = await load(`/repos/mona/web/${ball}/main`);
    const sha = (await shaOf('main')).slice(0, 7);
    expect(led).toBe(`/mona/web/legacy.${format}/refs/heads/main`);
    expect(response.headers.get('content-type')).toBe(type);
    expect(response.headers.get('content-disposition')).toMatch(
      new RegExp(`^attachment; filename=mona-web-v[12]\\.0-0-g${sha}\\.${format}$`),
    );
    const { root, names } = await unpacked(bytes, format);
    const top = join(root, `mona-web-${sha}`);
    expect(names.sort()).toEqual([join(top, 'README.md'), join(top, 'bin/run')]);
    expect(await readFile(join(top, 'README.md'), 'utf8')).toBe('# web\n');
    expect((await stat(join(top, 'bin/run'))).mode & 0o111).toBe(0o111);
    expect((await stat(join(top, 'README.md'))).mode & 0o111).toBe(0);
  });

  test.each([
    ['v1.0', 'refs/tags/v1.0'],
    ['v2.0', 'refs/tags/v2.0'],
    ['feature/x', 'refs/heads/feature/x'],
    ['feature%2Fx', 'refs/heads/feature/x'],
    ['refs/tags/v1.0', 'refs/tags/v1.0'],
    ['heads/main', 'refs/heads/main'],
    ['', 'refs/heads/main'],
  ])('of %s leads to %s', async (name, ref) => {
    const { response, led } = await load(`/repos/mona/web/${ball}/${name}`);
    expect([led, response.status]).toEqual([`/mona/web/legacy.${format}/${ref}`, 200]);
  });

  test('is the same of a commit by its id, and each time', async () => {
    const sha = await shaOf('feature/x');
    const [byName, byId, again] = [
      await load(`/repos/mona/web/${ball}/feature/x`),
      await load(`/repos/mona/web/${ball}/${sha}`),
      await load(`/repos/mona/web/${ball}/${sha}`),
    ];
    expect(byId.led).toBe(`/mona/web/legacy.${format}/${sha}`);
    expect(byId.bytes.equals(byName.bytes) && again.bytes.equals(byId.bytes)).toBe(true);
    const headers = { 'if-none-match': byId.response.headers.get('etag') ?? '', authorization: `Bearer ${twin.token}` };
    expect((await fetch(`${twin.url}${byId.led}`, { headers })).status).toBe(304);
  });

  test('is the same in another sandbox with the same seed', async () => {
    const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
    const own = digest((await load(`/repos/mona/web/${ball}/v2.0`)).bytes);
    const other = await serveGithub(SEED, clock);
    try {
      const response = await fetch(`${other.url}/repos/mona/web/${ball}/v2.0`, {
        headers: { authorization: `Bearer ${other.token}` },
      });
      expect(digest(Buffer.from(await response.arrayBuffer()))).toBe(own);
    } finally {
      await other.close();
    }
  });

  // https://docs.github.com/repositories/working-with-files/using-files/downloading-source-code-archives#source-code-archive-urls
  test.each([
    [`refs/heads/main.${format}`, 'refs/heads/main', 'web-main'],
    [`refs/tags/v1.0.${format}`, 'refs/tags/v1.0', 'web-1.0'],
    [`v1.0.${format}`, 'v1.0', 'web-1.0'],
    [`v1.0/web-1.0.${format}`, 'v1.0', 'web-1.0'],
    [`feature/x.${format}`, 'feature/x', 'web-feature-x'],
  ])('of a page at archive/%s leads to %s with the folder %s', async (file, ref, top) => {
    const { response, bytes, led } = await load(`/mona/web/archive/${file}`);
    expect(led).toBe(`/mona/web/${format}/${ref}`);
    expect(response.headers.get('content-disposition')).toBe(`attachment; filename=${top}.${format}`);
    const { root } = await unpacked(bytes, format);
    expect(await readdir(root)).toEqual([top]);
  });

  test('of what is not there is not found', async () => {
    const { rest } = twin.octokit;
    const call = ball === 'tarball' ? rest.repos.downloadTarballArchive : rest.repos.downloadZipballArchive;
    expect((await refusal(call({ ...at, ref: 'nothing' }))).status).toBe(404);
    expect((await refusal(call({ ...at, repo: 'empty', ref: 'main' }))).status).toBe(404);
    for (const path of [`archive/nothing.${format}`, 'archive/main.rar', `legacy.${format}/nothing`, `${format}/nothing`]) {
      const headers = { authorization: `Bearer ${twin.token}` };
      expect([path, (await fetch(`${twin.url}/mona/web/${path}`, { headers })).status]).toEqual([path, 404]);
    }
  });

  test("loads by GitHub's own client, as the addresses of a release do", async () => {
    const { rest } = twin.octokit;
    const call = ball === 'tarball' ? rest.repos.downloadTarballArchive : rest.repos.downloadZipballArchive;
    const { data, status } = await call({ ...at, ref: 'main' });
    expect([status, (data as ArrayBuffer).byteLength > 0]).toEqual([200, true]);
    const release = (await rest.repos.getReleaseByTag({ ...at, tag: 'v1.0' })).data;
    const { led } = await load((ball === 'tarball' ? release.tarball_url : release.zipball_url) ?? '');
    expect(led).toBe(`/mona/web/legacy.${format}/refs/tags/v1.0`);
    const commit = await twin.octokit.graphql<{ repository: { object: Record<string, string> } }>(
      '{ repository(owner: "mona", name: "web") { object(expression: "main") { ... on Commit { tarballUrl zipballUrl } } } }',
    );
    const loaded = await fetch(commit.repository.object[`${ball}Url`] ?? '');
    expect([loaded.status, loaded.headers.get('content-type')]).toEqual([200, type]);
  });
});

test('links, submodules, and what .gitattributes says are as git has them', async () => {
  const git = await Git.inNewFolder();
  try {
    await git.does('clone', '-q', remoteOf(twin.url, twin.token, 'mona/web'), 'web');
    const web = git.in('web');
    await symlink('README.md', join(web.folder, 'link'));
    await writeFile(join(web.folder, 'left-out'), 'x');
    await writeFile(join(web.folder, 'version'), '$Format:%H$\n');
    await writeFile(join(web.folder, '.gitattributes'), 'left-out export-ignore\nversion export-subst\n');
    await web.does('add', '.');
    await web.does('update-index', '--add', '--cacheinfo', `160000,${await shaOf('v1.0')},module`);
    await web.does('commit', '-q', '-m', 'Add what is no plain file');
    await web.does('push', '-q', 'origin', 'HEAD:refs/heads/odd');
    const sha = await web.does('rev-parse', 'HEAD');
    const { root } = await unpacked((await load('/repos/mona/web/tarball/odd')).bytes, 'tar.gz');
    const top = join(root, `mona-web-${sha.slice(0, 7)}`);
    expect(await readlink(join(top, 'link'))).toBe('README.md');
    expect(await readdir(join(top, 'module'))).toEqual([]);
    expect(await readdir(top)).not.toContain('left-out');
    expect(await readFile(join(top, 'version'), 'utf8')).toBe(`${sha}\n`);
  } finally {
    await git.remove();
  }
});

test('a download changes nothing, and stands on the tape by its name', async () => {
  const before = await twin.evidence('state');
  await load('/repos/mona/web/tarball/main');
  expect(await twin.evidence('state')).toEqual(before);
  const rows = (await twin.evidence('events')) as { tool: string; state_mutation: boolean; response_body: unknown }[];
  expect(rows.slice(-2)).toMatchObject([{ state_mutation: false }, { state_mutation: false, response_body: { $omitted: true } }]);
});
