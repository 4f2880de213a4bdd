import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type AgentUsage,
  agentUsageSchema,
  cutText,
  FINALIZE_BODY_LIMIT_BYTES,
  type FinalizeRequest,
  MAX_AGENT_MODELS,
  MAX_LABEL_LENGTH,
  type TranscriptEntry,
  transcriptSchema,
} from '@svc/contract';
import { systemCode } from '@svc/platform/files';
import { z } from 'zod';
import { UsageError } from '../errors.ts';
import { readStart } from '../scenario/final-answer.ts';
import { type Prices, toldBySpans } from './genai.ts';
import type { Span } from './span.ts';
import { cleaner, fitted, handedIn, printedEntries } from './transcript.ts';

/** What the agent said, and what its models used, as far as it told. */
export interface AgentTold {
  usage?: AgentUsage | undefined;
  transcript: TranscriptEntry[];
}

/** The run directory's copy, for whoever grades it later. */
export const TOLD_FILE = 'agent.json';
/** Written by an agent that counts itself. */
export const USAGE_FILE = 'usage.json';

export interface Sources {
  spans: readonly Span[];
  /** The end of what it printed; as many bytes as `printedLimit` may be less than all. */
  printed: Buffer;
  printedLimit: number;
  /** Where it may write. */
  artifacts: string;
  prices: Prices;
  /** What must stand nowhere. */
  secrets: readonly string[];
}

/** @returns why the agent's own count can't be used, where it can't */
export async function readTold(sources: Sources): Promise<AgentTold & { refused?: string }> {
  const { spans, printed, printedLimit, secrets } = sources;
  const clean = cleaner(secrets);
  const bySpans = toldBySpans(spans, sources.prices);
  const counted = await readCount(join(sources.artifacts, USAGE_FILE));
  const own = typeof counted === 'string' ? undefined : counted;
  const entries = [
    ...bySpans.transcript.map((entry) => handedIn(entry, clean)),
    ...printedEntries(printed, printed.length < printedLimit, clean),
  ];
  return {
    usage: own || bySpans.usage ? told(own, bySpans.usage, clean) : undefined,
    transcript: fitted(entries),
    ...(typeof counted === 'string' && { refused: counted }),
  };
}

/** What the agent counted itself goes before what spans say. */
function told(own: AgentUsage | undefined, spans: AgentUsage | undefined, clean: (text: string) => string): AgentUsage {
  const models = own?.models?.length ? own.models : (spans?.models ?? []);
  return {
    models: models
      .slice(0, MAX_AGENT_MODELS)
      .map((model) => cutText(clean(cutText(model, 2 * MAX_LABEL_LENGTH)), MAX_LABEL_LENGTH)),
    turns: own?.turns ?? spans?.turns ?? null,
    input_tokens: own?.input_tokens ?? spans?.input_tokens ?? null,
    output_tokens: own?.output_tokens ?? spans?.output_tokens ?? null,
    cost_usd: own?.cost_usd ?? spans?.cost_usd ?? null,
  };
}

/** A misspelt field would be a number that is missing later. */
const countSchema = z.strictObject(agentUsageSchema.shape);

async function readCount(path: string): Promise<AgentUsage | string | undefined> {
  const bytes = await readStart(path);
  if (bytes === undefined) return undefined;
  if (typeof bytes === 'string') return `${USAGE_FILE} can't be read: ${bytes}`;
  return parsedBy(countSchema, bytes.toString('utf8'), USAGE_FILE);
}

/** @returns what is wrong with it, as text */
function parsedBy<T>(schema: z.ZodType<T>, text: string, name: string): T | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return `${name} can't be read: it is not JSON`;
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  return `${name} can't be used: ${issue?.path.join('.') || 'it'}: ${issue?.message}`;
}

const keptSchema = z.object({ usage: agentUsageSchema.optional(), transcript: transcriptSchema });

/** What a run directory keeps. @throws UsageError where it was changed into something else */
export async function keptTold(path: string): Promise<AgentTold> {
  const text = await readFile(join(path, TOLD_FILE), 'utf8').catch((error: unknown) => {
    if (systemCode(error) === 'ENOENT') return undefined;
    throw error;
  });
  if (text === undefined) return { transcript: [] };
  const kept = parsedBy(keptSchema, text, TOLD_FILE);
  if (typeof kept === 'string') throw new UsageError(`${join(path, TOLD_FILE)}: ${kept}.`);
  return kept;
}

/** What the caller says, else what the agent told. */
export const modelOf = ({ SVC_AGENT_MODEL: stated }: NodeJS.ProcessEnv, { usage }: AgentTold): string =>
  stated || cutText(usage?.models?.join(', ') ?? '', MAX_LABEL_LENGTH) || 'not stated';

/** A request that is too long goes without what the agent said. */
export function withinLimit(request: FinalizeRequest): FinalizeRequest {
  if (Buffer.byteLength(JSON.stringify(request)) <= FINALIZE_BODY_LIMIT_BYTES) return request;
  const { transcript, ...rest } = request;
  return rest;
}

/** As finalize takes it. */
export const toldFields = ({ usage, transcript }: AgentTold) => ({
  ...(usage && { agent_usage: usage }),
  ...(transcript.length > 0 && { transcript }),
});

const NUMBERS = new Intl.NumberFormat('en-US');

/** E.g. `gpt-5, 4 turns, 1,234 tokens in, 210 out, $0.0123`. @returns undefined where there is nothing to tell */
export function usageLine(usage: AgentUsage | null | undefined): string | undefined {
  if (!usage) return undefined;
  const { models = [], turns, input_tokens, output_tokens, cost_usd } = usage;
  const parts = [
    ...models,
    turns == null ? undefined : `${NUMBERS.format(turns)} turn${turns === 1 ? '' : 's'}`,
    input_tokens == null ? undefined : `${NUMBERS.format(input_tokens)} tokens in`,
    output_tokens == null ? undefined : `${NUMBERS.format(output_tokens)}${input_tokens == null ? ' tokens' : ''} out`,
    cost_usd == null ? undefined : `$${cost_usd.toFixed(4)}`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.join(', ');
}
