import { cutText, MAX_SEED_ISSUES, MAX_TWINS_PER_SANDBOX, namedError, type Seed } from '@svc/contract';
import { droppedWithAdvice, nearestName, seedAdvice, type Twin } from '@svc/twin-kit';
import type { TwinRegistry } from '../service.ts';

/** Seeds by twin id; a twin without one boots its default world. */
export type Worlds = Readonly<Record<string, unknown>>;

const MAX_NAME_SHOWN = 100;

/** @throws ServiceError `unknown_twins`. */
export function requireKnown(registry: TwinRegistry, twins: readonly string[]): void {
  const unknown = twins.filter((twin) => !registry.ids.includes(twin));
  if (unknown.length === 0) return;
  const meant = unknown.flatMap((twin) => nearestName(twin, registry.ids) ?? []);
  const question = meant.length > 0 ? ` Did you mean ${[...new Set(meant)].join(', ')}?` : '';
  const message = `Unknown twins: ${unknown.join(', ')}. Available: ${registry.ids.join(', ')}.${question}`;
  throw namedError('unknown_twins', { unknown, available: registry.ids }, message);
}

/** @throws ServiceError `too_many_twins`. */
export function requireFewEnough(twins: readonly string[]): void {
  if (twins.length <= MAX_TWINS_PER_SANDBOX) return;
  throw namedError('too_many_twins', { limit: MAX_TWINS_PER_SANDBOX, requested: twins.length });
}

/** @throws ServiceError `twin_snapshot_unavailable` when one of the twins can't be started here. */
export async function loadAll(registry: TwinRegistry, twins: readonly string[]): Promise<Map<string, Twin>> {
  const loaded = await loadAvailable(registry, twins);
  const missing = twins.filter((twin) => !loaded.has(twin));
  if (missing.length === 0) return loaded;
  throw namedError('twin_snapshot_unavailable', { twins: missing }, `No image for ${missing.join(', ')} in this deployment.`);
}

export async function loadAvailable(registry: TwinRegistry, twins: readonly string[]): Promise<Map<string, Twin>> {
  const loaded = await Promise.all(twins.map(async (id) => [id, await registry.load(id)] as const));
  return new Map(loaded.filter((entry): entry is readonly [string, Twin] => entry[1] !== undefined));
}

/** Whether a seed is wrapped is decided by the number of twins alone. @throws ServiceError `invalid_seed_envelope`. */
export function splitSeed(twins: readonly string[], seed: Seed | undefined): Worlds {
  if (seed === undefined) return {};
  const [only, second] = twins;
  if (only !== undefined && second === undefined) return { [only]: seed };
  const stray = Object.keys(seed)
    .filter((key) => !twins.includes(key))
    .slice(0, MAX_SEED_ISSUES)
    .map((key) => cutText(key, MAX_NAME_SHOWN));
  if (stray.length > 0) {
    const message = `With more than one twin the seed is keyed by twin id; it also has ${stray.join(', ')}.`;
    throw namedError('invalid_seed_envelope', { stray_twins: stray, twins }, message);
  }
  const flat = Object.entries(seed).find(([, world]) => typeof world !== 'object' || world === null || Array.isArray(world));
  if (flat) throw namedError('invalid_seed_envelope', { stray_twins: [], twins }, `seed.${flat[0]} must be an object.`);
  return seed;
}

/** What of the seeds the twins' parsers know nothing of, with what was probably meant. */
export const droppedOf = (
  twins: ReadonlyMap<string, Twin>,
  worlds: Worlds,
): { twin: string; path: string; suggestion?: string }[] =>
  [...twins]
    .flatMap(([id, { definition }]) => droppedWithAdvice(definition, worlds[id]).map((field) => ({ twin: id, ...field })))
    .slice(0, MAX_SEED_ISSUES);

/** Runs the twins' own boot parsers. @throws ServiceError `invalid_seed` for the first twin that refuses. */
export function checkWorlds(twins: ReadonlyMap<string, Twin>, worlds: Worlds): void {
  for (const [id, twin] of twins) {
    const seed = Object.hasOwn(worlds, id) ? worlds[id] : undefined;
    const result = twin.parseSeed(seed);
    if (result.ok) continue;
    const issues = result.issues.slice(0, MAX_SEED_ISSUES).map((issue) => {
      const { path, message, code } = issue;
      const suggestion = seedAdvice(twin.definition, issue, seed);
      return { path, message, code, ...(suggestion !== undefined && { suggestion }) };
    });
    const [first] = issues;
    const where = first?.path ? `${first.path}: ` : '';
    const message = `The ${id} twin refused the seed: ${where}${first?.message ?? 'not valid'}`;
    throw namedError('invalid_seed', { twin: id, issue_count: result.issues.length, issues }, message);
  }
}
