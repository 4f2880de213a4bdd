import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  type Tool as ListedTool,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import manifest from '../package.json' with { type: 'json' };
import { FAULT, refusalOf, refused, ToolFailure } from './failure.ts';
import type { Tool, Toolbox } from './tool.ts';
import { TOOLS } from './tools/index.ts';

const INSTRUCTIONS = `Sandboxes with digital twins of GitHub, Stripe, Slack, Gmail and Linear, in which an agent's calls are recorded and graded.
1. run_task starts a sandbox and answers where its twins are and the token that opens them.
2. The agent under test works on the twins over HTTP or their own MCP servers. get_tape and get_state show what it did.
3. finalize_task grades the run against criteria and closes the sandbox; get_report explains the score.
Criteria of kind "code" are sentences of declared checks: list_checks, render_checks and bind_checks help to write them.`;

/** An MCP server for one connection, with every tool of the service. */
export function createMcpServer(toolbox: Toolbox): Server {
  const server = new Server(
    { name: 'svc', title: 'Sandbox Evaluation Service', version: manifest.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: listed() }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }, { signal }) =>
    callTool(toolbox, params.name, params.arguments ?? {}, signal),
  );
  return server;
}

async function callTool(toolbox: Toolbox, name: string, args: unknown, signal: AbortSignal): Promise<CallToolResult> {
  const tool = TOOLS.find((one) => one.name === name);
  if (!tool) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${name}`);
  try {
    const value = await tool.run(toolbox, parsed(tool, args), signal);
    return { content: [{ type: 'text', text: tool.text?.(value) ?? JSON.stringify(value) }], structuredContent: value };
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal && !signal.aborted) toolbox.onFault?.(error, name);
    return refused(refusal ?? FAULT);
  }
}

function parsed(tool: Tool, args: unknown): Record<string, unknown> {
  const result = tool.input.safeParse(args);
  if (result.success) return result.data;
  const issues = result.error.issues.map(({ path, message, code }) => ({ path: path.map(String).join('.'), message, code }));
  throw new ToolFailure(
    `The arguments of ${tool.name} are not valid.`,
    `Mend them and call again; ${tool.name} takes: ${Object.keys(tool.input.shape).join(', ') || 'nothing'}.`,
    { details: { issues } },
  );
}

let list: ListedTool[] | undefined;

function listed(): ListedTool[] {
  list ??= TOOLS.map(({ name, title, description, input, output, annotations }) => ({
    name,
    title,
    description,
    inputSchema: jsonSchema(input),
    outputSchema: jsonSchema(output),
    // The world of the tools is this service: nothing they do reaches the real vendors.
    annotations: { title, destructiveHint: false, openWorldHint: false, ...annotations },
  }));
  return list;
}

/** As sent: what isn't described is allowed, unless the schema is strict, so that answers may grow. */
function jsonSchema(schema: z.ZodObject): ListedTool['inputSchema'] {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io: 'input', target: 'draft-7' });
  return portable(rest) as ListedTool['inputSchema'];
}

/** The same schema in the words that every model provider reads: one type at a time, and `true` for what may be anything. */
function portable(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(portable);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { type, ...rest } = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, portable(value)]));
  if (isEmpty(rest.additionalProperties)) rest.additionalProperties = true;
  if (!Array.isArray(type)) return type === undefined ? rest : { type, ...rest };
  const { description, ...rules } = rest;
  const anyOf = type.map((one) => (one === 'null' ? { type: one } : { type: one, ...rules }));
  return { anyOf, ...(description !== undefined && { description }) };
}

const isEmpty = (value: unknown): boolean => typeof value === 'object' && value !== null && Object.keys(value).length === 0;
