import { renameSync, statSync } from 'node:fs';
import { destination, type Logger, multistream, pino } from 'pino';

const MAX_LOG_BYTES = 10 * 1024 * 1024;

/** Nothing that opens anything is logged on purpose; should a request ever be, these go out. */
const REDACTED = [
  'authorization',
  'token',
  'agent_token',
  'api_key',
  'headers.authorization',
  '*.authorization',
  '*.token',
  '*.agent_token',
  '*.headers.authorization',
];

/** The service's log: a file of the data directory, and stderr when asked for. */
export function openLog(path: string, verbose: boolean): { log: Logger; close(): void } {
  keepSmall(path);
  const file = destination({ dest: path, sync: true, mkdir: true, mode: 0o600 });
  const log = pino(
    { level: 'info', redact: { paths: REDACTED, censor: '[REDACTED]' } },
    multistream([{ stream: file }, ...(verbose ? [{ stream: process.stderr }] : [])]),
  );
  return { log, close: () => file.end() };
}

/** One older file is kept. */
function keepSmall(path: string): void {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size > MAX_LOG_BYTES) renameSync(path, `${path}.1`);
}
