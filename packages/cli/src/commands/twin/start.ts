import type { Command } from 'commander';
import { note, print, printJsonLine } from '../../output.ts';
import { DEFAULT_TWIN_PORT, portArgument, webhookPortArgument } from '../../port.ts';

interface StartOptions {
  port: number;
  seed?: string;
  webhookPort?: number[];
  faults?: string;
  json?: boolean;
}

export function addStart(twin: Command): void {
  twin
    .command('start')
    .description('run a twin in the foreground until Ctrl-C; every start begins with the declared world')
    .argument('<twin>', 'twin id, e.g. github')
    .option('--port <n>', 'port to listen on, 0 for a free one', portArgument, DEFAULT_TWIN_PORT)
    .option('--seed <path>', 'JSON or YAML seed file instead of the default world')
    .option('--webhook-port <n>', 'port of this machine that its webhooks may go to; repeatable', webhookPortArgument)
    .option('--faults <path>', 'JSON or YAML list of which calls fail, and how')
    .option('--json', 'as JSON, on one line')
    .addHelpText('after', '\nExamples:\n  svc twin start github\n  svc twin start github --port 4444 --seed world.yaml')
    .action(start);
}

async function start(id: string, options: StartOptions): Promise<void> {
  const [{ startLocalTwin }, { twinVariables, variableLines }, { keepTwinStatus }, { untilStopped }, { readFaultsFile }] =
    await Promise.all([
      import('../../local-twin.ts'),
      import('../../variables.ts'),
      import('../../twin-status.ts'),
      import('../../signals.ts'),
      import('../../faults-file.ts'),
    ]);
  const stopped = untilStopped();
  const faults = options.faults === undefined ? undefined : await readFaultsFile(options.faults);
  const { port, seed: seedPath, webhookPort: webhookPorts } = options;
  const twin = await startLocalTwin({ id, port, seedPath, webhookPorts, faults });
  const endpoints = { [id]: { api_url: twin.url, mcp_url: `${twin.url}/mcp` } };
  const place = { twin: id, rest_url: twin.url, mcp_url: `${twin.url}/mcp`, auth_token: twin.token };
  const status = await keepTwinStatus(process.cwd(), place);
  if (options.json) printJsonLine(place);
  else for (const line of variableLines(twinVariables(endpoints, twin.token))) print(line);
  note(`The ${id} twin runs. Ctrl-C stops it.`);
  await stopped;
  await twin.close();
  await status.remove();
}
