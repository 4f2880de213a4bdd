import { rm } from 'node:fs/promises';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Twin } from './definition.ts';
import { serveHostedTwin } from './serve.ts';

/** The first world costs several times what later ones do; after these many it costs no more. */
const WORLDS = 3;
const SESSION = 'rehearsal';

/**
 * Boots worlds as the platform does and throws them away, so that a process that waits for a sandbox has compiled what its
 * first real boot runs through.
 *
 * @param options.journalPath of a file that isn't there, and isn't afterwards
 */
export async function rehearse(twin: Twin, options: { journalPath: string; controlToken: string }): Promise<void> {
  const { journalPath, controlToken } = options;
  for (let world = 0; world < WORLDS; world += 1) {
    const { port, server } = await serveHostedTwin({
      twin,
      host: '127.0.0.1',
      port: 0,
      journals: { path: journalPath },
      controlToken,
    });
    try {
      const status = await boot(port, twin.id, controlToken);
      if (status !== 200) throw new Error(`the ${twin.id} twin's rehearsal was answered with ${status}`);
    } finally {
      await server.close();
      await rm(journalPath, { force: true });
    }
  }
  // Many of these processes wait at once: what the rehearsal leaves would stay until the first calls come. V8's last resort gives back the
  // pages of its young generation too, which a plain collection keeps.
  globalThis.gc?.({ execution: 'sync', flavor: 'last-resort' });
}

async function boot(port: number, twin: string, controlToken: string): Promise<number> {
  const body = JSON.stringify({ session_id: SESSION, twin, token_sha256: '0'.repeat(64), clock: { mode: 'wall' } });
  const headers = { 'x-svc-control': controlToken, 'content-type': 'application/json', 'content-length': body.length };
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const path = '/_svc/control/boot';
  const outgoing = request({ host: '127.0.0.1', port, path, method: 'PUT', agent: false, headers }, (answer) => {
    text(answer).then(() => resolve(answer.statusCode ?? 0), reject);
  });
  outgoing.once('error', reject).end(body);
  return promise;
}
