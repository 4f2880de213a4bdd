import { z } from 'zod';
import type { Tool, Twin } from '../src/definition.ts';
import { TwinError } from '../src/errors.ts';
import type { WorldSpec } from '../src/world/collection.ts';
import { Chance } from './chance.ts';
import { DirectWorld } from './direct-world.ts';
import type { PlainWorld } from './rule-book.ts';
import { type JsonSchema, SchemaValues } from './schema-values.ts';

type Arguments = Readonly<Record<string, unknown>>;

/** Values of an argument that may show what it is for. */
const VALUES = 25;
const SEED = 20_260_404;
const WORDS = ['a', 'x', '1', 'me', 'open', 'closed', 'name', '2020-01-01', '2030-01-01T00:00:00Z'];

const UNFIT = 'does not fit';

/**
 * An input that tells which of its fields are read by name. One that is copied with the others (`{ ...input }`) is passed on, and whether
 * it is read there, its effect says.
 */
function watching(read: (field: string) => void): (input: object) => object {
  return (input) => {
    let copied: string | symbol | undefined;
    return new Proxy(input, {
      getOwnPropertyDescriptor(target, field) {
        copied = field;
        return Reflect.getOwnPropertyDescriptor(target, field);
      },
      get(target, field, receiver) {
        if (field !== copied && typeof field === 'string') read(field);
        copied = undefined;
        return Reflect.get(target, field, receiver);
      },
    });
  };
}

/** What the records of a world have in fields of a name. */
function valuesOf(world: PlainWorld): ReadonlyMap<string, unknown[]> {
  const known = new Map<string, unknown[]>();
  for (const record of Object.values(world).flat() as Record<string, unknown>[])
    for (const [field, value] of Object.entries(record)) known.set(field, [...(known.get(field) ?? []), value]);
  return known;
}

/** Tries the arguments of tools, each call on the world as it was. */
class ToolTrials {
  readonly #world: DirectWorld;
  readonly #values: SchemaValues;

  constructor(world: DirectWorld) {
    this.#world = world;
    const chance = new Chance(SEED);
    const known = valuesOf(world.state() as PlainWorld);
    const camel = (argument: string): string => argument.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());
    this.#values = new SchemaValues(chance, (argument) => {
      const pool =
        known.get(argument) ?? known.get(camel(argument)) ?? (/id$/i.test(argument) ? known.get('id') : undefined) ?? [];
      return chance.maybe(0.7) && pool.length > 0 ? chance.of(pool) : chance.of(WORDS);
    });
  }

  /** The arguments of a tool that it doesn't read by name, and that make no difference when they are added to a call. */
  silent({ name, input }: Tool<WorldSpec>, calls: readonly Arguments[]): string[] {
    const { properties = {} } = z.toJSONSchema(input, { io: 'input', target: 'draft-7' }) as JsonSchema;
    const left = new Set(Object.keys(properties));
    for (const args of calls) {
      const bare = this.#outcome(name, args, (argument) => left.delete(argument));
      for (const argument of [...left]) {
        const { [argument]: given, ...without } = args;
        const differs = given === undefined ? this.#differs(name, args, argument, properties[argument] ?? {}, bare) : undefined;
        if (differs ?? this.#outcome(name, without) !== bare) left.delete(argument);
      }
    }
    return [...left].map((argument) => `${name}: ${argument}`);
  }

  /** Does an argument more change what a call comes to, with any of some values? */
  #differs(name: string, args: Arguments, argument: string, schema: JsonSchema, bare: string): boolean {
    for (let at = 0; at < VALUES; at += 1) {
      const outcome = this.#outcome(name, { ...args, [argument]: this.#values.value(argument, schema) });
      if (outcome !== bare && outcome !== UNFIT) return true;
    }
    return false;
  }

  /** What a call answers and leaves, or why it is refused. */
  #outcome(name: string, args: Arguments, read: (argument: string) => void = () => {}): string {
    try {
      const { body, changes } = this.#world.tool(name, args, watching(read));
      // Each call meets the same world: what it leaves differs where its changes do.
      return JSON.stringify([body, changes.map(({ collection, id, after }) => [collection, id, after])]);
    } catch (error) {
      if (error instanceof TwinError) return error.message;
      // What doesn't fit the schema says nothing of who reads it.
      if (error instanceof z.ZodError) return UNFIT;
      throw error;
    } finally {
      this.#world.rewind();
    }
  }
}

/** A world, and calls of tools that land in it. */
export interface ToolWorld {
  seed: unknown;
  callsOf(tool: string): readonly object[];
}

/** The arguments that tools document and drop in each of several worlds, as `tool: argument`. */
export async function silentArguments(twin: Twin, worlds: readonly ToolWorld[]): Promise<string[]> {
  const tools = twin.definition.tools as readonly Tool<WorldSpec>[];
  const found = await Promise.all(
    worlds.map(async ({ seed, callsOf }) => {
      const trials = new ToolTrials(await DirectWorld.start(twin, seed));
      return tools.flatMap((tool) => trials.silent(tool, callsOf(tool.name) as readonly Arguments[]));
    }),
  );
  return (found[0] ?? []).filter((argument) => found.every((silent) => silent.includes(argument))).sort();
}
