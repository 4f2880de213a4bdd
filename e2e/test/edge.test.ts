import { execFile } from 'node:child_process';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { errorEnvelopeSchema } from '@svc/contract';
import { engine, execute, STARTED_BY } from '../fleet/engine.ts';
import { image } from '../fleet/images.ts';
import { sharedFleet } from '../fleet/shared.ts';
import { until } from '../fleet/wait.ts';

const fleet = sharedFleet();
const apiPort = new URL(fleet.baseUrl).port;
const twinsPort = new URL(fleet.twinsUrl).port;
const ports = [
  ['API', apiPort],
  ['twins', twinsPort],
] as const;
/** The edge takes a part that hangs for down after two checks of 5 s each. */
const SEEN_MS = 40_000;
const ANSWER_MS = 2_000;

/** What a port says to these bytes until it ends. @param end true to say no more after them */
async function said(port: string, bytes: string, end = false): Promise<string> {
  const socket = connect({ port: Number(port), host: '127.0.0.1', allowHalfOpen: true });
  socket.write(bytes, 'latin1');
  if (end) socket.end();
  const answer = await text(socket);
  socket.end();
  return answer;
}

function expectEnvelope(answer: string, status: number, type: string): void {
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(answer).toMatch(/content-type: application\/json/i);
  expect(errorEnvelopeSchema.parse(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n') + 4))).error.type).toBe(type);
}

describe.each(ports)('the edge, on the port of the %s,', (_name, port) => {
  test.each([
    ['what is not HTTP', 'hello\r\n\r\n'],
    ['HTTP/2 without an upgrade', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['headers beyond its buffer', `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`],
    ['a line break in a header', 'GET / HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n'],
    ['a coding it does not know', 'POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n0\r\n\r\n'],
  ])('answers %s with 400 in the envelope', async (_what, bytes) => {
    expectEnvelope(await said(port, bytes), 400, 'validation_failed');
  });

  test('answers a request that does not arrive within 15 s with 408 in the envelope', async () => {
    expectEnvelope(await said(port, 'GET / HTTP/1.1\r\nHost: x\r\n'), 408, 'validation_failed');
  }, 30_000);

  test.each(['/metrics', '//metrics', '/metrics/', '/Metrics', '/%6detrics', '/metrics?x=y', '/healthz'])(
    'has no %s',
    async (path) => {
      expectEnvelope(await said(port, `GET ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`), 404, 'not_found');
    },
  );

  test('answers a caller that says no more after its request', async () => {
    const answer = await said(port, 'POST /v1/sandboxes HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}', true);
    expect(answer).toMatch(/^HTTP\/1\.1 40[14] /);
  });
});

test('the operator reads the metrics of every part inside the network', async () => {
  const controlPlane = fleet.containers['control-plane'] as string;
  for (const url of ['http://127.0.0.1:8080/metrics', 'http://routing-proxy:8080/metrics', 'http://haproxy:8404/metrics']) {
    const script = `fetch('${url}').then((r) => r.text()).then(console.log)`;
    expect((await execute(controlPlane, ['node', '-e', script])).output).toContain('# TYPE ');
  }
});

/** Healthy as a worker is, and nobody whom the edge may send calls to. */
const BYSTANDER = `require('node:http').createServer(({ url }, response) => {
  if (url === '/healthz') response.writeHead(200, { 'content-type': 'application/json' }).end('{"status":"ok"}');
  else response.writeHead(404).end();
}).listen(8080)`;

/** The metrics of the edge, as one reads them inside the network. */
async function edgeMetrics(): Promise<string> {
  const script = "fetch('http://haproxy:8404/metrics').then((r) => r.text()).then(console.log)";
  return (await execute(fleet.containers['control-plane'] as string, ['node', '-e', script])).output;
}

/** The network that the parts talk in. A part is in the engine's own network too, which knows no names. */
async function partsNetwork(): Promise<string> {
  const { NetworkSettings } = await engine.getContainer(fleet.containers['control-plane'] as string).inspect();
  return Object.keys(NetworkSettings.Networks).find((name) => name !== 'bridge') as string;
}

/** A container beside the fleet's that answers to names of theirs. */
async function beside(script: string, aliases: string[]) {
  return engine.createContainer({
    Image: image('grading-worker'),
    Entrypoint: ['node', '-e', script],
    Labels: { [STARTED_BY]: String(process.pid) },
    NetworkingConfig: { EndpointsConfig: { [await partsNetwork()]: { Aliases: aliases } } },
  });
}

test('what has got the address of a part and is another service gets no call, however healthy it is', async () => {
  const bystander = await beside(BYSTANDER, ['control-plane', 'routing-proxy']);
  try {
    await bystander.start();
    for (const [backend, number] of [
      ['control-plane', 1],
      ['routing-proxy', 2],
    ] as const) {
      const failed = new RegExp(`^haproxy_server_check_status\\{proxy="${backend}",.*state="L7(RSP|STS)"\\} 1$`, 'm');
      const told = await until(`the edge to have looked at it as ${backend}`, SEEN_MS, async () => {
        const text = await edgeMetrics();
        return failed.test(text) && text;
      });
      expect(told).toContain(`haproxy_backend_active_servers{proxy="${backend}"} ${number}\n`);
    }
  } finally {
    await bystander.remove({ force: true });
  }
}, 90_000);

/** A proxy as the edge sees it, until it is told to close its port. */
const LEAVING = `const server = require('node:http').createServer(({ url }, response) => {
  response.writeHead(url === '/healthz' ? 200 : 404, { 'cache-control': 'no-store' }).end('{}');
}).listen(8080);
process.on('SIGUSR2', () => { server.close(); server.closeAllConnections(); });
setInterval(() => {}, 60_000);`;
const LEAVING_AT_ONCE = 8;

test('a call that meets only proxies that have just gone comes to one that is there', async () => {
  const leaving = await Promise.all(Array.from({ length: LEAVING_AT_ONCE }, () => beside(LEAVING, ['routing-proxy'])));
  try {
    await Promise.all(leaving.map((container) => container.start()));
    const all = `haproxy_backend_active_servers{proxy="routing-proxy"} ${LEAVING_AT_ONCE + 2}\n`;
    await until('the edge to know them', SEEN_MS, async () => (await edgeMetrics()).includes(all));
    await Promise.all(leaving.map((container) => container.kill({ signal: 'SIGUSR2' })));
    const call = async () => (await fetch(`http://127.0.0.1:${twinsPort}/github/s/ses_none/user`)).status;
    const answered = await Promise.all(Array.from({ length: 100 }, call));
    expect(answered.filter((status) => status >= 500)).toEqual([]);
  } finally {
    await Promise.all(leaving.map((container) => container.remove({ force: true })));
  }
}, 90_000);

/** Until what a machine doesn't acknowledge is given up, and the call made anew: many times less than a call may take. */
const CUT_OFF_MS = 90_000;

/** As a host that is cut off: nothing that is sent to a container arrives there, and nobody is told. */
async function cutOff(id: string, how: '-I' | '-D'): Promise<void> {
  const { State } = await engine.getContainer(id).inspect();
  const rule = ['INPUT', '!', '-i', 'lo', '-j', 'DROP'];
  await promisify(execFile)('nsenter', ['--target', `${State.Pid}`, '--net', 'iptables', how, ...rule]);
}

test('reads that wait for a proxy whose host is cut off are answered by another', async () => {
  const read = async () => {
    const signal = AbortSignal.timeout(CUT_OFF_MS);
    return (await fetch(`http://127.0.0.1:${twinsPort}/github/s/ses_none/user`, { signal })).status;
  };
  const reads = () => Promise.all(Array.from({ length: 32 }, read));
  const proxy = fleet.containers['routing-proxy-1'] as string;
  // Connections to both are kept.
  await reads();
  await cutOff(proxy, '-I');
  try {
    expect(new Set(await reads())).toEqual(new Set([404]));
  } finally {
    await cutOff(proxy, '-D');
  }
  await until('the edge to know both again', SEEN_MS, async () =>
    (await edgeMetrics()).includes('haproxy_backend_active_servers{proxy="routing-proxy"} 2\n'),
  );
}, 180_000);

test('a part that is away is 503 in the envelope', async () => {
  const names = Object.keys(fleet.containers).filter((name) => /^(control-plane|routing-proxy)/.test(name));
  const away = names.map((name) => engine.getContainer(fleet.containers[name] as string));
  const answered = (port: string, status: number) =>
    until(`${status} from port ${port}`, SEEN_MS, async () => {
      const signal = AbortSignal.timeout(ANSWER_MS);
      const response = await fetch(`http://127.0.0.1:${port}/v1/me`, { signal });
      return response.status === status && response;
    });
  await Promise.all(away.map((container) => container.pause()));
  try {
    for (const [, port] of ports) {
      const response = await answered(port, 503);
      expect(response.headers.get('content-type')).toBe('application/json');
      expect(errorEnvelopeSchema.parse(await response.json()).error.type).toBe('downstream_unavailable');
    }
  } finally {
    await Promise.all(away.map((container) => container.unpause()));
  }
  await answered(apiPort, 401);
  await answered(twinsPort, 404);
}, 120_000);
