import { describe, expect, test } from '@jest/globals';
import type { State, TapeRow, Tool, Twin, WorldSpec } from '@svc/twin-kit';
import { type ServedTwin, type ServeOptions, serveTwin } from '@svc/twin-kit/server';
import { z } from 'zod';
import type { SampleCall } from './describe-twin.ts';
import type { JsonSchema } from './schema-values.ts';
import { silentArguments } from './tool-arguments.ts';

type Arguments = Readonly<Record<string, unknown>>;

/**
 * A tool with arguments, and the call of the vendor's own surface that does the same; either may be made of the seed's world,
 * and the call of the world that the tool left.
 */
export type Sibling = readonly [
  tool: string,
  args: Arguments | ((seed: State<WorldSpec>) => Arguments),
  call: SampleCall | ((seed: State<WorldSpec>, after: State<WorldSpec>) => SampleCall),
];

/** What the suite needs to know of a vendor. */
export interface SiblingSuite {
  /** A seed and the logical clock. */
  serve: ServeOptions & Required<Pick<ServeOptions, 'seed'>>;
  siblings: readonly Sibling[];
  /** An argument that chooses among a tool's actions, e.g. `method`: each of its values needs a sibling. */
  by?: string;
  /** What no call of the vendor's surface does, as `tool`, or `tool: value` of the choosing argument, each with the reason. */
  without: Readonly<Record<string, string>>;
  /** Another world with more calls of tools that land, for arguments that the siblings' calls don't reach. */
  more?: {
    seed: unknown;
    calls: readonly (readonly [tool: string, args: Arguments | ((seed: State<WorldSpec>) => Arguments)])[];
  };
  /** Arguments that a tool takes and that mean nothing here, as `tool: argument`, each with the reason. */
  silent?: Readonly<Record<string, string>>;
  /** The tool answers with what the call answers. */
  answersAlike?: boolean;
  /** Was the call refused? By default: a status of 400 or more. */
  refused?(row: TapeRow): boolean;
}

interface Outcome {
  row: Pick<TapeRow, 'tool' | 'actions' | 'fidelity' | 'state_mutation' | 'state_delta'>;
  state: State<WorldSpec>;
  answer: unknown;
}

/**
 * An action done by the vendor's own surface and by MCP leaves equal worlds, equal deltas and equal stamps on the tape, for
 * every tool that has such a sibling; a tool that is neither in the table nor excused fails.
 */
export function describeSiblings(twin: Twin, suite: SiblingSuite): void {
  const seed = twin.initialState(suite.serve.seed, suite.serve.clock ?? { mode: 'logical' });
  const cases = suite.siblings.map(([tool, args, call]) => ({
    tool,
    args: typeof args === 'function' ? args(seed) : args,
    call,
  }));
  const tools = new Map((twin.definition.tools as Tool<WorldSpec>[]).map((tool) => [tool.name, tool]));

  describe('a tool and its sibling leave equal worlds and equal stamps:', () => {
    test.each(cases.map((one) => [one.tool, one] as const))('%s', async (name, { args, call }) => {
      const byTool = await outcome(twin, suite, () => toolCall(name, args));
      const byCall = await outcome(twin, suite, () => (typeof call === 'function' ? call(seed, byTool.state) : call));
      expect(byTool.row).toEqual(byCall.row);
      expect(byTool.state).toEqual(byCall.state);
      expect({ args, tool: byTool.row.tool === null }).toEqual({ args, tool: false });
      expect({ args, lands: byTool.row.state_mutation }).toEqual({ args, lands: tools.get(name)?.mutates });
      if (suite.answersAlike) expect(toolValue(byTool.answer)).toEqual(byCall.answer);
    });

    test('no documented argument of a tool is taken and dropped', async () => {
      const worlds = [{ seed: suite.serve.seed, calls: cases.map(({ tool, args }) => [tool, args] as const) }];
      if (suite.more) {
        const world = twin.initialState(suite.more.seed, { mode: 'logical' });
        const calls = suite.more.calls.map(([tool, args]) => [tool, typeof args === 'function' ? args(world) : args] as const);
        worlds.push({ seed: suite.more.seed, calls });
      }
      const found = await silentArguments(
        twin,
        worlds.map((one) => ({
          seed: one.seed,
          callsOf: (name: string) => one.calls.flatMap(([tool, args]) => (tool === name ? [args] : [])),
        })),
      );
      expect(found).toEqual(Object.keys(suite.silent ?? {}).sort());
    });

    test('every tool has one, or a reason for having none', () => {
      const found = cases.flatMap(({ tool, args }) => keysOf(tools.get(tool), suite.by, args));
      const all = [...tools.values()].flatMap((tool) => choices(tool, suite.by).map((value) => keyFor(tool.name, value)));
      expect([...new Set(found), ...Object.keys(suite.without)].sort()).toEqual(all.sort());
    });
  });
}

const toolCall = (name: string, args: Arguments): SampleCall => ({
  method: 'POST',
  path: '/mcp/call',
  body: { name, arguments: args },
});

const keyFor = (tool: string, value: unknown): string => (value === undefined ? tool : `${tool}: ${value}`);

/** The values of the choosing argument, where a tool has it. */
function choices(tool: Tool<WorldSpec>, by: string | undefined): readonly unknown[] {
  if (by === undefined) return [undefined];
  const { properties } = z.toJSONSchema(tool.input, { io: 'input' }) as JsonSchema;
  return properties?.[by]?.enum ?? [undefined];
}

/** What a sibling covers; one that leaves an optional choice open covers none of its values. */
function keysOf(tool: Tool<WorldSpec> | undefined, by: string | undefined, args: Arguments): string[] {
  if (!tool || by === undefined || choices(tool, by)[0] === undefined) return [String(tool?.name)];
  return args[by] === undefined ? [] : [keyFor(tool.name, args[by])];
}

/** Makes one call on a fresh world; where the twin stands is masked. */
async function outcome(twin: Twin, suite: SiblingSuite, call: () => SampleCall): Promise<Outcome> {
  const served = await serveTwin(twin, { clock: { mode: 'logical' }, ...suite.serve });
  try {
    const answer = await send(served, call());
    const [row] = (await read(served, 'events')) as [TapeRow];
    const { tool, actions = [], fidelity, state_mutation, state_delta } = row;
    const isRefused = suite.refused?.(row) ?? row.status >= 400;
    expect({ refused: isRefused || (row.response_body as { isError?: boolean } | null)?.isError === true, answer }).toEqual({
      refused: false,
      answer,
    });
    return {
      row: { tool, actions, fidelity, state_mutation, state_delta },
      state: (await read(served, 'state')) as State<WorldSpec>,
      answer,
    };
  } finally {
    await served.close();
  }
}

async function send(served: ServedTwin, { method, path, body, headers }: SampleCall): Promise<unknown> {
  const isText = typeof body === 'string';
  const type: Record<string, string> = body === undefined || isText ? {} : { 'content-type': 'application/json' };
  const init: RequestInit = { method, headers: { authorization: `Bearer ${served.token}`, ...type, ...headers } };
  const response = await fetch(served.url + path, {
    ...init,
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  });
  return parsed(served, await response.text());
}

const read = async (served: ServedTwin, name: string): Promise<unknown> =>
  parsed(
    served,
    await (await fetch(`${served.url}/_svc/${name}`, { headers: { authorization: `Bearer ${served.token}` } })).text(),
  );

function parsed({ url }: ServedTwin, text: string): unknown {
  const masked = text.replaceAll(url, 'http://twin');
  return masked.startsWith('{') || masked.startsWith('[') ? JSON.parse(masked) : masked;
}

const toolValue = (answer: unknown): unknown => {
  const { content } = answer as { content: { text: string }[] };
  return JSON.parse(content[0]?.text ?? 'null');
};
