import type { Seeds } from '@svc/twins';

/** The seed of a twin; anything where its id isn't known beforehand. */
export type SeedOf<Id extends string> = Id extends keyof Seeds ? Seeds[Id] : Record<string, unknown>;

/** Flat for one twin, an object by twin id for more. */
export type SandboxSeed<Ids extends readonly string[]> = Ids extends readonly [infer Only extends string]
  ? SeedOf<Only>
  : { readonly [Id in Ids[number]]?: SeedOf<Id> };
