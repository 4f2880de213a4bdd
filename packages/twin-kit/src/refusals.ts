import type { TwinError } from './errors.ts';
import type { Reply } from './http/reply.ts';
import type { Write } from './universe.ts';

export const FIRST_ERROR = 400;

/** A vendor's error as an answer. */
export function replyOf(error: TwinError): Reply {
  return {
    status: error.status,
    headers: { ...error.headers },
    body: error.body,
    refused: true,
    ...(error.unmodelled && { fidelity: 'unsupported' }),
  };
}

/** Was nothing done? A refusal that kept what it changed has done something. */
export const isRefused = ({ reply, write }: { reply: Reply; write: Write | undefined }): boolean =>
  reply.refused === true || (reply.status >= FIRST_ERROR && !write?.changes.length);
