import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import { ErrorCode } from '@modelcontextprotocol/sdk/types.js';
import { createMcpServer } from './server.ts';
import type { Toolbox } from './tool.ts';

/** A POST of a client, its body parsed. */
export interface McpRequest {
  headers: Headers;
  body: unknown;
  /** Aborted when the client goes away. */
  signal: AbortSignal;
}

/**
 * Answers one message over streamable HTTP, without sessions: every request stands alone, so any instance may take it.
 *
 * @returns undefined when the client went away.
 */
export async function answerMcp(toolbox: Toolbox, { headers, body, signal }: McpRequest): Promise<Response | undefined> {
  if (Array.isArray(body) && body.length > 1) return batchRefused();
  const server = createMcpServer(toolbox);
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
  await server.connect(transport);
  try {
    const request = new Request('http://mcp.invalid/', { method: 'POST', headers });
    return await Promise.race([transport.handleRequest(request, { parsedBody: body }), aborted(signal)]);
  } finally {
    await server.close();
  }
}

const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined);
    else signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });

function batchRefused(): Response {
  const error = {
    code: ErrorCode.InvalidRequest,
    message: 'Send one JSON-RPC message a request: batches left the protocol in 2025-06-18.',
  };
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 400 });
}
