import type { Twin } from '@svc/twin-kit';
import type { ScenarioCriterion } from '../scenario.ts';
import type { Worlds } from './seeds.ts';

/** All twins that there are, those of a scenario and others. */
export interface KnownTwins {
  readonly ids: readonly string[];
  /** @returns undefined for a twin that can't be had. */
  load(id: string): Promise<Twin | undefined>;
}

/** What criteria are held against. */
export interface Bench {
  known: KnownTwins;
  twins: ReadonlyMap<string, Twin>;
  /** The first is primary. */
  ids: readonly string[];
  worlds: Worlds;
}

/** A criterion as it stands in the list. */
export function written({ kind, twin, always_scored }: ScenarioCriterion, text: string): string {
  return `- [${kind}${twin ? `:${twin}` : ''}${always_scored ? ' always-scored' : ''}] ${text}`;
}
