import { lstat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder, systemCode } from '@svc/platform/files';
import { starters } from '@svc/twins/starters';
import { UsageError } from '../errors.ts';
import { type AgentName, agentKinds } from './agents.ts';
import { scenarioOf } from './scenario.ts';
import type { AgentKind } from './tasks.ts';

export interface Beginning {
  folder: string;
  twins: readonly string[];
  agent: AgentName;
}

const SCENARIO_FILE = 'scenario.md';

/** Writes a scenario and its agent; all of it or nothing. @returns the files' paths @throws UsageError where one is there already */
export async function writeBeginning({ folder, twins, agent }: Beginning): Promise<string[]> {
  const { file, command, program, beside }: AgentKind = agentKinds[agent];
  const tasks = twins.map((twin) => ({ twin, starter: starters[twin] as (typeof starters)[string] }));
  const named = { [SCENARIO_FILE]: scenarioOf(tasks, command), [file]: program(tasks), ...beside?.(tasks) };
  const files = Object.fromEntries(Object.entries(named).map(([name, text]) => [join(folder, name), text]));
  for (const path of Object.keys(files)) await refuseTaken(path);
  await makeFolder(folder);
  for (const [path, text] of Object.entries(files)) {
    await writeFile(path, text, { flag: 'wx' }).catch((error: unknown) => {
      throw systemCode(error) === 'EEXIST' ? taken(path, error) : unwritable(path, error);
    });
  }
  return Object.keys(files);
}

async function refuseTaken(path: string): Promise<void> {
  const there = await lstat(path).then(
    () => true,
    () => false,
  );
  if (there) throw taken(path);
}

const taken = (path: string, cause?: unknown): UsageError =>
  new UsageError(`${path} exists and is not overwritten.`, 'name another folder: svc init <folder>.', cause);

const unwritable = (path: string, error: unknown): UsageError =>
  new UsageError(`${path} can't be written: ${(error as Error).message}`, undefined, error);
