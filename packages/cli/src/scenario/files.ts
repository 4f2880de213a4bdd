import { readdir, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { DEFAULT_TWINS } from '@svc/contract';
import { parseScenario, type Scenario, ScenarioError } from '@svc/grading';
import { systemCode } from '@svc/platform/files';
import { UsageError } from '../errors.ts';
import type { AgentCommand } from './agent-process.ts';
import { readText } from './text.ts';

/** A scenario file that can be run. */
export interface ScenarioFile {
  path: string;
  name: string;
  markdown: string;
  /** The agent's task. */
  prompt: string;
  /** The first is primary. */
  twins: readonly string[];
  timeoutMs: number;
  /** The score from which a run passes. */
  threshold: number;
  /** The agent it names itself. */
  agent: AgentCommand | undefined;
  /** Where the agent's final answer stands: `stdout`, or a file below its artifacts. */
  finalAnswer: string;
  scenario: Scenario;
}

const DEFAULT_TIMEOUT_SECONDS = 300;
export const DEFAULT_THRESHOLD = 100;
const DEFAULT_FINAL_ANSWER = 'final_answer.txt';

/** Reads a scenario file, or every scenario below a directory in the order of their paths. @throws UsageError for the first fault */
export async function readScenarios(path: string): Promise<ScenarioFile[]> {
  const { files, directory } = await scenarioPaths(path);
  const scenarios = await Promise.all(files.map((file) => readScenario(file, !directory)));
  return required(
    path,
    scenarios.filter((scenario) => scenario !== undefined),
  );
}

/** A file, or all markdown below a directory in the order of the paths. @throws UsageError */
export async function scenarioPaths(path: string): Promise<{ files: string[]; directory: boolean }> {
  const kind = await stat(path).catch((error: unknown) => {
    throw new UsageError(systemCode(error) === 'ENOENT' ? `There is no ${path}.` : `${path} can't be read.`, undefined, error);
  });
  return kind.isDirectory() ? { files: await markdownBelow(path), directory: true } : { files: [path], directory: false };
}

/** @throws UsageError when there are none. */
export function required<T>(path: string, scenarios: readonly T[]): T[] {
  if (scenarios.length > 0) return [...scenarios];
  throw new UsageError(`There is no scenario below ${path}.`, 'a scenario is a markdown file with a "## Prompt" section.');
}

async function markdownBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.name.startsWith('.') || entry.name === 'node_modules') continue;
    if (entry.isDirectory()) found.push(...(await markdownBelow(path)));
    else if (entry.name.endsWith('.md')) found.push(path);
  }
  return found;
}

/** @returns undefined for markdown without a prompt, where that may be. @throws UsageError */
export async function readScenario(path: string, needed: boolean): Promise<ScenarioFile | undefined> {
  const markdown = await readText(path);
  const scenario = parsed(path, markdown);
  if (scenario.prompt === null) {
    if (!needed) return undefined;
    throw new UsageError(`${path} is no scenario: it has no "## Prompt" section.`);
  }
  const { config } = scenario;
  return {
    path,
    name: scenario.title ?? basename(path, '.md'),
    markdown,
    prompt: scenario.prompt,
    twins: config.twins ?? DEFAULT_TWINS,
    timeoutMs: (config.timeout ?? DEFAULT_TIMEOUT_SECONDS) * 1000,
    threshold: config.passThreshold ?? DEFAULT_THRESHOLD,
    agent: config.agent === undefined ? undefined : { command: config.agent, folder: dirname(path) },
    finalAnswer: config.finalAnswer ?? DEFAULT_FINAL_ANSWER,
    scenario,
  };
}

function parsed(path: string, markdown: string): Scenario {
  try {
    return parseScenario(markdown);
  } catch (error) {
    if (error instanceof ScenarioError) throw new UsageError(`${path}:${error.line}: ${error.reason}`, undefined, error);
    throw error;
  }
}
