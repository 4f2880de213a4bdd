import type { CriterionResult, ParsedFinalizeRequest, Step } from '@svc/contract';

/** What a narrator may look at. */
export interface NarratorInput {
  results: readonly CriterionResult[];
  score: number | null;
  steps: readonly Step[];
  request: Pick<ParsedFinalizeRequest, 'scenario_name' | 'scenario_prompt' | 'expected_behavior' | 'stop_reason' | 'exit_code'>;
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
  narrate(input: NarratorInput, signal: AbortSignal): Promise<Narration>;
}

/** How long a grade waits for prose, in milliseconds. */
const NARRATOR_TIMEOUT_MS = 60_000;

export const SILENCE: Narration = { summary: null, fixPrompt: null, comments: new Map() };

export async function narrate(
  narrator: Narrator | undefined,
  input: NarratorInput,
  onFault: (error: unknown) => void,
): Promise<Narration> {
  if (!narrator) return SILENCE;
  const signal = AbortSignal.timeout(NARRATOR_TIMEOUT_MS);
  const late = new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  try {
    return await Promise.race([narrator.narrate(input, signal), late]);
  } catch (error) {
    onFault(error);
    return SILENCE;
  }
}
