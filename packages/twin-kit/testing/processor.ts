/** How long the processor works on something, in milliseconds: a machine that does much else changes it little. */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** The same of what is waited for: of all that this process does meanwhile. */
export async function processorMsOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

const TURN_MS = 10;

/** How long something is waited for, in milliseconds, without the time in which the machine gave this process no turn. */
export async function waitedMs(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  const timer = setInterval(() => {
    turns += 1;
  }, TURN_MS);
  try {
    await work();
    return turns * TURN_MS;
  } finally {
    clearInterval(timer);
  }
}
