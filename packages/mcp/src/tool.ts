import type { Client } from '@svc/sdk';
import type { z } from 'zod';
import type { EvidenceSource } from './evidence/source.ts';
import type { ReadTask } from './tasks.ts';

/** What the tools work with: the service as one caller sees it. */
export interface Toolbox {
  /** Calls the REST API with the caller's own key. */
  client: Client;
  evidence: EvidenceSource;
  readTask: ReadTask;
  /** Hears of failures that are nobody's refusal: faults of ours. */
  onFault?(error: unknown, tool: string): void;
}

export interface ToolAnnotations {
  readOnlyHint?: boolean;
  destructiveHint?: boolean;
  idempotentHint?: boolean;
}

/** One tool as it is listed and called. Unknown arguments are refused: a misspelled one would be lost in silence. */
export interface Tool<I extends z.ZodObject = z.ZodObject, O extends z.ZodObject = z.ZodObject> {
  name: string;
  title: string;
  description: string;
  input: I;
  /** Describes `structuredContent`; fields that it doesn't name may be there. */
  output: O;
  annotations: ToolAnnotations;
  /** @throws ToolFailure or ApiError; both are explained to the caller. */
  run(toolbox: Toolbox, input: z.output<I>, signal: AbortSignal): Promise<z.input<O>>;
  /** The answer as text; by default its JSON. */
  text?(value: z.input<O>): string;
}

/** Reads where nothing changes. */
export const READS: ToolAnnotations = { readOnlyHint: true, idempotentHint: true };

export const defineTool = <I extends z.ZodObject, O extends z.ZodObject>(tool: Tool<I, O>): Tool => tool as unknown as Tool;
