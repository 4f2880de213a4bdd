import type { Fault } from '@svc/contract/faults';
import type { Issue, Twin } from '../definition.ts';
import { faultIssues } from './issues.ts';

/** Faults of a sandbox by the twins that they are of, or what is wrong with them. */
export type AssignedFaults = { ok: true; byTwin: ReadonlyMap<string, readonly Fault[]> } | { ok: false; issues: Issue[] };

/**
 * Gives each fault to its twin, and holds it against what that has. A fault need not name the only twin.
 *
 * @param twins of the sandbox, by id
 */
export async function assignFaults(twins: ReadonlyMap<string, Twin>, faults: readonly Fault[]): Promise<AssignedFaults> {
  const byTwin = new Map<string, Fault[]>();
  const places = new Map<string, number[]>();
  const issues: Issue[] = [];
  const ids = [...twins.keys()];
  faults.forEach((fault, at) => {
    const id = fault.twin ?? (ids.length === 1 ? ids[0] : undefined);
    if (id === undefined || !twins.has(id)) {
      const message = id === undefined ? `says which of ${ids.join(', ')}` : `is none of this sandbox; it has ${ids.join(', ')}`;
      issues.push({ path: `faults[${at}].twin`, message, code: 'custom' });
      return;
    }
    byTwin.set(id, [...(byTwin.get(id) ?? []), { ...fault, twin: id }]);
    places.set(id, [...(places.get(id) ?? []), at]);
  });
  for (const [id, own] of byTwin) {
    const at = places.get(id) as number[];
    issues.push(...(await faultIssues(twins.get(id) as Twin, own, (index) => `faults[${at[index]}]`)));
  }
  return issues.length > 0 ? { ok: false, issues } : { ok: true, byTwin };
}
