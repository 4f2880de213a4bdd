import { type Logger, pino } from 'pino';

/** Nothing that opens anything is logged on purpose; should it ever be, it goes out. */
const REDACTED = ['authorization', 'token', 'agent_token', 'api_key', 'password', 'secret'].flatMap((name) => [
  name,
  `*.${name}`,
  `*.headers.${name}`,
]);

/** JSON lines on stdout. */
export const createLog = (service: string, level: string): Logger =>
  pino({
    level,
    base: { service },
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED, censor: '[REDACTED]' },
  });
