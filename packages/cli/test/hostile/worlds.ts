import type { State, TapeRow, WorldSpec } from '@svc/twin-kit';

type Path = readonly (string | number)[];
export type World = State<WorldSpec>;

/** Where texts stand in a world, in every collection and at every depth. */
export function textsOf(value: unknown, path: Path = []): { path: Path; text: string }[] {
  if (typeof value === 'string') return [{ path, text: value }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) => textsOf(part, [...path, Array.isArray(value) ? Number(name) : name]));
}

/** The same world with one text made longer. */
export function withMore(world: World, path: Path, more: string): World {
  const copy = structuredClone(world) as unknown as Record<string | number, unknown>;
  let holder = copy;
  for (const step of path.slice(0, -1)) holder = holder[step] as typeof holder;
  const last = path.at(-1) as string | number;
  holder[last] = `${holder[last] as string}${more}`;
  return copy as unknown as World;
}

/** A tape that wrote each record of a world, one call for each, and said so in request, answer and address. */
export function tapeOf(twin: string, tool: string, world: World): TapeRow[] {
  const records = Object.entries(world as unknown as Record<string, unknown[]>).flatMap(([collection, entries]) =>
    (Array.isArray(entries) ? entries : []).map((after, at) => ({ collection, after, at })),
  );
  return records.map(({ collection, after, at }, index) => {
    const id = String((after as { id?: unknown }).id ?? at);
    const change = { collection, id, op: 'create', before: null, after } as never;
    return {
      seq: index + 1,
      ts: new Date(Date.UTC(2026, 0, 1) + index * 1000).toISOString(),
      request_id: `req_${index}`,
      twin,
      method: 'POST',
      path: `/s/standalone/${collection}?q=${textsOf(after).map(({ text }) => encodeURIComponent(text.toWellFormed()))}`,
      request_headers: { 'content-type': 'application/json' },
      request_body: after,
      status: 200,
      response_headers: {},
      response_body: after,
      latency_ms: 1,
      state_mutation: true,
      state_delta: [change],
      tool,
      actions: [{ tool, writes: [change] }],
      fidelity: 'semantic',
    };
  });
}
