import { relative } from 'node:path';
import type { Embedded } from '@svc/embedded';
import { DEFAULT_DATA_DIR } from '@svc/embedded/data-dir';
import type { Command } from 'commander';
import type { GlobalOptions } from '../main.ts';
import { note, print, printJsonLine } from '../output.ts';
import { DEFAULT_API_PORT, portArgument, webhookPortArgument } from '../port.ts';
import { variableLines } from '../variables.ts';

interface UpOptions extends GlobalOptions {
  port: number;
  twinsPort?: number;
  webhookPort?: number[];
  dataDir: string;
  isolate?: boolean;
  json?: boolean;
  exec?: string;
}

export function addUp(program: Command, setExitCode: (code: number) => void): void {
  program
    .command('up')
    .description('run the whole service on this machine: control plane, proxy, worker, twins and database')
    .option('--port <n>', 'port of the API, 0 for free ones', portArgument, DEFAULT_API_PORT)
    .option('--twins-port <n>', 'port of the twins (default: the one after --port)', portArgument)
    .option(
      '--webhook-port <n>',
      "port of this machine that twins' webhooks may go to; repeatable (default: SVC_WEBHOOK_PORTS, else none)",
      webhookPortArgument,
    )
    .option('--data-dir <path>', 'where keys, runs and the database are kept', DEFAULT_DATA_DIR)
    .option('--isolate', 'a process of its own for each twin of each sandbox, instead of one a twin for all of them')
    .option('--json', 'as JSON on one line, once it is ready')
    .option('--exec <command>', 'run a shell command with those variables once it is ready, then stop, with its exit code')
    .addHelpText(
      'after',
      `
Prints SVC_BASE_URL, SVC_TWINS_URL and SVC_API_KEY, then "ready". Commands started in the same folder find the service by
themselves, elsewhere by those variables. Ctrl-C stops everything; a second Ctrl-C at once.
A later start with the same data directory keeps the key and all runs.

Examples:
  svc up --port 4000 --data-dir ~/svc-data
  svc up --port 0 --exec 'svc run scenarios/ --agent ./agent.sh'`,
    )
    .action((_options: UpOptions, command: Command) => up(command.optsWithGlobals<UpOptions>(), setExitCode));
}

async function up(options: UpOptions, setExitCode: (code: number) => void): Promise<void> {
  note(`Starting the service, with its data in ${relative(process.cwd(), options.dataDir) || '.'}:`);
  const [{ callerEnvironment }, { endAtOnce, readSettings, startEmbedded }, { untilStopped }, { portFault }] = await Promise.all([
    import('../config.ts'),
    import('@svc/embedded'),
    import('../signals.ts'),
    import('../port-fault.ts'),
  ]);
  const narrator = await narratorHere();
  const settings = readSettings(callerEnvironment, options.webhookPort);
  const starting = new AbortController();
  const stopped = untilStopped(() => endAtOnce(options.dataDir));
  void stopped.then(() => starting.abort());
  // A fault of ours still ends the process; the database doesn't outlive it.
  process.on('uncaughtExceptionMonitor', () => endAtOnce(options.dataDir));
  const service = await startEmbedded({
    dataDir: options.dataDir,
    port: options.port,
    twinsPort: options.twinsPort,
    settings,
    isolate: options.isolate ?? false,
    verbose: options.verbose ?? false,
    narrator,
    onStep: (what) => note(`  ${what}`),
    signal: starting.signal,
  }).catch((error: unknown) => {
    // Everything is stopped again: that is what was asked for.
    if (starting.signal.aborted) return undefined;
    throw portFault(error, (port) => (port === options.port && port !== options.twinsPort ? '--port' : '--twins-port'));
  });
  if (!service) return;
  if (options.exec === undefined) {
    announce(service, options.json ?? false);
    await stopped;
    note('Stopping…');
  } else {
    const { runWhileUp } = await import('../while-up.ts');
    setExitCode(await runWhileUp(options.exec, variablesOf(service), stopped));
  }
  await service.stop();
}

/** The narrator that this shell's variables name. @throws UsageError for a variable that is wrong */
async function narratorHere() {
  const [{ readNarratorConfig }, { callerEnvironment }, { UsageError }] = await Promise.all([
    import('@svc/narrator'),
    import('../config.ts'),
    import('../errors.ts'),
  ]);
  try {
    return readNarratorConfig(callerEnvironment);
  } catch (error) {
    throw new UsageError((error as Error).message, 'docs/narrator.md lists the variables.', error);
  }
}

const variablesOf = ({ baseUrl, twinsUrl, apiKey }: Embedded): Record<string, string> => ({
  SVC_BASE_URL: baseUrl,
  SVC_TWINS_URL: twinsUrl,
  SVC_API_KEY: apiKey,
});

/** The one place that shows the key: the service is on loopback, and whoever reads this started it. */
function announce(service: Embedded, json: boolean): void {
  if (!json) for (const line of variableLines(variablesOf(service))) print(line);
  note(`Sign in with a browser, once, within 15 minutes: ${service.signInLink}`);
  if (json) printJsonLine({ base_url: service.baseUrl, twins_url: service.twinsUrl, api_key: service.apiKey });
  else print('ready');
}
