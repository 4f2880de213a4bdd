import { failed, passed, type TapeScan } from '../checks.ts';
import { type ActionOnTape, actionsOf, writesOf } from '../tape/row.ts';
import { isHandshake, namedRow } from '../tape-checks.ts';
import type { Change } from '../world/collection.ts';

/** What one write says against a sentence; undefined for nothing. */
export type Objection = (write: Change, action: ActionOnTape) => string | undefined;

/** Follows every write of every action, also what was taken back later, until one is objected to. */
export function writesScan(object: Objection): TapeScan {
  let found: string | undefined;
  let rows = 0;
  return {
    row(row) {
      if (!isHandshake(row)) rows += 1;
      if (found !== undefined || writesOf(row).length === 0) return;
      for (const action of actionsOf(row)) {
        for (const write of action.writes) {
          const objection = object(write, action);
          if (objection === undefined) continue;
          found = `${objection}; ${namedRow(row)}`;
          return;
        }
      }
    },
    outcome: () => (found === undefined ? passed(`none of the ${rows} calls did`) : failed(found)),
  };
}
