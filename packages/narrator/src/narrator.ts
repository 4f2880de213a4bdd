import type { CriterionResult, ParsedFinalizeRequest, Step } from '@svc/contract';

/** One call of the tape as the narrator sees it: short, and without bodies. */
export interface NarratedCall {
  /** The row's number on its twin's tape. */
  seq: number;
  twin: string;
  /** The action's name, else method and path. */
  what: string;
  status: number;
  /** Whether it changed the world. */
  landed: boolean;
  /** What an answer that refused said; undefined for all others. */
  refusal?: string | undefined;
  /** The fault that the sandbox was asked to make of it: none of the agent's. */
  injectedFault?: string | undefined;
}

/** What a narrator may look at. */
export interface NarratorInput {
  results: readonly CriterionResult[];
  score: number | null;
  /** Why the trial errored, where it did. */
  errored?: string | undefined;
  steps: readonly Step[];
  /** The first and the last calls of the tape. */
  calls: readonly NarratedCall[];
  /** Calls between those, which are left out. */
  omitted: number;
  request: Pick<
    ParsedFinalizeRequest,
    'scenario_name' | 'scenario_prompt' | 'expected_behavior' | 'stop_reason' | 'exit_code' | 'final_answer'
  >;
}

export interface Narration {
  summary: string | null;
  fixPrompt: string | null;
  /** Comments on `model` criteria by criterion id. */
  comments: ReadonlyMap<string, string>;
}

/** Comments on a graded run in prose. It never touches a score, and a run is graded whether it speaks or not. */
export interface Narrator {
  /** The model's name, as the run reports it. */
  model: string;
  /** @throws when the model doesn't answer in time, or not as it was asked to */
  narrate(input: NarratorInput, signal: AbortSignal): Promise<Narration>;
}

/** A narrator that says nothing. */
export const SILENCE: Narration = { summary: null, fixPrompt: null, comments: new Map() };
