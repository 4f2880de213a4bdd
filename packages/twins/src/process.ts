import { join } from 'node:path';
import type { Twin } from '@svc/twin-kit';
import { rehearse } from '@svc/twin-kit/rehearsal';
import { serveHostedTwin } from '@svc/twin-kit/server';
import type { Config } from './config.ts';

/** Serves a twin for the runtime that started this process, until that ends it. */
export async function serveProcess(twin: Twin, config: Config): Promise<void> {
  const { journals } = config;
  if (config.SVC_WARM_UP) {
    const journalPath = 'path' in journals ? `${journals.path}.rehearsal` : join(journals.folder, `${twin.id}.rehearsal`);
    await rehearse(twin, { journalPath, controlToken: config.SVC_CONTROL_TOKEN });
  }
  const { port, server } = await serveHostedTwin({
    twin,
    host: config.SVC_HOST,
    port: config.SVC_PORT,
    socketPath: config.SVC_SOCKET,
    journals,
    controlToken: config.SVC_CONTROL_TOKEN,
    ownPorts: config.SVC_OWN_PORTS,
    threadEntry: process.argv[1],
  });
  process.stdout.write(`${JSON.stringify({ listening: config.SVC_SOCKET ?? port })}\n`);

  const stop = async (): Promise<void> => {
    await server.close();
    process.exit(0);
  };
  process.once('SIGTERM', () => void stop());
  process.once('SIGINT', () => void stop());
  if (config.SVC_EXIT_WITH_PARENT) {
    // The parent holds the other end of stdin: when it dies, however it dies, this ends.
    process.stdin.on('end', () => void stop());
    process.stdin.on('error', () => void stop());
    process.stdin.resume();
  }
}
