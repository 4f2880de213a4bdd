import type { AgentUsage, TranscriptEntry } from '@svc/contract';
import type { Span } from './span.ts';

// OpenTelemetry's semantic conventions for generative AI (semantic-conventions-genai, "Inference", "Execute tool"), and what
// instrumentations of before 1.37 call the same.
const MODEL = ['gen_ai.request.model', 'gen_ai.response.model'];
const INPUT_TOKENS = ['gen_ai.usage.input_tokens', 'gen_ai.usage.prompt_tokens'];
const OUTPUT_TOKENS = ['gen_ai.usage.output_tokens', 'gen_ai.usage.completion_tokens'];
/** In no convention; several instrumentations have it, in US dollars. */
const COST = ['gen_ai.usage.cost', 'gen_ai.usage.total_cost'];
const OPERATION = 'gen_ai.operation.name';
const INFERENCES = new Set(['chat', 'text_completion', 'generate_content']);
const TOOL = 'execute_tool';
const AGENT = 'invoke_agent';

/** A model's price in US dollars for a million tokens. */
export type Prices = Readonly<Record<string, { input: number; output: number }>>;

export interface Told {
  usage: AgentUsage | undefined;
  transcript: TranscriptEntry[];
}

/** What spans of a generative AI client tell of the run; spans of anything else say nothing here. */
export function toldBySpans(spans: readonly Span[], prices: Prices): Told {
  const ordered = spans.toSorted((a, b) => a.startedMs - b.startedMs);
  const inferences = innermost(ordered.filter(isInference), spans);
  // Some frameworks tell only what an agent took in all.
  const counted = inferences.length > 0 ? inferences : innermost(ordered.filter(isAgent), spans);
  const calls = new Set([...inferences, ...ordered.filter(isTool)]);
  return {
    usage: counted.length === 0 ? undefined : usageOf(counted, inferences.length || null, prices),
    transcript: ordered.filter((span) => calls.has(span)).map((span) => (isTool(span) ? toolEntry(span) : modelEntry(span))),
  };
}

const isTool = ({ attributes }: Span): boolean => attributes[OPERATION] === TOOL;
const isAgent = ({ attributes }: Span): boolean => attributes[OPERATION] === AGENT;

const isInference = (span: Span): boolean => {
  const operation = span.attributes[OPERATION];
  if (typeof operation === 'string') return INFERENCES.has(operation);
  return textOf(span, MODEL) !== undefined && numberOf(span, OUTPUT_TOKENS) !== undefined;
};

/** A framework and the client below it may both tell of one call: the inner one counts, if it has tokens or the outer one has none. */
function innermost(candidates: readonly Span[], all: readonly Span[]): Span[] {
  const byId = new Map(all.map((span) => [span.id, span]));
  const hasTokens = (span: Span): boolean =>
    numberOf(span, INPUT_TOKENS) !== undefined || numberOf(span, OUTPUT_TOKENS) !== undefined;
  const telling = candidates.filter(hasTokens);
  const chosen = telling.length > 0 ? telling : candidates;
  const outer = new Set<string>();
  for (const span of chosen) {
    let { parent } = span;
    // Ids are the agent's: they may lead in a circle.
    for (let step = 0; step < all.length && parent !== '' && !outer.has(parent); step += 1) {
      outer.add(parent);
      parent = byId.get(parent)?.parent ?? '';
    }
  }
  return chosen.filter(({ id }) => !outer.has(id));
}

function usageOf(spans: readonly Span[], turns: number | null, prices: Prices): AgentUsage {
  const models = [...new Set(spans.map((span) => textOf(span, MODEL)).filter((name) => name !== undefined))];
  return {
    models,
    turns,
    input_tokens: sum(spans.map((span) => numberOf(span, INPUT_TOKENS))),
    output_tokens: sum(spans.map((span) => numberOf(span, OUTPUT_TOKENS))),
    cost_usd: sum(spans.map((span) => costOf(span, prices))),
  };
}

/** Null where nobody tells. */
function sum(values: readonly (number | undefined)[]): number | null {
  const told = values.filter((value) => value !== undefined);
  return told.length === 0 ? null : told.reduce((total, value) => total + value, 0);
}

const PER = 1_000_000;

function costOf(span: Span, prices: Prices): number | undefined {
  const told = numberOf(span, COST, false);
  if (told !== undefined) return told;
  const named = MODEL.map((name) => span.attributes[name]).find(
    (model) => typeof model === 'string' && Object.hasOwn(prices, model),
  );
  const price = prices[named as string];
  if (!price) return undefined;
  return ((numberOf(span, INPUT_TOKENS) ?? 0) * price.input + (numberOf(span, OUTPUT_TOKENS) ?? 0) * price.output) / PER;
}

const entryOf = (span: Span, kind: 'model' | 'tool', name: string | undefined, text: string): TranscriptEntry => ({
  kind,
  name: name ?? null,
  at: timeOf(span.startedMs),
  text,
  input_tokens: numberOf(span, INPUT_TOKENS) ?? null,
  output_tokens: numberOf(span, OUTPUT_TOKENS) ?? null,
  failed: span.failed,
});

/** The last instant that a date can be, in milliseconds. */
const LAST_MS = 8.64e15;
const timeOf = (ms: number): string | null => (ms > 0 && ms <= LAST_MS ? new Date(ms).toISOString() : null);

const modelEntry = (span: Span): TranscriptEntry => entryOf(span, 'model', textOf(span, MODEL), spokenIn(span));

function toolEntry(span: Span): TranscriptEntry {
  const given = shown(span.attributes['gen_ai.tool.call.arguments']);
  const result = shown(span.attributes['gen_ai.tool.call.result']);
  return entryOf(span, 'tool', textOf(span, ['gen_ai.tool.name']), result === '' ? given : `${given}\n→ ${result}`);
}

/** What the model said; instrumentations leave it out unless they are asked for contents. */
function spokenIn({ attributes }: Span): string {
  const messages = parsed(attributes['gen_ai.output.messages']);
  const parts = (Array.isArray(messages) ? messages : []).flatMap((message: unknown) => {
    const { parts: found, content } = Object(message) as { parts?: unknown; content?: unknown };
    return Array.isArray(found) ? found : typeof content === 'string' ? [{ type: 'text', content }] : [];
  });
  const said = parts.map(partText).filter((text) => text !== '');
  if (said.length > 0) return said.join('\n');
  // The AI SDK's own names, and those of OpenLLMetry.
  const others = ['ai.response.text', 'gen_ai.completion.0.content', 'ai.response.toolCalls'];
  return others.map((name) => shown(attributes[name])).find((text) => text !== '') ?? '';
}

function partText(part: unknown): string {
  const { type, content, name, arguments: given } = Object(part) as Record<string, unknown>;
  if (type === 'tool_call') return `${shown(name)}(${shown(given)})`;
  return shown(content);
}

/** Structures come as attributes or as their JSON. */
function parsed(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

const shown = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined || value === null ? '' : JSON.stringify(value);

function textOf({ attributes }: Span, names: readonly string[]): string | undefined {
  return names.map((name) => attributes[name]).find((value): value is string => typeof value === 'string' && value !== '');
}

/** Numbers below zero, or none at all, are nobody's usage. */
function numberOf({ attributes }: Span, names: readonly string[], whole = true): number | undefined {
  const isUsage = (value: unknown): value is number =>
    typeof value === 'number' && value >= 0 && (whole ? Number.isSafeInteger(value) : Number.isFinite(value));
  return names.map((name) => attributes[name]).find(isUsage);
}
