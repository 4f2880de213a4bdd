import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CliError, EXIT, UsageError } from '../errors.ts';
import { oneLine } from '../output.ts';
import { preflightEnvironment } from './agent-environment.ts';
import { type AgentCommand, runAgent } from './agent-process.ts';
import { openContainment } from './contained.ts';
import type { RunContext } from './context.ts';
import { inParallel } from './pool.ts';

const PREFLIGHT_TIMEOUT_MS = 30_000;
const SHOWN_CHARACTERS = 2_000;

/** Finds out that every agent can be started, before anything else is. @throws UsageError with what one said */
export async function preflightAll(agents: readonly AgentCommand[], concurrency: number, context: RunContext): Promise<void> {
  const distinct = new Map(agents.map((agent) => [JSON.stringify([agent.folder, agent.command]), agent]));
  if (distinct.size > 1) context.line(`checking that ${distinct.size} agents start`);
  await inParallel([...distinct.values()], concurrency, (agent) => preflight(agent, context));
}

async function preflight(agent: AgentCommand, context: RunContext): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'svc-preflight-'));
  try {
    const stdoutPath = join(folder, 'stdout.txt');
    const stderrPath = join(folder, 'stderr.txt');
    const containment = context.contain && (await openContainment({}, context));
    const outcome = await runAgent({
      agent,
      wrap: containment?.wrap,
      runId: `preflight-${randomUUID()}`,
      environment: preflightEnvironment(context.environment, { apiKey: context.apiKey }),
      timeoutMs: PREFLIGHT_TIMEOUT_MS,
      stdoutPath,
      stderrPath,
      signal: context.signal,
      show: () => {},
    }).finally(() => containment?.close());
    if (outcome.stopReason === 'interrupted') throw new CliError(EXIT.interrupted, 'Stopped.');
    if (outcome.stopReason === 'timeout') {
      throw new UsageError(
        `The agent command${named(agent)} did not end its preflight within ${PREFLIGHT_TIMEOUT_MS / 1000} seconds.`,
        'with SVC_PREFLIGHT=1 in its environment the agent must exit with 0 at once.',
      );
    }
    if (outcome.exitCode !== 0) {
      const said = (await readFile(stderrPath, 'utf8')).trim().slice(-SHOWN_CHARACTERS);
      throw new UsageError(
        `The agent command${named(agent)} failed its preflight with exit code ${outcome.exitCode}${said ? `:\n${said}` : '.'}`,
        'check the command; with SVC_PREFLIGHT=1 in its environment the agent must exit with 0 at once.',
      );
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** One that a scenario names, among others. What the caller gave may hold secrets, and there is only one. */
const named = ({ command, folder }: AgentCommand): string => (folder === undefined ? '' : ` "${oneLine(command)}" in ${folder}`);
