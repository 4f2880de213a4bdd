import type { Command } from 'commander';

export function addMcp(program: Command): void {
  program
    .command('mcp')
    .description('serve the tools of the service to an assistant over stdin and stdout (MCP)')
    .addHelpText(
      'after',
      `
For programs that start MCP servers themselves. The service is found by SVC_BASE_URL and SVC_API_KEY, else by what \`svc login\` stored.
An assistant that speaks HTTP needs no command: the same tools are at {SVC_BASE_URL}/mcp, with the API key as bearer.

Example (the configuration of an assistant):
  {"mcpServers": {"svc": {"command": "svc", "args": ["mcp"], "env": {"SVC_BASE_URL": "http://127.0.0.1:4000/v1", "SVC_API_KEY": "svc_…"}}}}`,
    )
    .action(mcp);
}

async function mcp(): Promise<void> {
  const [
    { openClient },
    { callerEnvironment, readConnection },
    { parseScenario },
    { serveStdio },
    { publicEvidence },
    output,
    signals,
  ] = await Promise.all([
    import('../client.ts'),
    import('../config.ts'),
    import('@svc/grading'),
    import('@svc/mcp'),
    import('@svc/mcp/evidence'),
    import('../output.ts'),
    import('../signals.ts'),
  ]);
  const connection = await readConnection(callerEnvironment);
  const stopped = new AbortController();
  void signals.untilStopped().then(() => stopped.abort());
  const toolbox = {
    client: openClient(connection),
    evidence: publicEvidence(),
    readTask: parseScenario,
    // Stdout belongs to the protocol.
    onFault: (error: unknown, tool: string) =>
      output.note(`svc: ${tool} failed: ${error instanceof Error ? error.stack : error}`),
  };
  output.note(`svc: serving the tools of ${connection.baseUrl} on stdin and stdout`);
  await serveStdio(toolbox, { input: process.stdin, output: process.stdout }, stopped.signal);
}
