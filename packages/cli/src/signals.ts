import { EXIT } from './errors.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Waits for the first signal to stop. A second one ends the process at once, after `onSecond`.
 *
 * @returns the signal's name.
 */
export function untilStopped(onSecond?: () => void): Promise<NodeJS.Signals> {
  return new Promise((resolve) => {
    let seen = false;
    for (const signal of STOP_SIGNALS) {
      process.on(signal, () => {
        if (seen) {
          onSecond?.();
          process.exit(EXIT.interrupted);
        }
        seen = true;
        resolve(signal);
      });
    }
  });
}
