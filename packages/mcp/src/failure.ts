import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import type { ErrorDetails } from '@svc/contract';
import { ApiError } from '@svc/sdk';
import { hintFor } from './hints.ts';

/** A refusal of a tool itself: what is wrong, and what to do about it. */
export class ToolFailure extends Error {
  readonly hint: string;
  readonly details: ErrorDetails;

  constructor(message: string, hint: string, options: { details?: ErrorDetails; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'ToolFailure';
    this.hint = hint;
    this.details = options.details ?? {};
  }
}

/** The refusal of one tool call, for its reader and for a program. */
export interface Refusal {
  type: string;
  message: string;
  details: ErrorDetails;
  request_id?: string;
  hint: string;
}

/** @returns undefined for what is no refusal: a fault of ours. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof ApiError) {
    const { type, message, details, requestId } = error;
    return { type, message, details, ...(requestId && { request_id: requestId }), hint: hintFor(error) };
  }
  if (error instanceof ToolFailure) {
    return { type: 'tool_failure', message: error.message, details: error.details, hint: error.hint };
  }
  // Clients may explain themselves, e.g. that no service answers.
  if (error instanceof Error && 'hint' in error && typeof error.hint === 'string') {
    return { type: 'unreachable', message: error.message, details: {}, hint: error.hint };
  }
  return undefined;
}

export const FAULT: Refusal = {
  type: 'internal_error',
  message: 'This tool failed on our side.',
  details: {},
  hint: 'Call it once more; if it fails again, report which tool and when.',
};

/** First what a reader needs, then all of it as JSON. */
export function refused({ hint, ...error }: Refusal): CallToolResult {
  const lines = [error.message, ...issueLines(error.details), `What to do: ${hint}`];
  return {
    isError: true,
    content: [
      { type: 'text', text: lines.join('\n') },
      { type: 'text', text: JSON.stringify({ error, hint }) },
    ],
  };
}

function issueLines({ issues }: ErrorDetails): string[] {
  if (!Array.isArray(issues)) return [];
  return (issues as { path?: unknown; message?: unknown }[]).map(({ path, message }) => `- ${path || 'document'}: ${message}`);
}
