import { z } from 'zod';

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** How the narrator is configured. Without a model there is none. */
export const narratorEnvironment = {
  /** The model's name at the endpoint. */
  SVC_NARRATOR_MODEL: z.string().min(1).optional(),
  /** Which interface the endpoint has: OpenAI's chat completions or Anthropic's messages. */
  SVC_NARRATOR_PROTOCOL: z.enum(['openai', 'anthropic']).default('openai'),
  /** Where it is, e.g. `http://127.0.0.1:11434/v1`; by default the vendor's own address. */
  SVC_NARRATOR_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** A local model server needs none. */
  SVC_NARRATOR_API_KEY: z.string().min(1).optional(),
  /** How long a grade waits for prose, in milliseconds. */
  SVC_NARRATOR_TIMEOUT_MS: whole(100, 300_000).default(30_000),
  /** What the model may be given of a run, in characters; some four of them are a token. */
  SVC_NARRATOR_INPUT_CHARACTERS: whole(2_000, 1_000_000).default(40_000),
  /** What the model may answer, in tokens. */
  SVC_NARRATOR_OUTPUT_TOKENS: whole(100, 32_000).default(2_000),
};

export type NarratorEnvironment = z.output<z.ZodObject<typeof narratorEnvironment>>;

export interface NarratorConfig {
  model: string;
  protocol: 'openai' | 'anthropic';
  baseUrl: string | undefined;
  apiKey: string | undefined;
  timeoutMs: number;
  inputCharacters: number;
  outputTokens: number;
}

/** @returns undefined where no model is named */
export const narratorConfig = (environment: NarratorEnvironment): NarratorConfig | undefined =>
  environment.SVC_NARRATOR_MODEL === undefined
    ? undefined
    : {
        model: environment.SVC_NARRATOR_MODEL,
        protocol: environment.SVC_NARRATOR_PROTOCOL,
        baseUrl: environment.SVC_NARRATOR_BASE_URL,
        apiKey: environment.SVC_NARRATOR_API_KEY,
        timeoutMs: environment.SVC_NARRATOR_TIMEOUT_MS,
        inputCharacters: environment.SVC_NARRATOR_INPUT_CHARACTERS,
        outputTokens: environment.SVC_NARRATOR_OUTPUT_TOKENS,
      };

/**
 * The narrator of a process that knows many other variables as well.
 *
 * @throws with the name of a variable that is wrong, never its value
 */
export function readNarratorConfig(environment: Record<string, string | undefined>): NarratorConfig | undefined {
  const own = Object.fromEntries(
    Object.keys(narratorEnvironment).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])),
  );
  const parsed = z.object(narratorEnvironment).safeParse(own);
  if (parsed.success) return narratorConfig(parsed.data);
  const lines = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  throw new Error(`The narrator's configuration is not usable: ${lines.join('; ')}`);
}
