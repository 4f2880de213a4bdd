import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { stopPostmaster } from './postmaster.ts';

export interface SupervisorReports {
  /** The server ended by itself and runs again. */
  onRestart?: ((how: string) => void) | undefined;
  /** It ended, and won't be started again. */
  onGivenUp?: ((error: Error) => void) | undefined;
}

/** Processes of a server that was killed hold its shared memory until they notice; then the next start succeeds. */
const ATTEMPTS = 20;
const PAUSE_MS = 250;
/** More ends than this within the window are no accidents. */
const MAX_ENDS = 10;
const WINDOW_MS = 60_000;

/** A server that is started again whenever it ends without being asked to. */
export class SupervisedServer {
  #child: ChildProcess;
  readonly #start: () => Promise<ChildProcess>;
  readonly #reports: SupervisorReports;
  readonly #ends: number[] = [];
  #stopping = false;
  #restarting: Promise<void> | undefined;

  /** @param start starts it on the same port; rejects with the reason */
  constructor(child: ChildProcess, start: () => Promise<ChildProcess>, reports: SupervisorReports) {
    this.#child = child;
    this.#start = start;
    this.#reports = reports;
    this.#watch();
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#restarting;
    if (hasEnded(this.#child)) return;
    const exited = once(this.#child, 'exit');
    await stopPostmaster(this.#child.pid!);
    await exited;
  }

  #watch(): void {
    const ended = (): void => {
      if (!this.#stopping) this.#restarting = this.#again();
    };
    if (hasEnded(this.#child)) ended();
    else this.#child.once('exit', ended);
  }

  async #again(): Promise<void> {
    const how = `${this.#child.exitCode ?? this.#child.signalCode}`;
    let last = new Error(`PostgreSQL ended with ${how}, too often.`);
    this.#ends.push(performance.now());
    const recent = this.#ends.filter((at) => at > performance.now() - WINDOW_MS).length;
    for (let attempt = 1; recent <= MAX_ENDS && attempt <= ATTEMPTS && !this.#stopping; attempt++) {
      try {
        this.#child = await this.#start();
        this.#reports.onRestart?.(how);
        return this.#watch();
      } catch (error) {
        last = error as Error;
        await delay(PAUSE_MS);
      }
    }
    if (!this.#stopping) this.#reports.onGivenUp?.(last);
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean => exitCode !== null || signalCode !== null;
