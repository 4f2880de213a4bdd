import { type Narration, type Narrator, type NarratorInput, SILENCE } from '@svc/narrator';

/** The longest that a grade waits for prose, in milliseconds, whatever the narrator's own limit is. */
const NARRATOR_TIMEOUT_MS = 300_000;

/** What the narrator says of a run; nothing where it fails, is late, or isn't there. */
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
