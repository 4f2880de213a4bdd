import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { environmentOf, processIds, statOf } from '@svc/platform/proc';

/** Between the request to stop and the end by force, and the longest hunt for what left the group. */
const GRACE_MS = 5_000;
const POLL_MS = 20;

const live = new Set<ProcessGroup>();
let hooked = false;

/**
 * An agent and everything it started. Children that leave the group for a session of their own are known by the mark in
 * their environment, where the system shows it (Linux).
 */
export class ProcessGroup {
  readonly #id: number | undefined;
  readonly #mark: string;

  /** @param child the leader of a group of its own @param mark `NAME=value`, in the environment of nothing else */
  constructor(child: ChildProcess, mark: string) {
    this.#id = child.pid;
    this.#mark = mark;
    live.add(this);
    // However this process ends, short of SIGKILL, the agent doesn't outlive it.
    if (!hooked) process.on('exit', () => live.forEach((group) => void group.#kill()));
    hooked = true;
  }

  /** Asks everything in the group to end, and makes it end when it doesn't. The shell goes first, so its end says nothing of the agent. */
  async end(): Promise<void> {
    const deadline = performance.now() + GRACE_MS;
    this.#signal('SIGTERM');
    for (const pid of this.#strays()) send(pid, 'SIGTERM');
    while (performance.now() < deadline && (this.#signal(0) || this.#strays().length > 0)) await delay(POLL_MS);
    await this.sweep();
  }

  /** Ends by force what is left. */
  async sweep(): Promise<void> {
    const deadline = performance.now() + GRACE_MS;
    // Again until nothing is found: what forks while it is looked for shows up in the next round.
    while (this.#kill() > 0 && performance.now() < deadline) await delay(POLL_MS);
    live.delete(this);
  }

  /** @returns how many strays there were. */
  #kill(): number {
    this.#signal('SIGKILL');
    const strays = this.#strays();
    for (const pid of strays) send(pid, 'SIGKILL');
    return strays.length;
  }

  /** @returns false when nobody is left in the group. */
  #signal(signal: NodeJS.Signals | 0): boolean {
    return this.#id !== undefined && send(-this.#id, signal);
  }

  /** What left the group. Its members are told as a group, and once: a program may act on each signal. */
  #strays(): number[] {
    return processIds().filter(
      (pid) => pid !== process.pid && environmentOf(pid).split('\0').includes(this.#mark) && statOf(pid)?.group !== this.#id,
    );
  }
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
