import { request as plainRequest } from 'node:http';
import { request as tlsRequest } from 'node:https';
import { buffer } from 'node:stream/consumers';
import type { RecordedRequest, ReplayedAnswer } from '@svc/twin-kit/replay';

/** Makes a call below a twin's address, byte for byte: no client that tidies paths up stands between. */
export function send(address: string, token: string, { method, path, headers, body }: RecordedRequest): Promise<ReplayedAnswer> {
  const { protocol, hostname, port, pathname } = new URL(address);
  const request = protocol === 'https:' ? tlsRequest : plainRequest;
  const length = body && { 'content-length': String(body.length) };
  const { promise, resolve, reject } = Promise.withResolvers<ReplayedAnswer>();
  const outgoing = request(
    {
      protocol,
      hostname: hostname.replace(/^\[|\]$/g, ''),
      port,
      method,
      path: pathname.replace(/\/$/, '') + path,
      headers: { ...headers, ...length, authorization: `Bearer ${token}` },
    },
    (answer) => {
      buffer(answer).then((bytes) => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: bytes }), reject);
    },
  );
  outgoing.once('error', reject).end(body);
  return promise;
}
