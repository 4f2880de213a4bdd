import { twinIds } from '../../packages/twins/src/index.ts';
import type { Variables } from '../composition.ts';

/** Variables of the composition that have no value of their own and are no secrets. */
const GIVEN: Variables = { SVC_TWINS: twinIds.join(',') };

const REFERENCE = /\$\{(\w+)(?::([-?])([^}]*))?\}/g;

/** The name of the variable that a text is, where it is one that must be given and is a secret. */
export function secretIn(text: string): string | undefined {
  const [, name, kind] = /^\$\{(\w+):(\?)[^}]*\}$/.exec(text) ?? [];
  return kind !== undefined && name !== undefined && !(name in GIVEN) ? name : undefined;
}

/** Whether an operator may give another value. */
export const isSetting = (text: string): boolean => new RegExp(REFERENCE.source).test(text);

/** A text of the composition, where nothing else is said. @throws where something has to be */
export function resolved(text: string): string {
  const filled = text.replaceAll(REFERENCE, (_, name: string, kind: string | undefined, fallback = '') => {
    if (kind === '-') return fallback;
    const value = GIVEN[name];
    if (value === undefined) throw new Error(`Kubernetes has no value for ${name}.`);
    return value;
  });
  return filled.replaceAll('$$', '$');
}
