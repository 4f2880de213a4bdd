import { oneLine } from '../output.ts';
import type { AgentCommand } from './agent-process.ts';
import type { ScenarioFile } from './files.ts';

/** One run to do. */
export interface Job {
  file: ScenarioFile;
  agent: AgentCommand;
  /** 1 for the first. */
  trial: number;
  /** How many of the scenario there are. */
  trials: number;
  groupId: string;
}

export const titleOf = ({ file, trial, trials }: Job): string =>
  trials > 1 ? `${oneLine(file.name)}, trial ${trial} of ${trials}` : oneLine(file.name);
