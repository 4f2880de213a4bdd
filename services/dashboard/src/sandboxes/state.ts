import type { SandboxState } from '@svc/contract';
import { useEffect, useState } from 'react';

const OPEN: readonly SandboxState[] = ['provisioning', 'ready', 'running'];
export const isOpen = (state: SandboxState): boolean => OPEN.includes(state);

const TICK_MS = 5_000;

/** The time, for what is said of time left; it moves every few seconds. */
export function useNow(): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), TICK_MS);
    return () => clearInterval(timer);
  }, []);
  return now;
}
