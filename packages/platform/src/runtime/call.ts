import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import { twinEndpoint } from './endpoint.ts';

export interface TwinCall {
  method: 'GET' | 'PUT' | 'DELETE';
  path: string;
  controlToken: string;
  body?: unknown;
  signal: AbortSignal;
}

/** One call to a twin's control routes, over whatever it listens on. */
export function callTwin(
  url: string,
  { method, path, controlToken, body, signal }: TwinCall,
): Promise<{ status: number; text: string }> {
  const { origin, socketPath } = twinEndpoint(url);
  const payload = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const outgoing = request(
      new URL(path, origin),
      {
        method,
        signal,
        agent: false,
        ...(socketPath !== undefined && { socketPath }),
        headers: {
          'x-svc-control': controlToken,
          ...(payload && { 'content-type': 'application/json', 'content-length': payload.length }),
        },
      },
      (answer) => {
        text(answer).then((content) => resolve({ status: answer.statusCode ?? 0, text: content }), reject);
      },
    );
    outgoing.once('error', reject);
    outgoing.end(payload);
  });
}
