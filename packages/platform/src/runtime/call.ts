import { type Agent, type IncomingMessage, request } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { connectionTo } from './connect.ts';
import { twinEndpoint } from './endpoint.ts';

/** Until a connection to a twin of another host stands, in milliseconds. */
const CONNECT_MS = 3_000;

export interface TwinCall {
  method: 'GET' | 'PUT' | 'DELETE';
  path: string;
  controlToken: string;
  /** Sent as JSON; a stream as it is. */
  body?: unknown;
  signal: AbortSignal;
  /** Whose connections are used again; left out: the call has one of its own. */
  agent?: Agent | undefined;
  /** A connection to the twin that stands already, which this call uses up. */
  over?: Socket | undefined;
}

/** One call to a twin's control routes, and all that it answers. */
export async function callTwin(url: string, call: TwinCall): Promise<{ status: number; text: string }> {
  const answer = await openTwin(url, call);
  return { status: answer.statusCode ?? 0, text: await text(answer) };
}

/** One call to a twin's control routes or reads, over whatever it listens on. @returns the answer, whose body is still to be read */
export function openTwin(url: string, call: TwinCall): Promise<IncomingMessage> {
  const { method, path, controlToken, body, signal, agent, over } = call;
  const { origin, socketPath, tunnel } = twinEndpoint(url);
  const stream = body instanceof Readable ? body : undefined;
  const payload = body === undefined || stream ? undefined : Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(path, origin),
      {
        method,
        signal,
        // Node asks either an agent or this for a connection.
        ...(over && { createConnection: () => over }),
        ...(!over && tunnel && { createConnection: connectionTo(url, CONNECT_MS) }),
        ...(!over && !tunnel && { agent: agent ?? false }),
        ...(socketPath !== undefined && { socketPath }),
        headers: {
          'x-svc-control': controlToken,
          ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
        },
      },
      resolve,
    );
    outgoing.once('error', reject);
    if (!stream) return void outgoing.end(payload);
    // An answer may come before the body's end, and says more than that the rest wasn't taken.
    stream.once('error', (error) => outgoing.destroy(error));
    stream.pipe(outgoing);
  });
}
