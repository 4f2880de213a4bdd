// Speaks the protocol of a twin process in the fewest lines: see the contract suite of the sandbox runtime.
import { createHmac } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const { SVC_TWIN, SVC_HOST, SVC_PORT, SVC_SOCKET, SVC_JOURNAL = '', SVC_SESSIONS, SVC_CONTROL_TOKEN, ...rest } = process.env;
const journalOf = (session: string) => (SVC_SESSIONS ? join(SVC_SESSIONS, session, `${SVC_TWIN}.jsonl`) : SVC_JOURNAL);
const rowsOf = (session: string) =>
  existsSync(journalOf(session))
    ? readFileSync(journalOf(session), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : [];
const record = (session: string, row: unknown) => appendFileSync(journalOf(session), `${JSON.stringify(row)}\n`);
/** Sessions that share a process have control tokens of their own. */
const digest = (session: string) =>
  createHmac('sha256', SVC_CONTROL_TOKEN ?? '')
    .update(session)
    .digest('hex');
const booted = (session: string) => (SVC_SESSIONS ? { control_token: `${session}.${digest(session)}` } : {});

if (SVC_TWIN === 'broken') {
  process.stderr.write('the stand-in has no world\n');
  process.exit(1);
}
// A journal that can't be read ends the process.
if (!SVC_SESSIONS) rowsOf('');

const server = createServer(async (request, response) => {
  const body = await text(request);
  const answer = (status: number, value: unknown) => response.writeHead(status).end(JSON.stringify(value));
  const [, session = '', path] = /^\/(?:s|_svc\/control\/sessions)\/([^/]+)(.*)$/.exec(request.url ?? '') ?? [];
  const isControl = request.url?.startsWith('/_svc/control/');
  const token = request.headers['x-svc-control'];
  const [, own = ''] = (SVC_SESSIONS && /^(.+)\.[0-9a-f]{64}$/.exec(String(token))) || [];
  if (isControl && token !== SVC_CONTROL_TOKEN && own === '') return answer(404, {});
  const [, upTo] = /^\/_svc\/control\/journal\?rows=(\d+)$/.exec(request.url ?? '') ?? [];
  if (upTo !== undefined) {
    const inherited = rowsOf(own).slice(1, Number(upTo) + 1);
    return response.end(inherited.map((row) => `${JSON.stringify(row)}\n`).join(''));
  }
  const [, parent] = /^\/_svc\/control\/fork\?from=(\w+)$/.exec(request.url ?? '') ?? [];
  if (parent !== undefined) {
    const world = JSON.parse(body);
    for (const row of [world, ...rowsOf(parent).slice(1, world.inherited + 1)]) record(world.session_id, row);
    return answer(200, booted(world.session_id));
  }
  const rows = rowsOf(session);
  switch (`${request.method} ${isControl && session ? '/session' : (path ?? request.url)}`) {
    case 'GET /_svc/control/health':
      return answer(200, { status: 'ok', session_id: rows[0]?.session_id ?? null, rows: rows.length });
    case 'PUT /_svc/control/boot': {
      if (SVC_TWIN === 'refusing') return answer(422, { issues: [{ message: 'the stand-in has no world' }] });
      const world = JSON.parse(body);
      record(world.session_id, world);
      return answer(200, booted(world.session_id));
    }
    case 'PUT /_svc/control/fork': {
      const [world, ...inherited] = body
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      for (const row of [world, ...inherited]) record(world.session_id, row);
      return answer(200, booted(world.session_id));
    }
    case 'PUT /session':
      return rows.length > 0 ? answer(200, booted(session)) : answer(404, {});
    case 'DELETE /session':
      rmSync(journalOf(session), { force: true });
      return answer(200, {});
    case 'GET /stand-in': {
      if (rows.length === 0) return answer(404, {});
      const { session_id, seed, clock } = rows[0];
      return answer(200, { session_id, seed, clock, lines: rows.slice(1) });
    }
    case 'POST /stand-in':
      record(session, body);
      return answer(200, {});
    case 'GET /environment':
      return answer(200, Object.keys(rest));
    case 'POST /doom':
      // Ends now, and at every later start.
      appendFileSync(SVC_JOURNAL, 'not a row\n');
      return process.exit(3);
    default:
      return answer(404, {});
  }
});

process.once('SIGTERM', () => process.exit(0));
// A container's input ends at once; only a parent process says that its end is ours.
if (rest.SVC_EXIT_WITH_PARENT) process.stdin.on('end', () => process.exit(0)).resume();
if (SVC_TWIN !== 'silent') {
  const listening = () => {
    const address = server.address() as AddressInfo | string;
    process.stdout.write(`${JSON.stringify({ listening: typeof address === 'string' ? address : address.port })}\n`);
  };
  if (SVC_SOCKET) {
    rmSync(SVC_SOCKET, { force: true });
    server.listen({ path: SVC_SOCKET, writableAll: true }, listening);
  } else server.listen(Number(SVC_PORT), SVC_HOST, listening);
} else setInterval(() => {}, 60_000);
