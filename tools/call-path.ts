// Counts the files of ours that a call passes through on its way from an agent through the routing proxy and the kit to a twin's own code and back, as
// whoever walks it in a debugger sees them: those of which a function runs. Ends with 1 where they are more than a reader should have to open.
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { Session } from 'node:inspector/promises';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { tokenDigest } from '../packages/plain-http/src/index.ts';
import { createActivityLog, createRouteTable } from '../packages/platform/src/index.ts';
import { notes } from '../packages/twin-kit/example/notes.ts';
import { serveHostedTwin } from '../packages/twin-kit/src/serve.ts';
import { createProxy } from '../services/routing-proxy/src/index.ts';

const MOST_FILES = 28;
const ROOT = join(import.meta.dirname, '..');
/** The twin's own, which is where the call is going. */
const TWIN = pathToFileURL(join(ROOT, 'packages/twin-kit/example')).href;
const OURS = ['packages', 'services'].map((folder) => `${pathToFileURL(join(ROOT, folder)).href}/`);
const SESSION = 'ses_walked';
const TOKEN = 'a-token-of-the-walk';
/** Calls that are made before, so that what is made once a connection or a client isn't counted. */
const CALLS_BEFORE = 3;
/** Each kind is walked so often; a file that a timer passes through meanwhile isn't in all of them. */
const WALKS = 3;

const calls = {
  read: { method: 'GET', body: '' },
  write: { method: 'POST', body: JSON.stringify({ title: 'Walked' }) },
};

const folder = await mkdtemp(join(tmpdir(), 'svc-walk-'));
mkdirSync(join(folder, SESSION));
const twin = await serveHostedTwin({
  twin: notes,
  host: '127.0.0.1',
  port: 0,
  journals: { folder },
  controlToken: 'control',
  // None is started: no call of the walk is heavy.
  threadEntry: import.meta.url,
});
twin.server.boot({ sessionId: SESSION, tokenSha256: tokenDigest(TOKEN), clock: { mode: 'wall' }, webhookPorts: [] });
const routes = createRouteTable();
await routes.publish({
  sessionId: SESSION,
  twins: { notes: `http://127.0.0.1:${twin.port}` },
  tokenSha256: tokenDigest(TOKEN),
  expiresAt: Date.now() + 3_600_000,
  state: 'open',
});
const proxy = createProxy({ routes, activity: createActivityLog(), clock: { now: () => new Date() } });
await new Promise<void>((resolve) => proxy.server.listen(0, '127.0.0.1', resolve));
const agent = connect((proxy.server.address() as AddressInfo).port, '127.0.0.1');
await once(agent, 'connect');
const inspector = new Session();
inspector.connect();
await inspector.post('Profiler.enable');
await inspector.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });

let worst = 0;
for (const [kind, call] of Object.entries(calls)) {
  const files = await filesOf(agent, call);
  worst = Math.max(worst, files.length);
  process.stdout.write(`${kind}: ${files.length} files\n${files.map((file) => `  ${file}\n`).join('')}`);
}
rmSync(folder, { recursive: true });
process.stdout.write(`At most ${MOST_FILES}.\n`);
process.exit(worst > MOST_FILES ? 1 : 0);

/** The files that are in every walk of a call. */
async function filesOf(socket: Socket, call: { method: string; body: string }): Promise<string[]> {
  const walks: Set<string>[] = [];
  for (let walk = 0; walk < CALLS_BEFORE + WALKS; walk += 1) {
    // What the call before left to be done is none of this one's.
    await delay(20);
    await inspector.post('Profiler.takePreciseCoverage');
    await made(socket, call, walk);
    walks.push(await passed());
  }
  const [first, ...others] = walks.slice(CALLS_BEFORE);
  return [...(first as Set<string>)].filter((file) => others.every((walk) => walk.has(file))).sort();
}

/** Makes a call, and waits for its answer. */
async function made(socket: Socket, { method, body }: { method: string; body: string }, walk: number): Promise<void> {
  const own = body.replace('Walked', `Walked ${walk}`);
  socket.write(
    `${method} /notes/s/${SESSION}/notes HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${TOKEN}\r\n` +
      `content-type: application/json\r\ncontent-length: ${own.length}\r\n\r\n${own}`,
  );
  const [bytes] = (await once(socket, 'data')) as [Buffer];
  if (!/^HTTP\/1\.1 20[01] /.test(bytes.toString())) throw new Error(`the twin answered ${bytes}`);
}

/** Files of which a function ran since it was asked last. */
async function passed(): Promise<Set<string>> {
  const { result } = await inspector.post('Profiler.takePreciseCoverage');
  const ran = result.filter(({ functions }) => functions.some(({ ranges }) => ranges.some(({ count }) => count > 0)));
  const ours = ran.map(({ url }) => url).filter((url) => OURS.some((place) => url.startsWith(place)) && !url.startsWith(TWIN));
  return new Set(ours.map((url) => relative(ROOT, new URL(url).pathname)));
}
