import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gunzipSync } from 'node:zlib';
import { spansOfJson } from './otlp-json.ts';
import { BadBatch, type Span } from './span.ts';

/** Takes the telemetry of one agent, as an OpenTelemetry collector would (OTLP/HTTP). */
export interface Receiver {
  /** By which OpenTelemetry's SDKs find it. */
  environment: Record<string, string>;
  /** What came so far, in the order it came. */
  spans(): readonly Span[];
  close(): Promise<void>;
}

/** Of one request, and what it may grow to; SDKs send some hundred spans at a time. */
const MAX_BODY_BYTES = 8 * 1024 * 1024;
/** Of one run; more are refused, and the agent is told how many. */
const MAX_SPANS = 5_000;
/** Agents are short: what waits for OpenTelemetry's five seconds would die with them. */
const EXPORT_EVERY_MS = '200';

const PROTOBUF = 'application/x-protobuf';
const JSON_TYPE = 'application/json';

/** Listens on this machine only, below a path that only the agent is told. */
export async function startReceiver(): Promise<Receiver> {
  const kept: Span[] = [];
  const prefix = `/${randomBytes(16).toString('hex')}`;
  const server = createServer((request, response) => {
    void take(request, prefix, kept).then(
      (answer) => send(response, answer),
      () => response.destroy(),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    environment: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${port}${prefix}`,
      OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf',
      OTEL_BSP_SCHEDULE_DELAY: EXPORT_EVERY_MS,
    },
    spans: () => kept,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

interface Answer {
  status: number;
  type: string;
  body: Uint8Array | string;
}

/** The answer of a failure is a google.rpc.Status, here in JSON whatever was sent: it is for people. */
const failure = (status: number, message: string): Answer => ({
  status,
  type: JSON_TYPE,
  body: JSON.stringify({ message }),
});

async function take(request: IncomingMessage, prefix: string, kept: Span[]): Promise<Answer> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost');
  const [signal] = pathname.startsWith(`${prefix}/v1/`) ? [pathname.slice(prefix.length + '/v1/'.length)] : [];
  if (signal !== 'traces' && signal !== 'metrics' && signal !== 'logs') return failure(404, 'There is nothing here.');
  if (request.method !== 'POST') return failure(405, 'Telemetry is sent with POST.');
  const [type = ''] = (request.headers['content-type'] ?? '').toLowerCase().split(';');
  if (type !== PROTOBUF && type !== JSON_TYPE) return failure(415, `The content type is ${PROTOBUF} or ${JSON_TYPE}.`);
  const sent = await bodyOf(request);
  if (!sent) return failure(413, `A request has at most ${MAX_BODY_BYTES} bytes.`);
  // Only spans are read; the other signals are taken so that no exporter complains.
  if (signal !== 'traces') return accepted(type, 0);
  try {
    const body = plain(sent, request.headers['content-encoding']);
    const spans = type === JSON_TYPE ? spansOfJson(body) : (await import('./otlp-protobuf.ts')).spansOfProtobuf(body);
    const room = Math.max(0, MAX_SPANS - kept.length);
    kept.push(...spans.slice(0, room));
    return accepted(type, Math.max(0, spans.length - room));
  } catch (error) {
    if (error instanceof BadBatch) return failure(400, error.message);
    throw error;
  }
}

/** `ExportTraceServiceResponse`: empty, or how many spans were refused. */
async function accepted(type: string, refused: number): Promise<Answer> {
  const message = `A run has at most ${MAX_SPANS} spans.`;
  if (type === JSON_TYPE) {
    const partial = { partialSuccess: { rejectedSpans: String(refused), errorMessage: message } };
    return { status: 200, type, body: JSON.stringify(refused === 0 ? {} : partial) };
  }
  const body = refused === 0 ? Buffer.alloc(0) : (await import('./otlp-protobuf.ts')).refusedSpans(refused, message);
  return { status: 200, type, body };
}

/** @returns undefined for a body over the limit */
async function bodyOf(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= MAX_BODY_BYTES) chunks.push(chunk);
  }
  return size > MAX_BODY_BYTES ? undefined : Buffer.concat(chunks);
}

/** @throws BadBatch */
function plain(body: Buffer, encoding: string | undefined): Buffer {
  if (encoding === undefined || encoding === 'identity') return body;
  if (encoding !== 'gzip') throw new BadBatch('the content encoding is gzip, or none.');
  try {
    return gunzipSync(body, { maxOutputLength: MAX_BODY_BYTES });
  } catch (error) {
    throw new BadBatch('the body is not gzip, or grows too large.', { cause: error });
  }
}

function send(response: ServerResponse, { status, type, body }: Answer): void {
  response.writeHead(status, { 'content-type': type }).end(body);
}
