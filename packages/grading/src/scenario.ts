import type { Fault } from '@svc/contract';
import type { ClockSetting } from '@svc/twin-kit';
import { readDocument } from './markdown.ts';
import type { Problem } from './problem.ts';
import { surveyScenario, surveySeed } from './survey.ts';

/** A criterion as a scenario file declares it; its id is `c` and its place in the list. */
export interface ScenarioCriterion {
  id: string;
  text: string;
  kind: 'code' | 'model';
  twin?: string;
  always_scored?: boolean;
}

export interface ScenarioConfig {
  twins?: string[];
  /** How long the agent may run, in seconds. */
  timeout?: number;
  /** How often the scenario is run. */
  runs?: number;
  /** The score from which a run passes, 0 to 100. */
  passThreshold?: number;
  clock?: ClockSetting;
  /** Which of the agent's calls fail, and how. */
  faults?: Fault[];
  /** The shell command that starts an agent for it, from the scenario's folder; whoever runs it may name another. */
  agent?: string;
  /** Where the agent's final answer stands: its last line on standard output (`stdout`), or a file below `SVC_ARTIFACTS_DIR`. */
  finalAnswer?: string;
}

/** A scenario file. Sections that it leaves out are null, or empty. */
export interface Scenario {
  title: string | null;
  prompt: string | null;
  setup: string | null;
  expectedBehavior: string | null;
  criteria: ScenarioCriterion[];
  /** The world, flat or an envelope; undefined without a Seed State section. */
  seedState: Record<string, unknown> | undefined;
  config: ScenarioConfig;
}

/** A scenario that can't be read. `malformed_scenario_seed` is the spec's name for a bad Seed State. */
export class ScenarioError extends Error {
  readonly code: 'malformed_scenario' | 'malformed_scenario_seed';
  /** Line of the document, counted from 1. */
  readonly line: number;
  readonly reason: string;

  constructor(code: ScenarioError['code'], line: number, reason: string) {
    super(`Line ${line}: ${reason}`);
    this.name = 'ScenarioError';
    this.code = code;
    this.line = line;
    this.reason = reason;
  }
}

/** @throws ScenarioError for the first fault of the document. */
export function parseScenario(markdown: string): Scenario {
  const { scenario, problems } = surveyScenario(markdown);
  refuseFirst(problems);
  return scenario;
}

/**
 * The title and world of a task, whatever else stands in it: all that starting a sandbox reads.
 *
 * @throws ScenarioError `malformed_scenario_seed` only.
 */
export function parseTask(markdown: string): Pick<Scenario, 'title' | 'seedState'> {
  const document = readDocument(markdown);
  const { seedState, problems } = surveySeed(document);
  refuseFirst(problems);
  return { title: document.title, seedState };
}

function refuseFirst(problems: readonly Problem[]): void {
  const first = problems.find((problem) => problem.fatal);
  if (first) throw new ScenarioError(first.seed ? 'malformed_scenario_seed' : 'malformed_scenario', first.line, first.message);
}
