import http from 'node:http';
import type { Ambient } from './engine.ts';
import { lookUpLoopback } from './webhook-ports.ts';

/** The real clock and the real log: the one place where the kit meets them. */
export function systemAmbient(): Ambient {
  return {
    wall: Date.now,
    monotonic: performance.now.bind(performance),
    processor: process.threadCpuUsage.bind(process),
    fault: (error) =>
      process.stderr.write(`twin fault: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
    async post(url, { headers, body }, signal) {
      // TLS is loaded by the first message that needs it: an idle twin stays small.
      const { request } = url.startsWith('https:') ? await import('node:https') : http;
      const { promise, resolve, reject } = Promise.withResolvers<number>();
      const length = String(Buffer.byteLength(body));
      const options = { method: 'POST', headers: { ...headers, 'content-length': length }, agent: false, signal };
      const outgoing = request(url, { ...options, lookup: lookUpLoopback }, (answer) => {
        answer.destroy();
        resolve(answer.statusCode ?? 0);
      });
      outgoing.once('error', reject).end(body);
      return promise;
    },
  };
}
