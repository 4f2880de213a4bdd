/** How long the processor works on something, in milliseconds: a machine that does much else changes it little. */
export function processorMs(work: () => unknown): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** What takes less is over too soon to be compared, in milliseconds of the processor. */
const MUCH_MS = 2_000;
/** How much shorter the part is that the whole is measured against. */
const SHORTER = 4;

/**
 * How many times as long something takes as its length accounts for, on whatever machine: about 1 where time grows with the length, 4 where it grows
 * with the square of it, and 0 where it takes too little to tell.
 *
 * @param make something of about this length
 */
export function growth<T extends { length: number }>(
  make: (count: number) => T,
  count: number,
  work: (made: T) => unknown,
): number {
  const [whole, part] = [make(count), make(count / SHORTER)];
  const took = processorMs(() => work(whole));
  if (took <= MUCH_MS) return 0;
  return took / ((whole.length / part.length) * processorMs(() => work(part)));
}

/** The growth that is still taken for that of the length, as measuring is coarse. */
export const LINEAR = 2.5;

/** How long the processor works on what is waited for, in milliseconds: of all that this process does meanwhile. */
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
