import { serveHostedTwin } from '@svc/twin-kit/server';
import { z } from 'zod';
import { loadTwin } from './index.ts';

/** What a runtime tells a twin process. */
const environment = z.object({
  SVC_TWIN: z.string(),
  SVC_HOST: z.string().default('127.0.0.1'),
  SVC_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  SVC_JOURNAL: z.string().min(1),
  SVC_CONTROL_TOKEN: z.string().min(16),
  SVC_EXIT_WITH_PARENT: z.literal('1').optional(),
});

const config = environment.parse(process.env);
const twin = await loadTwin(config.SVC_TWIN);
if (!twin) throw new Error(`there is no twin called ${config.SVC_TWIN}`);
const { port, server } = await serveHostedTwin({
  twin,
  host: config.SVC_HOST,
  port: config.SVC_PORT,
  journalPath: config.SVC_JOURNAL,
  controlToken: config.SVC_CONTROL_TOKEN,
});
process.stdout.write(`${JSON.stringify({ listening: port })}\n`);

async function stop(): Promise<void> {
  await server.close();
  process.exit(0);
}
process.once('SIGTERM', () => void stop());
process.once('SIGINT', () => void stop());
if (config.SVC_EXIT_WITH_PARENT) {
  // The parent holds the other end of stdin: when it dies, however it dies, this ends.
  process.stdin.on('end', () => void stop());
  process.stdin.on('error', () => void stop());
  process.stdin.resume();
}
