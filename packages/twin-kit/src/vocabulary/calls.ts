import type { Operation, Tool } from '../definition.ts';
import { actionsOf, type TapeRow } from '../tape/row.ts';
import { calledTool, isHandshake, isToolError } from '../tape-checks.ts';
import type { Change, WorldSpec } from '../world/collection.ts';

/** The actions and MCP tools of a twin by name, true for those that may change the world. */
export type ToolNames = ReadonlyMap<string, boolean>;

/** Every name by which a tape or an agent can call something of a twin. */
export function toolNames<W extends WorldSpec>(
  operations: readonly Pick<Operation<W>, 'action' | 'mutates'>[],
  tools: readonly Pick<Tool<W>, 'name' | 'action' | 'mutates'>[],
): ToolNames {
  const names = new Map<string, boolean>();
  const add = (name: string | undefined, mutates: boolean): void => {
    if (name !== undefined) names.set(name, mutates || names.get(name) === true);
  };
  for (const { action, mutates } of operations) add(action, mutates);
  for (const { name, action, mutates } of tools) {
    add(name, mutates);
    // A tool of several actions shares them with operations.
    if (typeof action === 'string') add(action, mutates);
  }
  return names;
}

/** One thing that a call asked for. */
export interface Asked {
  /** The action's name on the tape, null where it has none. */
  tool: string | null;
  /** The MCP tool that the call named, on its first action. */
  named: string | undefined;
  refused: boolean;
  /** What it wrote; nothing where nobody can tell. */
  writes: readonly Change[];
}

/** An action that does another one to several things at once. */
export interface Batch {
  /** The action that it does several times. */
  of: string;
  /** Where each of those things is a record. */
  collection: string;
}

/** A refusal as most vendors and MCP say it: a status of 400 or more, or `isError`. */
export const isRefusal = (row: TapeRow): boolean => row.status >= 400 || isToolError(row);

/** Everything that a call asked for, in order, also what was refused; a call that came to no action asked for one without a name. */
export function askedBy(row: TapeRow, isRefused: (row: TapeRow) => boolean = isRefusal): Asked[] {
  const actions = actionsOf(row);
  const named = calledTool(row);
  if (actions.length === 0 && isHandshake(row)) return [];
  if (actions.length === 0) return [{ tool: row.tool, named, refused: isRefused(row), writes: [] }];
  return actions.map(({ tool, refused, writes }, at) => ({
    tool,
    named: at === 0 ? named : undefined,
    // A vendor may refuse and keep something all the same, as with a payment that was declined.
    refused: refused || (actions.length === 1 && isRefused(row)),
    writes,
  }));
}

/** How often this was done by what was asked for: a batch does it to each of its things, one that was refused tried it once. */
export function timesCalled(asked: Asked, name: string, batches: Readonly<Record<string, Batch>> = {}): number {
  if (isCalled(asked, name)) return 1;
  const batch = asked.tool === null || !Object.hasOwn(batches, asked.tool) ? undefined : batches[asked.tool];
  if (batch?.of !== name) return 0;
  const things = new Set(asked.writes.flatMap(({ collection, id }) => (collection === batch.collection ? [id] : [])));
  return Math.max(1, things.size);
}

/** Is this what the sentence calls by the name: the action, or the MCP tool? */
export const isCalled = ({ tool, named }: Asked, name: string): boolean => tool === name || named === name;
