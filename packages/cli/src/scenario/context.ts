import type { Client } from '../client.ts';
import type { Connection } from '../config.ts';
import type { Destination } from '../contain/places.ts';
import type { Prices } from '../told/genai.ts';
import type { AgentCommand } from './agent-process.ts';

/** What all runs of one command line share. */
export interface RunContext {
  /** The folder of run folders. */
  runsFolder: string;
  environment: NodeJS.ProcessEnv;
  /** What the agents' models cost, where the caller says so. */
  prices: Prices;
  /** Kept from the agent. */
  apiKey: string | undefined;
  /** Where agents may connect to besides their twins, where they are contained. */
  contain: readonly Destination[] | undefined;
  /** Aborted when the user wants to stop. */
  signal: AbortSignal;
  /** One line of progress. */
  line(text: string): void;
}

/** One run of a scenario among its trials. */
export interface TrialContext extends RunContext {
  agent: AgentCommand;
  /** 1 for the first. */
  trial: number;
  /** How many of the scenario there are. */
  trials: number;
  /** The same for all trials of a scenario. */
  groupId: string;
}

/** With the service to grade with. */
export interface HostedContext extends TrialContext {
  client: Client;
  connection: Connection;
}
