import type { Ambient } from './engine.ts';

/** The real clock and the real log: the one place where the kit meets them. */
export function systemAmbient(): Ambient {
  return {
    wall: () => Date.now(),
    monotonic: () => performance.now(),
    fault: (error) =>
      process.stderr.write(`twin fault: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
    async post(url, message, signal) {
      const { status, body } = await fetch(url, { method: 'POST', redirect: 'manual', ...message, signal });
      await body?.cancel();
      return status;
    },
  };
}
