import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { FINAL_ANSWER_BYTES } from './final-answer.ts';
import { LineSplitter } from './line-splitter.ts';
import { ProcessGroup } from './process-group.ts';
import { Tail } from './tail.ts';

export interface AgentCommand {
  /** A shell command line. */
  command: string;
  /** Where it is started, if not in the current folder. */
  folder?: string;
}

/** The program and its arguments that run a shell command line. */
export type Wrap = (command: string) => [program: string, args: string[]];

export interface AgentOptions {
  agent: AgentCommand;
  /** Runs it contained. */
  wrap?: Wrap | undefined;
  /** `SVC_RUN_ID` of its environment: by it the agent's children are known. */
  runId: string;
  environment: NodeJS.ProcessEnv;
  timeoutMs: number;
  /** Files that take its output. */
  stdoutPath: string;
  stderrPath: string;
  /** Ends the agent early. */
  signal: AbortSignal;
  /** Shows a line that the agent printed. */
  show(line: string): void;
}

export interface AgentOutcome {
  /** 128 + the signal's number for an agent that a signal ended, as shells report it. */
  exitCode: number;
  stopReason: 'exited' | 'timeout' | 'interrupted';
  durationMs: number;
  /** The end of what it printed on standard output. */
  printed: Buffer;
}

/** How long the pipes may stay open when nobody is left to write into them. */
const DRAIN_MS = 5_000;
/** How much of each stream is kept, and shown, in bytes; the rest is read and dropped, so that the agent never blocks on it. */
const KEPT_BYTES = 64 * 1024 * 1024;
const SHOWN_BYTES = 1024 * 1024;
const SIGNAL_NUMBERS: Readonly<Record<string, number>> = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGABRT: 6,
  SIGKILL: 9,
  SIGSEGV: 11,
  SIGTERM: 15,
};
const SIGNALLED = 128;

/** Runs the agent in a process group of its own, and leaves nothing of that group behind. */
export async function runAgent(options: AgentOptions): Promise<AgentOutcome> {
  const startedAt = performance.now();
  const { command, folder } = options.agent;
  const [program, args] = options.wrap?.(command) ?? [command, []];
  const child = spawn(program, args, {
    shell: options.wrap === undefined,
    cwd: folder,
    detached: true,
    env: { ...options.environment, SVC_RUN_ID: options.runId },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const group = new ProcessGroup(child, `SVC_RUN_ID=${options.runId}`);
  const printed = new Tail(FINAL_ANSWER_BYTES);
  const captures = [
    capture(child.stdout, options.stdoutPath, options.show, printed),
    capture(child.stderr, options.stderrPath, options.show),
  ];
  const deadline = new AbortController();
  const early = Promise.race([
    delay(options.timeoutMs, 'timeout' as const, { signal: deadline.signal }).catch(() => 'exited' as const),
    aborted(options.signal, deadline.signal),
  ]);
  const exited = once(child, 'exit').then(() => 'exited' as const);
  const stopReason = await Promise.race([exited, early]);
  deadline.abort();
  if (stopReason !== 'exited') await group.end();
  await exited;
  // What the agent left running in the background would go on calling the twins, and hold the pipes open.
  await group.sweep();
  await Promise.race([Promise.all(captures), delay(DRAIN_MS, undefined, { ref: false })]);
  child.stdout.destroy();
  child.stderr.destroy();
  const durationMs = Math.round(performance.now() - startedAt);
  return { exitCode: exitCodeOf(child), stopReason, durationMs, printed: printed.bytes() };
}

function aborted(signal: AbortSignal, done: AbortSignal): Promise<'interrupted' | 'exited'> {
  if (signal.aborted) return Promise.resolve('interrupted');
  return new Promise((resolve) => {
    signal.addEventListener('abort', () => resolve('interrupted'), { once: true, signal: done });
    done.addEventListener('abort', () => resolve('exited'), { once: true });
  });
}

/** As shells report it. */
export function exitCodeOf(child: ChildProcess): number {
  if (child.exitCode !== null) return child.exitCode;
  return SIGNALLED + (SIGNAL_NUMBERS[child.signalCode ?? ''] ?? 0);
}

async function capture(stream: Readable, path: string, show: (line: string) => void, tail?: Tail): Promise<void> {
  const file = createWriteStream(path, { mode: 0o600 });
  const lines = new LineSplitter(show);
  let size = 0;
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      tail?.push(chunk);
      if (size < SHOWN_BYTES) {
        lines.push(chunk);
        if (size + chunk.length >= SHOWN_BYTES) show(`… more is in ${path}`);
      }
      if (size < KEPT_BYTES && !file.write(chunk.subarray(0, KEPT_BYTES - size))) await once(file, 'drain');
      size += chunk.length;
    }
  } catch {
    // The pipe was closed on a writer that would not end.
  }
  lines.end();
  if (size > KEPT_BYTES) file.write(`\n… ${size - KEPT_BYTES} more bytes were not kept\n`);
  file.end();
  await finished(file);
}
