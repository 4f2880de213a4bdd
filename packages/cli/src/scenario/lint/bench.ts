import type { ScenarioCriterion } from '@svc/grading';
import type { Twin } from '@svc/twin-kit';
import type { Worlds } from './seeds.ts';

/** What criteria are held against. */
export interface Bench {
  twins: ReadonlyMap<string, Twin>;
  /** The first is primary. */
  ids: readonly string[];
  worlds: Worlds;
}

/** A criterion as it stands in the list. */
export function written({ kind, twin, always_scored }: ScenarioCriterion, text: string): string {
  return `- [${kind}${twin ? `:${twin}` : ''}${always_scored ? ' always-scored' : ''}] ${text}`;
}
