import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '@svc/platform/files';
import { z } from 'zod';
import { UsageError } from '../errors.ts';
import { readScenarios, type ScenarioFile } from './files.ts';
import { type RunMeta, SCENARIO_FILE } from './run-directory.ts';

const metaSchema = z.looseObject({
  id: z.string(),
  scenario: z.string(),
  scenario_path: z.string(),
  task: z.string(),
  twins: z.array(z.string()).min(1),
  mode: z.enum(['hosted', 'local']),
  trial: z.int().min(1).default(1),
  group_id: z.string().optional(),
  session_id: z.string().nullable(),
  run_id: z.string().nullable(),
  agent_command: z.string(),
  exit_code: z.int(),
  stop_reason: z.string(),
  duration_ms: z.int().min(0),
  started_at: z.string(),
  finished_at: z.string(),
});

/** A run directory that was written before. */
export interface KeptRun {
  path: string;
  meta: Omit<RunMeta, 'group_id'> & { group_id?: string | undefined };
}

/** @throws UsageError for what is no run directory. */
export async function readKeptRun(path: string): Promise<KeptRun> {
  const text = await readFile(join(path, 'meta.json'), 'utf8').catch((error: unknown) => {
    const missing = systemCode(error) === 'ENOENT' || systemCode(error) === 'ENOTDIR';
    const reason = missing ? 'has no meta.json' : (error as Error).message;
    throw new UsageError(`${path} is no run directory: it ${reason}.`, '`svc run` keeps its runs below .svc/runs.', error);
  });
  const parsed = metaSchema.safeParse(jsonOf(text));
  if (parsed.success) return { path, meta: parsed.data };
  const issue = parsed.error.issues[0];
  throw new UsageError(`${join(path, 'meta.json')} can't be read: ${issue?.path.join('.') || 'it'}: ${issue?.message}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The scenario that was run: the copy in the run directory. @returns undefined where there is none. */
export async function scenarioOf({ path }: KeptRun): Promise<ScenarioFile | undefined> {
  const copy = join(path, SCENARIO_FILE);
  if (!(await exists(copy))) return undefined;
  return (await readScenarios(copy))[0];
}

export const exists = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );
