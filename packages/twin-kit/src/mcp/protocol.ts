import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
  type Tool as McpTool,
} from '@modelcontextprotocol/sdk/types.js';
import type { IncomingCall } from '../engine.ts';

export interface ToolCall {
  name: string;
  arguments: Record<string, unknown>;
}

/** One call on the MCP endpoint, and what it may ask of the twin. */
export interface Conversation {
  call: IncomingCall;
  /** The body, where it is JSON. */
  parsed: unknown;
  server: { name: string; title: string; version: string };
  list(): McpTool[];
  has(tool: string): boolean;
  /** Told of a tool call, which is answered with nothing here. */
  note(toolCall: ToolCall): void;
}

/** The protocol's answer to a call, as the official SDK gives it. */
export async function speak({ call, parsed, server: info, list, has, note }: Conversation): Promise<Response> {
  if (call.method !== 'POST') {
    // Stateless: there is no stream to open and no session to end.
    return new Response(null, { status: 405, headers: { allow: 'POST' } });
  }
  // The SDK executes the calls of a batch side by side; one call a request keeps one transaction a request.
  if (Array.isArray(parsed) && parsed.length > 1) return batchRefused();
  const server = new Server(info, { capabilities: { tools: {} } });
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: list() }));
  server.setRequestHandler(CallToolRequestSchema, ({ params }) => {
    if (!has(params.name)) throw new McpError(ErrorCode.InvalidParams, `Unknown tool: ${params.name}`);
    note({ name: params.name, arguments: params.arguments ?? {} });
    return { content: [] };
  });
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const headers = new Headers(Object.entries(call.headers).map(([name, value]) => [name, String(value)] as [string, string]));
    const body = new Uint8Array(call.body);
    const request = new Request(`http://twin.invalid${call.path}`, { method: call.method, headers, body });
    return await transport.handleRequest(request, parsed === undefined ? {} : { parsedBody: parsed });
  } finally {
    await server.close();
  }
}

function batchRefused(): Response {
  const message = 'Send one JSON-RPC message a request: batches left the protocol in 2025-06-18.';
  return Response.json({ jsonrpc: '2.0', id: null, error: { code: ErrorCode.InvalidRequest, message } }, { status: 400 });
}
