/** Records the cases of a twin's checks, then judges them by changed predicates, one change after the other. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Check } from '../../packages/twin-kit/src/checks.ts';
import { ChangedModules } from './hooks.ts';
import type { Mutant } from './mutants.ts';
import { type Expected, isAsStated, recordedCases } from './recorded.ts';

export interface Work {
  twin: string;
  /** Where its checks are. */
  folder: string;
  /** By file, the files of the folder that import it. */
  dependants: ReadonlyMap<string, ReadonlySet<string>>;
}

export interface Task extends Mutant {
  file: string;
  /** The whole file as JavaScript, changed. */
  code: string;
  /** The checks that stand in the file, which are asked first. */
  own: readonly string[];
}

/** What noticed a change: a check, or `load` where there was nothing to import; undefined where nothing did. */
export interface Noticed {
  by: string | undefined;
}

const { twin, folder, dependants } = workerData as Work;
const expected = await recordedCases(twin);
const modules = new ChangedModules(folder, dependants);

function notices(checks: ReadonlyMap<string, Check>, one: Expected): boolean {
  const check = checks.get(one.check);
  if (!check) return true;
  try {
    return !isAsStated(check, one);
  } catch {
    return true;
  }
}

async function tried({ file, code, own }: Task): Promise<Noticed> {
  let checks: ReadonlyMap<string, Check>;
  try {
    const exported = (await modules.import(file, code)).checks as readonly Check[];
    checks = new Map(exported.map((check) => [check.id, check]));
  } catch {
    return { by: 'load' };
  }
  const first = new Set(own);
  const order = [...expected.filter(({ check }) => first.has(check)), ...expected.filter(({ check }) => !first.has(check))];
  return { by: order.find((one) => notices(checks, one))?.check };
}

parentPort?.on('message', async (task: Task) => parentPort?.postMessage(await tried(task)));
parentPort?.postMessage({ cases: expected.length });
