import { resolve } from 'node:path';
import { type ClientHint, clientHints, type Place } from '@svc/twins';
import type { Command } from 'commander';
import type { Listener } from '../connect/listener.ts';
import { note, print, printJsonLine } from '../output.ts';
import { portArgument } from '../port.ts';

interface ConnectOptions {
  twin?: string;
  port?: number;
  socketDir?: string;
  shell?: boolean;
  json?: boolean;
}

export function addConnect(program: Command): void {
  program
    .command('connect')
    .description('give each twin of a sandbox a local port or socket that needs no path and no token, until Ctrl-C')
    .argument('<session>', 'sandbox id (ses_…)')
    .option('--twin <id>', 'only this twin')
    .option(
      '--port <n>',
      'port of the first twin, the next ones follow; 0 for free ones (default without --socket-dir)',
      portArgument,
    )
    .option('--socket-dir <path>', 'make a Unix socket <twin>.sock for each twin in this folder')
    .option('--shell', 'print the variables that make gh and git of a shell reach the sandbox instead of GitHub')
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
For clients that take a host or a socket, but no path: the twin's routes begin at the root, and the sandbox's token is added
to every call, so any token will do for the client. What gh, hub and Stripe's command line want to be told is printed. Ports listen on 127.0.0.1; whoever can open port or socket can use the sandbox.

Examples:
  svc connect ses_01k0example --port 8080
  svc connect ses_01k0example --socket-dir /tmp/twins
  curl --unix-socket /tmp/twins/github.sock http://localhost/user
  svc connect ses_01k0example --shell > vars    # elsewhere: env $(cat vars) gh issue list -R acme/storefront`,
    )
    .action(connect);
}

async function connect(id: string, options: ConnectOptions): Promise<void> {
  const [{ openClient }, { callerEnvironment, readConnection }, { liveTwins }, { untilStopped }, { variableLines }] =
    await Promise.all([
      import('../client.ts'),
      import('../config.ts'),
      import('../live-sandbox.ts'),
      import('../signals.ts'),
      import('../variables.ts'),
    ]);
  const stopped = untilStopped();
  const client = openClient(await readConnection(callerEnvironment));
  const { endpoints, token, expiresAt } = await liveTwins(client, id, options.twin);
  const open: Pick<Listener, 'close'>[] = [];
  try {
    const places: Record<string, Place> = {};
    for (const [at, [twin, { api_url }]] of Object.entries(endpoints).entries())
      places[twin] = await listenFor(twin, { apiUrl: api_url, token }, at, options, open);
    const shell = options.shell ? await openShell(endpoints, token, open) : {};
    const hints = await hintsOf(places);
    if (options.json)
      printJsonLine({
        session_id: id,
        expires_at: expiresAt.toISOString(),
        twins: places,
        clients: hints,
        ...(options.shell && { shell }),
      });
    else {
      for (const line of variableLines({ ...variablesOf(places), ...shell })) print(line);
      const longest = Math.max(...hints.map(({ client }) => client.length));
      for (const { client, use } of hints) note(`${client.padEnd(longest)}  ${use}`);
    }
    note(`Connected to ${id} until ${expiresAt.toISOString()}. Ctrl-C disconnects.`);
    const { setTimeout: delay } = await import('node:timers/promises');
    const end = delay(Math.max(0, expiresAt.getTime() - Date.now()), 'expired' as const, { ref: false });
    if ((await Promise.race([stopped, end])) === 'expired') note(`Sandbox ${id} has expired.`);
  } finally {
    await Promise.all(open.map((listener) => listener.close()));
  }
}

async function openShell(
  endpoints: Parameters<typeof import('../connect/agent-shell.ts').openAgentShell>[0],
  token: string,
  open: Pick<Listener, 'close'>[],
): Promise<Record<string, string>> {
  const [{ openAgentShell }, { callerEnvironment }] = await Promise.all([
    import('../connect/agent-shell.ts'),
    import('../config.ts'),
  ]);
  const shell = await openAgentShell(endpoints, token, callerEnvironment);
  open.push(shell);
  return shell.variables;
}

async function hintsOf(places: Readonly<Record<string, Place>>): Promise<ClientHint[]> {
  const { word } = await import('../shell.ts');
  return Object.entries(places).flatMap(([twin, place]) => clientHints(twin, place, word));
}

async function listenFor(
  twin: string,
  target: { apiUrl: string; token: string },
  at: number,
  { port, socketDir }: ConnectOptions,
  open: Pick<Listener, 'close'>[],
): Promise<Place> {
  const { listenOnPort, listenOnSocket } = await import('../connect/listener.ts');
  const place: Place = {};
  if (socketDir !== undefined) {
    const listener = await listenOnSocket(target, socketDir, twin);
    open.push(listener);
    place.socket = resolve(listener.place);
  }
  if (port !== undefined || socketDir === undefined) {
    const listener = await listenOnPort(target, port ? port + at : 0);
    open.push(listener);
    place.rest_url = listener.place;
    place.mcp_url = `${listener.place}/mcp`;
  }
  return place;
}

function variablesOf(places: Readonly<Record<string, Place>>): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [twin, { rest_url, mcp_url, socket }] of Object.entries(places)) {
    const name = `SVC_${twin.toUpperCase()}`;
    if (rest_url !== undefined) variables[`${name}_REST_URL`] = rest_url;
    if (mcp_url !== undefined) variables[`${name}_MCP_URL`] = mcp_url;
    if (socket !== undefined) variables[`${name}_SOCKET`] = socket;
  }
  return variables;
}
