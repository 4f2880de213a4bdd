// Speaks the protocol of a twin process in the fewest lines: see the contract suite of the sandbox runtime.
import { appendFileSync, existsSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

const { SVC_TWIN, SVC_HOST, SVC_PORT, SVC_SOCKET, SVC_JOURNAL = '', SVC_CONTROL_TOKEN, ...rest } = process.env;
const journal = existsSync(SVC_JOURNAL)
  ? readFileSync(SVC_JOURNAL, 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  : [];
const record = (row: unknown) => {
  appendFileSync(SVC_JOURNAL, `${JSON.stringify(row)}\n`);
  journal.push(row);
};

if (SVC_TWIN === 'broken') {
  process.stderr.write('the stand-in has no world\n');
  process.exit(1);
}

const server = createServer(async (request, response) => {
  const body = await text(request);
  const answer = (status: number, value: unknown) => response.writeHead(status).end(JSON.stringify(value));
  if (request.url?.startsWith('/_svc/control/') && request.headers['x-svc-control'] !== SVC_CONTROL_TOKEN) return answer(404, {});
  switch (`${request.method} ${request.url?.replace(/^\/s\/[^/]+/, '')}`) {
    case 'GET /_svc/control/health':
      return answer(200, { status: 'ok', session_id: journal[0]?.session_id ?? null, rows: journal.length });
    case 'PUT /_svc/control/boot':
      if (SVC_TWIN === 'refusing') return answer(422, { issues: [{ message: 'the stand-in has no world' }] });
      record(JSON.parse(body));
      return answer(200, {});
    case 'GET /stand-in': {
      const { session_id, seed, clock } = journal[0];
      return answer(200, { session_id, seed, clock, lines: journal.slice(1) });
    }
    case 'POST /stand-in':
      record(body);
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
