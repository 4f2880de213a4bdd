import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError, EXIT, UsageError } from '../errors.ts';
import { preflightEnvironment } from './agent-environment.ts';
import { runAgent } from './agent-process.ts';
import type { RunContext } from './context.ts';

const PREFLIGHT_TIMEOUT_MS = 30_000;
const SHOWN_CHARACTERS = 2_000;

/** Finds out that the agent command can be started, before anything else is. @throws UsageError with what it said */
export async function preflight(context: RunContext): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-preflight-'));
  try {
    const stdoutPath = join(folder, 'stdout.txt');
    const stderrPath = join(folder, 'stderr.txt');
    const outcome = await runAgent({
      command: context.agentCommand,
      runId: `preflight-${randomUUID()}`,
      environment: preflightEnvironment(context.environment, { apiKey: context.apiKey }),
      timeoutMs: PREFLIGHT_TIMEOUT_MS,
      stdoutPath,
      stderrPath,
      signal: context.signal,
      show: () => {},
    });
    if (outcome.stopReason === 'interrupted') throw new CliError(EXIT.interrupted, 'Stopped.');
    if (outcome.stopReason === 'timeout') {
      throw new UsageError(
        `The agent command did not end its preflight within ${PREFLIGHT_TIMEOUT_MS / 1000} seconds.`,
        'with SVC_PREFLIGHT=1 in its environment the agent must exit with 0 at once.',
      );
    }
    if (outcome.exitCode !== 0) {
      const said = (await readFile(stderrPath, 'utf8')).trim().slice(-SHOWN_CHARACTERS);
      throw new UsageError(
        `The agent command failed its preflight with exit code ${outcome.exitCode}${said ? `:\n${said}` : '.'}`,
        'check --agent; with SVC_PREFLIGHT=1 in its environment the agent must exit with 0 at once.',
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
