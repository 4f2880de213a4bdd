import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { MINIMAL_ENVIRONMENT } from '../../environment.ts';

/** How a twin process is started; the same each time it is started again. */
export interface TwinCommand {
  /** Absolute path of the twin's main module. */
  entry: string;
  twin: string;
  /** Absolute path of its journal, from whose rows it boots itself; where sandboxes share it, of the folder of their folders. */
  journal: string;
  isShared: boolean;
  controlToken: string;
  startTimeoutMs: number;
  /** Ports of the service, to which no webhook goes. */
  ownPorts: readonly number[];
}

export interface TwinProcess {
  pid: number;
  port: number;
  /** Resolves when the process has ended, to how and with which last words. */
  ended: Promise<string>;
  stop(): Promise<void>;
}

const STDERR_LINES_KEPT = 15;
const MAX_LINE_LENGTH = 500;
/** A twin closes its server and its journal on SIGTERM. */
const TERM_PATIENCE_MS = 3_000;
const PIPE_PATIENCE_MS = 250;
/**
 * In MiB, as in the twins' images. What passes through a twin is freed with the young objects, and a larger generation is so rarely full that
 * V8 goes through the whole heap first, for the memory of buffers alone.
 */
const YOUNG_GENERATION = '--max-semi-space-size=2';

/**
 * Starts a twin and waits until it listens.
 *
 * @param port 0 takes a free one.
 * @throws when it ends or says nothing in time, with the last lines of its stderr.
 */
export async function launchTwin(command: TwinCommand, port: number, signal: AbortSignal): Promise<TwinProcess> {
  signal.throwIfAborted();
  const child = spawn(process.execPath, [YOUNG_GENERATION, command.entry], {
    env: { ...MINIMAL_ENVIRONMENT, ...compileCache(), ...environment(command, port) },
    stdio: ['pipe', 'pipe', 'pipe'],
    // Ctrl-C in the terminal goes to our process group: we end the twins ourselves, when nobody needs them any more.
    detached: true,
  });
  // The pipe stays open for as long as we live: its end is how a twin learns that we were killed.
  child.stdin.on('error', () => {});
  const lastWords = tail(child.stderr);
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(`could not be started: ${error.message}`));
    child.once('exit', async (code, by) => {
      // What it wrote last is still on its way through the pipe.
      await Promise.race([once(child, 'close'), delay(PIPE_PATIENCE_MS, undefined, { ref: false })]);
      resolve(`ended with ${by ?? `exit code ${code}`}${lastWords()}`);
    });
  });
  const stop = async () => {
    child.kill('SIGTERM');
    const timer = setTimeout(() => child.kill('SIGKILL'), TERM_PATIENCE_MS);
    await ended;
    clearTimeout(timer);
  };
  const timeout = AbortSignal.timeout(command.startTimeoutMs);
  try {
    const outcome = await Promise.race([listening(child.stdout), ended, aborted(AbortSignal.any([signal, timeout]))]);
    if (typeof outcome === 'number') return { pid: child.pid!, port: outcome, ended, stop };
    const late = timeout.aborted ? `was not up within ${command.startTimeoutMs} ms${lastWords()}` : 'was stopped';
    throw new Error(`The ${command.twin} twin ${outcome ?? late}`);
  } catch (error) {
    child.kill('SIGKILL');
    await ended;
    throw error;
  }
}

const environment = (command: TwinCommand, port: number) => ({
  SVC_TWIN: command.twin,
  SVC_HOST: '127.0.0.1',
  SVC_PORT: `${port}`,
  [command.isShared ? 'SVC_SESSIONS' : 'SVC_JOURNAL']: command.journal,
  SVC_CONTROL_TOKEN: command.controlToken,
  ...(command.ownPorts.length > 0 && { SVC_OWN_PORTS: command.ownPorts.join() }),
  SVC_EXIT_WITH_PARENT: '1',
});

/** Twins read and keep compiled code where we do, if we do: it halves their start. */
function compileCache(): { NODE_COMPILE_CACHE?: string } {
  // Each version of Node has a folder of its own in it.
  const folder = getCompileCacheDir();
  return folder === undefined ? {} : { NODE_COMPILE_CACHE: dirname(folder) };
}

/** The first line of stdout that says where the twin listens; the rest of stdout is read and dropped. */
function listening(stdout: Readable): Promise<number> {
  return new Promise((resolve) => {
    createInterface({ input: stdout }).on('line', (line) => {
      const port = portIn(line);
      if (port !== undefined) resolve(port);
    });
  });
}

function portIn(line: string): number | undefined {
  try {
    const port: unknown = JSON.parse(line)?.listening;
    return typeof port === 'number' ? port : undefined;
  } catch {
    return undefined;
  }
}

async function aborted(signal: AbortSignal): Promise<undefined> {
  if (!signal.aborted) await once(signal, 'abort');
}

function tail(stderr: Readable): () => string {
  const lines: string[] = [];
  createInterface({ input: stderr }).on('line', (line) => {
    lines.push(line.slice(0, MAX_LINE_LENGTH));
    if (lines.length > STDERR_LINES_KEPT) lines.shift();
  });
  return () => (lines.length > 0 ? `; its last lines on stderr:\n${lines.join('\n')}` : '');
}
