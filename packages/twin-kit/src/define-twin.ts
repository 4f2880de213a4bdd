import type { ClockSetting, ProviderCredential, Twin, TwinDefinition } from './definition.ts';
import { SeedError } from './errors.ts';
import { idSeed, parseSeed } from './seeds.ts';
import { LOGICAL_START, Universe } from './universe.ts';
import type { State, WorldSpec } from './world/collection.ts';
import { SeededIds } from './world/ids.ts';

/**
 * Makes a twin of its definition.
 *
 * @throws when two operations, tools or checks share a name, or a check's id lacks the twin's prefix
 */
export function defineTwin<W extends WorldSpec, S>(definition: TwinDefinition<W, S>): Twin {
  requireUnique(
    'operation',
    definition.operations.map((operation) => operation.id),
  );
  requireUnique(
    'tool',
    definition.tools.map((tool) => tool.name),
  );
  requireUnique(
    'check',
    definition.checks.map((check) => check.id),
  );
  const facts = definition.facts ?? [];
  requireUnique(
    'fact',
    facts.map((fact) => fact.id),
  );
  const stray = [...definition.checks, ...facts].find(({ id }) => !id.startsWith(`${definition.id}.`));
  if (stray) throw new Error(`${stray.id} must begin with "${definition.id}."`);
  const untyped = definition as unknown as TwinDefinition<WorldSpec, unknown>;
  /** Of the default world: most sandboxes have it. */
  let standard: ProviderCredential | undefined;
  return {
    id: definition.id,
    title: definition.title,
    definition,
    checks: definition.checks,
    facts,
    parseSeed: (input) => parseSeed(untyped, input),
    initialState: (seed, clock: ClockSetting): State<WorldSpec> => {
      const bootedAt = Date.parse(LOGICAL_START);
      return Universe.begin(untyped, { seed, clock, bootedAt }, () => bootedAt).store.state();
    },
    providerCredential: (seed): ProviderCredential => {
      if (seed === undefined && standard) return standard;
      const document = seed === undefined ? definition.seed.defaultSeed : seed;
      const parsed = parseSeed(untyped, document);
      if (!parsed.ok) throw new SeedError(parsed.issues);
      // A stream of its own: the token doesn't move when a seed's records draw more ids.
      const credential = definition.credential(new SeededIds(`credential:${idSeed(definition.id, document)}`));
      if (seed === undefined) standard = credential;
      return credential;
    },
  };
}

function requireUnique(what: string, names: readonly string[]): void {
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new Error(`two ${what}s are called ${twice}`);
}
