import type { Readable, Writable } from 'node:stream';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import { createMcpServer } from './server.ts';
import type { Toolbox } from './tool.ts';

export interface StdioStreams {
  input: Readable;
  output: Writable;
}

/** Serves one client over a pair of streams until it closes its side, or `signal` says so. */
export async function serveStdio(toolbox: Toolbox, { input, output }: StdioStreams, signal: AbortSignal): Promise<void> {
  const server = createMcpServer(toolbox);
  const ended = new Promise<void>((resolve) => {
    input.once('end', resolve).once('close', resolve);
    // A client that is gone reads no answer.
    output.once('error', () => resolve());
    signal.addEventListener('abort', () => resolve(), { once: true });
    server.onclose = resolve;
  });
  await server.connect(new StdioServerTransport(input, output));
  if (!signal.aborted) await ended;
  await server.close();
}
