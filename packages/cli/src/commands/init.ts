import { basename } from 'node:path';
import { type Command, Option } from 'commander';
import type { Connection } from '../config.ts';
import { UsageError } from '../errors.ts';
import { type AgentName, agentNames } from '../init/agents.ts';
import { print, printJson, styled } from '../output.ts';

interface InitOptions {
  twin?: string[];
  agent?: AgentName;
  yes?: boolean;
  json?: boolean;
}

const DEFAULT_FOLDER = 'my-task';
const DEFAULT_AGENT: AgentName = 'node';
const MOST_TWINS = 3;
const PACKAGES_FILE = 'package.json';

export function addInit(program: Command): void {
  program
    .command('init')
    .description('begin a scenario of your own: a task, its world and an agent that does it, ready to run')
    .argument('[folder]', 'where it is written', DEFAULT_FOLDER)
    .option('--twin <id>', `twin id; repeat it for up to ${MOST_TWINS}`, (id: string, ids: string[] = []) => [
      ...ids,
      ...id.split(','),
    ])
    .addOption(new Option('--agent <kind>', 'what the agent is written in').choices(agentNames))
    .option('-y, --yes', `ask nothing: one twin and ${DEFAULT_AGENT} where nothing else is said`)
    .option('--json', 'as JSON')
    .addHelpText(
      'after',
      `
Asks which twins and which kind of agent where the options don't say it. Nothing is written over.
The agent does its task without a model: run it, look at the verdict, then put your own in its place.
In a framework, a script answers in the model's place as long as no key is set.

Examples:
  svc init
  svc init my-task --twin github --agent python
  svc init refunds --twin stripe --twin gmail --agent mcp
  svc init triage --twin github --agent ai-sdk`,
    )
    .action(init);
}

async function init(folder: string, options: InitOptions): Promise<void> {
  const { writeBeginning } = await import('../init/write.ts');
  const twins = await twinsOf(options);
  const agent = await agentOf(options);
  const files = await writeBeginning({ folder, twins, agent });
  const next = await nextLine(folder);
  const install = await installLine(folder, files);
  if (options.json) return printJson({ folder, twins, agent, files, install, next });
  const width = Math.max(...files.map(({ length }) => length));
  for (const [at, file] of files.entries()) print(`${file.padEnd(width)}  ${aboutFile(basename(file), at, files.length)}`);
  print('\nNext:');
  for (const line of [install, next]) if (line !== null) print(`  ${styled('bold', line)}`);
}

/** Of the files that are written, in their order: the scenario, the agent, and what the agent needs beside it. */
function aboutFile(name: string, at: number, count: number): string {
  if (at === 0) return 'the task, the world it starts in (Seed State), what must be true in the end';
  if (at === 1 && count === 2) return 'does the task without a model: put your own agent in its place';
  if (at === 1) return 'the agent: make it yours, or put your own in its place';
  return name === PACKAGES_FILE ? 'what it imports' : "answers in a model's place as long as no key is set";
}

/** What npm is told first, where an agent has packages. */
async function installLine(folder: string, files: readonly string[]): Promise<string | null> {
  if (!files.some((file) => basename(file) === PACKAGES_FILE)) return null;
  const { word } = await import('../shell.ts');
  return `npm install --prefix ${word(folder)}`;
}

async function twinsOf({ twin, yes }: InitOptions): Promise<string[]> {
  const { twinIds } = await import('@svc/twins');
  if (twin === undefined) {
    if (yes) return twinIds.slice(0, 1);
    requireTerminal('--twin <id>');
    return (await import('../init/questions.ts')).askForTwins(twinIds, MOST_TWINS);
  }
  const { knownTwin } = await import('../known-twin.ts');
  for (const id of twin) await knownTwin(id);
  if (new Set(twin).size < twin.length) throw new UsageError('A twin is named twice.', 'a sandbox has one of each.');
  if (twin.length > MOST_TWINS) throw new UsageError(`These are ${twin.length} twins; a sandbox has up to ${MOST_TWINS}.`);
  return twin;
}

async function agentOf({ agent, yes }: InitOptions): Promise<AgentName> {
  if (agent !== undefined) return agent;
  if (yes) return DEFAULT_AGENT;
  requireTerminal('--agent <kind>');
  return (await import('../init/questions.ts')).askForAgent();
}

/** @throws UsageError where there is nobody to ask */
function requireTerminal(option: string): void {
  if (process.stdin.isTTY && process.stdout.isTTY) return;
  throw new UsageError(
    `Nobody can be asked here, as this is no terminal: ${option} is missing.`,
    'give it, or --yes for the usual answers.',
  );
}

/** The line to type, whether a service is known here or not. */
async function nextLine(folder: string): Promise<string> {
  const [{ callerEnvironment, readConnection }, { ownName }, { quoted, word }] = await Promise.all([
    import('../config.ts'),
    import('../own-name.ts'),
    import('../shell.ts'),
  ]);
  const own = ownName(callerEnvironment);
  const run = `${own} run ${word(folder)}`;
  const known: Connection | undefined = await readConnection(callerEnvironment).catch(() => undefined);
  return known ? run : `${own} up --exec ${quoted(run)}`;
}
