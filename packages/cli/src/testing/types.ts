import type { Seeds, States, TwinId } from '@svc/twins';

/** The seed of a twin; anything where its id isn't known beforehand. */
export type SeedOf<Id extends string> = Id extends keyof Seeds ? Seeds[Id] : Record<string, unknown>;

/** Flat for one twin, an object by twin id for more. */
export type SandboxSeed<Ids extends readonly string[]> = Ids extends readonly [infer Only extends string]
  ? SeedOf<Only>
  : { readonly [Id in Ids[number]]?: SeedOf<Id> };

/** A twin's world: the records of each collection in the order they were made. */
export type WorldState = Readonly<Record<string, readonly Readonly<Record<string, unknown>>[]>>;

/** The world of a twin, typed by its collections; any world where its id isn't known beforehand. */
export type StateOf<Id extends TwinId> = TwinId extends Id ? WorldState : States[Id];

/** The variables by which an agent finds twins: those that are sure to be there, and whatever others. */
export type TwinVariables<Id extends TwinId> = Readonly<Record<string, string>> &
  (TwinId extends Id ? unknown : { readonly [Name in `SVC_${Uppercase<Id>}_${'REST' | 'MCP'}_URL` | 'SVC_AUTH_TOKEN']: string });
