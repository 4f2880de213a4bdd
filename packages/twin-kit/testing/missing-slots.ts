import type { Check } from '../src/checks.ts';
import type { CheckCase, CheckSuite } from './describe-checks.ts';

/** The named slots of a check in which something that isn't there makes its sentence untrue, each with such a name. */
export const missingSlots = <Run>(
  { id }: Pick<Check, 'id'>,
  { args }: Pick<CheckCase<Run>, 'args'>,
  { missing = {}, mayBeUnknown = [] }: Pick<CheckSuite<Run>, 'missing' | 'mayBeUnknown'>,
): [slot: string, name: string][] =>
  Object.entries(missing).filter(([slot]) => slot in args && !mayBeUnknown.includes(`${id} ${slot}`));
