import { bindText, evaluate, isBound, isCorrupted, renderCheck } from '@svc/grading';
import { assignFaults, type Check, droppedFields, SeedError, type State, type Twin, type WorldSpec } from '@svc/twin-kit';
import { loadTwin, twinIds } from '@svc/twins';
import { UsageError } from '../errors.ts';
import { readScenario, type ScenarioFile } from './files.ts';

/** Something about a scenario that its author should know. */
export interface Finding {
  path: string;
  /** Null where it is about the whole file. */
  line: number | null;
  /** An error keeps the scenario from being graded as written. */
  level: 'error' | 'warning';
  message: string;
  /** The criterion it is about, and the sentences closest to it. */
  criterion?: string;
  nearest?: { check: string; sentence: string; example: string }[];
}

/** @returns undefined for markdown that is no scenario, where that may be. */
export async function lintFile(path: string, needed: boolean): Promise<Finding[] | undefined> {
  let file: ScenarioFile | undefined;
  try {
    file = await readScenario(path, needed);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return [unreadable(path, error.message)];
  }
  return file && lint(file);
}

/** The message begins with path and line where there is one. */
function unreadable(path: string, message: string): Finding {
  const [, line, reason] = message.startsWith(`${path}:`) ? (/^:(\d+): (.*)$/s.exec(message.slice(path.length)) ?? []) : [];
  return { path, line: line === undefined ? null : Number(line), level: 'error', message: reason ?? message };
}

async function lint(file: ScenarioFile): Promise<Finding[]> {
  const twins = new Map<string, Twin>();
  const findings: Finding[] = [];
  const about = (level: Finding['level'], message: string, line: number | null = null): Finding => ({
    path: file.path,
    line,
    level,
    message,
  });
  for (const id of file.twins) {
    const twin = await loadTwin(id);
    if (twin) twins.set(id, twin);
    else findings.push(about('error', `there is no twin called "${id}"; the twins are ${twinIds.join(', ')}`));
  }
  const { worlds, faults, dropped } = worldsOf(file, twins);
  findings.push(...faults.map((fault) => about('error', fault)), ...dropped.map((field) => about('warning', field)));
  const assigned = await assignFaults(twins, file.scenario.config.faults ?? []);
  if (!assigned.ok) findings.push(...assigned.issues.map(({ path, message }) => about('error', `Config: ${path}: ${message}`)));
  if (file.scenario.criteria.length === 0) {
    findings.push(about('warning', 'there are no criteria, so it can only be run with --local'));
    return findings;
  }
  const unbound = file.scenario.criteria.flatMap((criterion) => {
    const twin = twins.get(criterion.twin ?? (file.twins[0] as string));
    const finding = criterion.kind === 'code' && twin ? unboundOf(twin, criterion.text, [...twins.values()]) : undefined;
    return finding
      ? [{ ...about('error', finding.message, lineOf(file, criterion.text)), criterion: criterion.text, ...finding }]
      : [];
  });
  return [...findings, ...unbound, ...(await alreadyTrue(file, twins, worlds))];
}

type Worlds = Map<string, State<WorldSpec>>;

/** Boots the seed with the twins' own parsers. */
function worldsOf(
  { scenario, twins: ids }: ScenarioFile,
  twins: ReadonlyMap<string, Twin>,
): { worlds: Worlds; faults: string[]; dropped: string[] } {
  const worlds: Worlds = new Map();
  const seeds = scenario.seedState;
  const single = ids.length === 1;
  const stray = single ? [] : Object.keys(seeds ?? {}).filter((id) => !ids.includes(id));
  const faults = stray.map((id) => `the seed names ${id}, which is none of the scenario's twins`);
  const dropped: string[] = [];
  for (const [id, twin] of twins) {
    try {
      const seed = single ? seeds : seeds?.[id];
      worlds.set(id, twin.initialState(seed, { mode: 'logical' }));
      const unknown = droppedFields(twin.definition, seed);
      dropped.push(...unknown.map((path) => `seed of ${id}: ${path}: the twin makes nothing of this field, so it is dropped`));
    } catch (error) {
      if (!(error instanceof SeedError)) throw error;
      faults.push(...error.issues.map(({ path, message }) => `seed of ${id}: ${path || '(document)'}: ${message}`));
    }
  }
  return { worlds, faults, dropped };
}

function unboundOf(twin: Twin, text: string, products: readonly Twin[]): Pick<Finding, 'message' | 'nearest'> | undefined {
  const binding = bindText(twin.checks, text, products);
  if (isBound(binding)) return undefined;
  if (isCorrupted(binding)) {
    const check = twin.checks.find(({ id }) => id === binding.check_id) as Check;
    const message = `"${text}" is the wording of ${check.id} with a value that it refuses`;
    return { message, nearest: [sentenceOf(check)] };
  }
  const nearest = binding.nearest.map(({ id }) => sentenceOf(twin.checks.find((check) => check.id === id) as Check));
  return { message: `"${text}" is the sentence of no ${twin.id} check, so it is not graded`, nearest };
}

function sentenceOf(check: Check): { check: string; sentence: string; example: string } {
  const examples = Object.fromEntries(Object.entries(check.params).map(([name, { example }]) => [name, example]));
  return { check: check.id, sentence: check.template, example: renderCheck(check, examples) };
}

/** Criteria that the seed satisfies leave the score: often a restraint that was meant to count. */
async function alreadyTrue(file: ScenarioFile, twins: ReadonlyMap<string, Twin>, worlds: Worlds): Promise<Finding[]> {
  const states = new Map([...worlds].map(([id, world]) => [id, { seed: world, final: world }]));
  const vocabularies = new Map([...twins].filter(([id]) => worlds.has(id)).map(([id, { checks }]) => [id, checks]));
  const tape = (async function* () {})();
  const { criteria } = file.scenario;
  const products = [...twins.values()];
  const primary = file.twins[0] as string;
  const { results } = await evaluate({ criteria, primary, vocabularies, seeds: worlds, tape, states, products });
  return results.flatMap(({ status, text }) =>
    status === 'skipped'
      ? [
          {
            path: file.path,
            line: lineOf(file, text),
            level: 'warning' as const,
            message: `"${text}" is true before the agent begins, so it is left out of the score unless it is [code always-scored]`,
            criterion: text,
          },
        ]
      : [],
  );
}

/** The line a criterion begins on, from 1. */
function lineOf({ markdown }: ScenarioFile, text: string): number | null {
  const lines = markdown.split('\n');
  const whole = lines.findIndex((line) => line.includes(text));
  // A criterion may run over several lines, of which it is put together.
  const at =
    whole >= 0 ? whole : lines.findIndex((line) => text.startsWith(line.replace(/^\s*[-*+]\s*\[[^\]]*\]\s*/, '').trim() || '\0'));
  return at < 0 ? null : at + 1;
}
