import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { CollectionDiff } from '@svc/contract';
import { diffWorlds, keysOf, type Worlds } from '@svc/grading';
import type { TapeRow } from '@svc/twin-kit';
import { loadTwin } from '@svc/twins';
import { UsageError } from '../errors.ts';
import { exists, type KeptRun } from './kept-run.ts';
import { statesFile } from './run-directory.ts';

/** The rows of a kept tape, in their order. @throws UsageError for a line that is none */
export async function* keptTape({ path }: KeptRun): AsyncGenerator<TapeRow> {
  const file = join(path, 'events.jsonl');
  if (!(await exists(file))) return;
  let number = 0;
  for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Number.POSITIVE_INFINITY })) {
    number += 1;
    if (line.trim() !== '') yield parsed(line, `${file}:${number}`) as TapeRow;
  }
}

/** What a run changed in a twin's world; undefined where a state was not kept. */
export async function keptDiff({ path, meta }: KeptRun, twin: string): Promise<CollectionDiff[] | undefined> {
  const files = (['initial', 'final'] as const).map((which) => join(path, statesFile(which, twin, meta.twins)));
  const [initial, final] = files as [string, string];
  if (!(await exists(initial)) || !(await exists(final))) return undefined;
  const [before, after] = await Promise.all([worldsIn(initial), worldsIn(final)]);
  return diffWorlds(before, after, keysOf(await loadTwin(twin)));
}

async function worldsIn(path: string): Promise<Worlds> {
  const state = parsed(await readFile(path, 'utf8'), path);
  return Object.fromEntries(Object.entries(state).filter(([, records]) => Array.isArray(records))) as Worlds;
}

function parsed(text: string, where: string): object {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value;
  } catch {
    // Told below.
  }
  throw new UsageError(`${where} is no JSON object.`);
}
