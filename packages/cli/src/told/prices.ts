import { z } from 'zod';
import { UsageError } from '../errors.ts';
import type { Prices } from './genai.ts';

const price = z.number().min(0);
const schema = z.record(z.string(), z.strictObject({ input: price, output: price }));

/** `SVC_AGENT_PRICES`: what models cost, as nobody but their vendors knows. @throws UsageError */
export function pricesOf({ SVC_AGENT_PRICES: text }: NodeJS.ProcessEnv): Prices {
  if (!text) return {};
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw unreadable('it is not JSON', error);
  }
  const read = schema.safeParse(value);
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  throw unreadable(`${issue?.path.join('.') || 'it'}: ${issue?.message}`);
}

const unreadable = (why: string, cause?: unknown): UsageError =>
  new UsageError(
    `SVC_AGENT_PRICES can't be read: ${why}.`,
    'US dollars for a million tokens, by model: {"my-model": {"input": 1.5, "output": 6}}.',
    cause,
  );
