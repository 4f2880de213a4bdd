import type { Chance, PlainWorld, RuledOperation } from '@svc/twin-kit/testing';

// How rules read operations and the records of a world.

// biome-ignore lint/suspicious/noExplicitAny: records as plain JSON
export type Row = any;
export type Args = RuledOperation['args'];

export const op = (does: string, args: Args = {}): RuledOperation => ({ does, args });

export const rowsOf = (world: PlainWorld, name: string): readonly Row[] => world[name] ?? [];
export const find = (world: PlainWorld, name: string, id: unknown): Row => rowsOf(world, name).find((row) => row.id === id);
export const when = (condition: unknown, words: string): string | undefined => (condition ? words : undefined);

/** The operation without the ids in its path, and the id. */
export function shapeOf({ does }: RuledOperation): { does: string; id: string } {
  const [, start = '', id = '', rest = ''] = /^(\w+ \/v1\/\w+)(?:\/([^/]+))?(.*)$/.exec(does) ?? [];
  return { does: `${start}${id && '/{id}'}${rest}`, id };
}
export const is = (operation: RuledOperation, ...shapes: string[]): boolean => shapes.includes(shapeOf(operation).does);

export const one = (chance: Chance, world: PlainWorld, name: string): string | undefined => chance.of(rowsOf(world, name))?.id;
export const some = (chance: Chance, share: number, args: Args): Args => (chance.maybe(share) ? args : {});
