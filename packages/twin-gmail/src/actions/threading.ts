import { InvalidArgument, NotFound } from '../errors.ts';
import { isMessageId } from '../ids.ts';
import type { GmailWorld } from '../world.ts';

/** Marks of replies and forwards, as mail programs of several languages write them. */
const REPLY_MARKS = /^(?:\s*(?:re|fwd?|aw|wg|sv|vs|antw|tr|rv|enc)(?:\[\d+\])?\s*:)+/i;

/** A subject without the marks of replies, for comparison. */
export const baseSubject = (subject: string): string =>
  subject.replace(REPLY_MARKS, '').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/**
 * The thread that a message belongs to: one that it refers to by `References` or `In-Reply-To` and whose subject it shares.
 * A thread that was asked for is taken under the same conditions (reference of `Message.threadId`). Otherwise it begins its own.
 *
 * @throws InvalidArgument for what is no id, NotFound when the thread that was asked for isn't there
 */
export function threadFor(
  world: GmailWorld,
  message: { references: readonly string[]; subject: string; requested: string | undefined },
): string | undefined {
  const { references, subject, requested } = message;
  if (requested !== undefined && !isMessageId(requested)) throw new InvalidArgument('Invalid thread_id value');
  if (requested !== undefined && !world.threads.has(requested)) throw new NotFound();
  if (references.length === 0) return undefined;
  const wanted = baseSubject(subject);
  for (const reference of references.toReversed()) {
    const known = world.messages.by.messageId.page(reference);
    const found = known.find(
      (one) => (requested === undefined || one.threadId === requested) && baseSubject(one.subject) === wanted,
    );
    if (found) return found.threadId;
  }
  return undefined;
}
