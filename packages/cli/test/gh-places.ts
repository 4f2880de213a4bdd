import { execFile } from 'node:child_process';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { serveTwin } from '@svc/twin-kit/server';
import { loadTwin } from '@svc/twins';
import { openAgentShell } from '../src/connect/agent-shell.ts';
import { type Running, startService, startSvc, stopAll, svc, temporaryFolder, using } from './support.ts';

const run = promisify(execFile);

/** A shell whose `gh` and `git` are led to a twin, and the twin itself for a look at the world. */
export interface Place {
  variables: Record<string, string>;
  folder: string;
  read(path: string, init?: RequestInit): Promise<unknown>;
}

const reader =
  (url: string, token: string) =>
  async (path: string, init?: RequestInit): Promise<unknown> => {
    const response = await fetch(url + path, { ...init, headers: { authorization: `Bearer ${token}` } });
    return response.status === 204 ? undefined : response.json();
  };

type Open = { close(): Promise<unknown> }[];

/** The ways to a twin, by what they are called: each is to look the same from a shell. The first goes through most. */
const WAYS: Readonly<Record<string, (folder: string, service: () => Promise<Running>, open: Open) => Promise<Place>>> = {
  'svc connect': connected,
  'the proxy': throughProxy,
  'a local twin': localTwin,
};
export const everyWay: readonly string[] = Object.keys(WAYS);

/** Places that the same is done in. */
export class Places {
  readonly all: Readonly<Record<string, Place>>;
  readonly #close: () => Promise<void>;

  private constructor(all: Readonly<Record<string, Place>>, close: () => Promise<void>) {
    this.all = all;
    this.#close = close;
  }

  /** @param ways to the twin, each of a world of its own */
  static async open(ways: readonly string[]): Promise<Places> {
    const folder = await temporaryFolder();
    let started: Promise<Running> | undefined;
    const service = () => (started ??= startService(join(folder.path, 'data')));
    const open: Open = [];
    const all: Record<string, Place> = {};
    for (const way of ways) all[way] = await (WAYS[way] as (typeof WAYS)[string])(folder.path, service, open);
    for (const place of Object.values(all)) await mkdir(join(place.folder, 'work'), { recursive: true });
    return new Places(all, async () => {
      for (const one of open) await one.close();
      await stopAll();
      await folder.remove();
    });
  }

  close(): Promise<void> {
    return this.#close();
  }

  /** The same work in all of them at once. */
  each<R>(work: (place: Place) => Promise<R>): Promise<R[]> {
    return Promise.all(Object.values(this.all).map(work));
  }
}

async function localTwin(folder: string, _service: () => Promise<Running>, open: Open): Promise<Place> {
  const twin = await loadTwin('github');
  if (!twin) throw new Error('there is no twin github');
  const served = await serveTwin(twin, {});
  const { url, token } = served;
  const shell = await openAgentShell({ github: { api_url: url, mcp_url: `${url}/mcp` } }, token, {});
  open.push(shell, served);
  return { variables: shell.variables, folder: join(folder, 'twin'), read: reader(url, token) };
}

/** A first sandbox may be refused while a busy machine still starts the process of its twin. */
async function sandbox(service: Running, tries = 5): Promise<{ session: string; url: string; token: string }> {
  const { code, stdout, stderr } = await svc(['sandbox', 'create', '--twin', 'github', '--json'], { env: using(service) });
  if (code !== 0 && tries > 1) return sandbox(service, tries - 1);
  if (code !== 0) throw new Error(`no sandbox: ${stderr}`);
  const { session_id, agent_token, per_twin } = JSON.parse(stdout);
  return { session: session_id, url: per_twin.github.api_url, token: agent_token };
}

async function throughProxy(folder: string, service: () => Promise<Running>, open: Open): Promise<Place> {
  const { url, token } = await sandbox(await service());
  const shell = await openAgentShell({ github: { api_url: url, mcp_url: `${url}/mcp` } }, token, {});
  open.push(shell);
  return { variables: shell.variables, folder: join(folder, 'proxy'), read: reader(url, token) };
}

async function connected(folder: string, started: () => Promise<Running>): Promise<Place> {
  const service = await started();
  const { session, url, token } = await sandbox(service);
  const connection = await startSvc(['connect', session, '--shell', '--json'], /^Connected/m, { env: using(service) });
  const { shell } = JSON.parse(connection.output.stdout);
  return { variables: shell, folder: join(folder, 'connect'), read: reader(url, token) };
}

/** Runs a program in the shell of a place; its exit code stands before what it printed: all of it where it failed, or was asked to. */
export async function runIn(
  { variables, folder }: Place,
  program: string,
  args: readonly string[],
  { cwd = 'work', withErrors = false }: { cwd?: string; withErrors?: boolean } = {},
): Promise<string> {
  const { SVC_BASE_URL, SVC_API_KEY, GH_TOKEN, GITHUB_TOKEN, ...rest } = process.env;
  const env = { ...rest, HOME: folder, NO_COLOR: '1', GH_PAGER: 'cat', ...variables };
  return run(program, args, { cwd: join(folder, cwd), env }).then(
    ({ stdout, stderr }) => `0 ${stdout}${withErrors ? stderr : ''}`,
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => `${code} ${stdout}${stderr}`,
  );
}

/** Without what differs from world to world: moments, and ids of commits that hold moments. */
export const plain = (text: string): string =>
  text
    .replaceAll(/\d{4}-\d{2}-\d{2}[T ][\d:.]+(?:Z| \+0000 UTC)?/g, '<time>')
    .replaceAll(/\b[0-9a-f]{40}\b/g, '<sha>')
    .replaceAll(/\b[0-9a-f]{32}\b/g, '<gist>')
    // A run that is watched is shown again and again, as often as it takes.
    .replace(/^(\d+ )[\s\S]*(?=[✓X*] main CI · \d+\nTriggered)/, '$1')
    .replaceAll(/about .*? ago|less than a minute ago/g, '<ago>')
    .replaceAll(/127\.0\.0\.1:\d+\S*/g, '<address>');
