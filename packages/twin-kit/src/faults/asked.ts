import type { IncomingCall } from '../calls.ts';
import type { TwinDefinition } from '../definition.ts';
import { parseJson } from '../http/request.ts';
import type { Match } from '../http/router.ts';
import type { WorldSpec } from '../world/collection.ts';
import type { SelectableCall } from './standing.ts';

const NOTHING = { operations: [], tools: [], reads: true } as const;

/** A call of an agent by the names that faults select by; undefined for what MCP clients say to set up their connection. */
export function selectable(
  definition: TwinDefinition<WorldSpec, unknown>,
  call: Pick<IncomingCall, 'method' | 'path' | 'body'>,
  path: string,
  match: Match<WorldSpec> | undefined,
): SelectableCall | undefined {
  const method = call.method === 'HEAD' ? 'GET' : call.method;
  const paths = path === call.path ? [path] : [path, call.path];
  if (call.path === '/mcp' || call.path === '/mcp/call') {
    const named = namedTool(definition, call);
    return named && { method, paths, ...named };
  }
  const inner = match && definition.faults?.asked?.(call.body);
  if (inner) return { method, paths, ...inner, operations: [match.operation.id, ...inner.operations] };
  if (!match) return { method, paths, ...NOTHING, reads: method === 'GET' };
  const { id, action, mutates } = match.operation;
  return { method, paths, operations: [id], tools: action === undefined ? [] : [action], reads: !mutates };
}

function namedTool(definition: TwinDefinition<WorldSpec, unknown>, call: Pick<IncomingCall, 'path' | 'body'>) {
  const parsed = parseJson(call.body);
  const body = (parsed.ok ? parsed.value : null) as {
    method?: unknown;
    name?: unknown;
    arguments?: unknown;
    params?: unknown;
  } | null;
  const message = (call.path === '/mcp' ? (body?.method === 'tools/call' ? body.params : undefined) : body) as
    | { name?: unknown; arguments?: unknown }
    | null
    | undefined;
  const tool = definition.tools.find(({ name }) => name === message?.name);
  if (!tool) return undefined;
  const action =
    typeof tool.action === 'function' ? actionOf(tool.action, tool.input.safeParse(message?.arguments ?? {})) : tool.action;
  const tools = action === undefined || action === tool.name ? [tool.name] : [action, tool.name];
  return { operations: [], tools, reads: !tool.mutates };
}

const actionOf = (action: (input: unknown) => string, input: { success: boolean; data?: unknown }): string | undefined =>
  input.success ? action(input.data) : undefined;
