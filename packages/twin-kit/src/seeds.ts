import { hash } from 'node:crypto';
import type { core } from 'zod';
import type { Issue, SeedResult, TwinDefinition } from './definition.ts';
import { readsOfSchema, screenInputs } from './inputs.ts';
import type { WorldSpec } from './world/collection.ts';

/** `['repositories', 0, 'name']` as `repositories[0].name`. */
export function formatPath(path: readonly PropertyKey[]): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    return text === '' ? String(part) : `${text}.${String(part)}`;
  }, '');
}

/** A zod issue as the spec reports it. A refinement names its own code in `params.code`. */
export function toIssue(issue: core.$ZodIssue): Issue {
  const own = issue.code === 'custom' ? (issue.params?.code as string | undefined) : undefined;
  return { path: formatPath(issue.path), message: issue.message, code: own ?? issue.code };
}

/** Runs a twin's boot parser; `undefined` stands for the default world. */
export function parseSeed<W extends WorldSpec, S>(definition: TwinDefinition<W, S>, input: unknown): SeedResult {
  const parsed = definition.seed.schema.safeParse(input === undefined ? definition.seed.defaultSeed : input);
  if (parsed.success) return { ok: true, seed: parsed.data };
  return { ok: false, issues: parsed.error.issues.map(toIssue) };
}

/** Fields of a seed document that the twin's parser knows nothing of and drops, e.g. `issues[0].titel`. Of a dropped field, those inside it aren't told. */
export function droppedFields<W extends WorldSpec, S>({ seed }: TwinDefinition<W, S>, document: unknown): string[] {
  if (typeof document !== 'object' || document === null) return [];
  const { unread } = screenInputs(readsOfSchema(seed.schema), document);
  return unread.map((path) => formatPath(path.map((step) => (/^\d+$/.test(step) ? Number(step) : step))));
}

const ofDefaults = new WeakMap<object, string>();

/** `idSeed` of a twin's default world, which most worlds are. */
export function defaultIdSeed<W extends WorldSpec, S>(definition: TwinDefinition<W, S>): string {
  const seed = ofDefaults.get(definition) ?? idSeed(definition.id, definition.seed.defaultSeed);
  ofDefaults.set(definition, seed);
  return seed;
}

/** What the ids of a world are drawn from: the twin and its seed document, so that equal documents build equal worlds. */
export function idSeed(twin: string, document: unknown): string {
  return hash('sha256', `${twin}\n${JSON.stringify(document) ?? 'default'}`);
}
