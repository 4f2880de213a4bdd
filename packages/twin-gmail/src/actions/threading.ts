import { InvalidArgument, NotFound } from '../errors.ts';
import { isMessageId } from '../ids.ts';
import type { GmailWorld } from '../world.ts';

/** Marks of replies and forwards, as mail programs of several languages write them. */
const REPLY_MARKS = /^(?:\s*(?:re|fwd?|aw|wg|sv|vs|antw|tr|rv|enc)(?:\[\d+\])?\s*:)+/i;

/** A subject without the marks of replies, for comparison. */
export const baseSubject = (subject: string): string =>
  subject.replace(REPLY_MARKS, '').replaceAll(/\s+/g, ' ').trim().toLowerCase();

/**
 * The thread that a message belongs to. One that is asked for is taken where the subjects agree: the reference of
 * `Message.threadId` wants references to its messages too, which only recipients' mailboxes go by (googleapis-nodejs issue
 * 1938). Without one, mail that comes in joins what it refers to and shares the subject of; what the owner writes begins a thread
 * of its own (workspace_mcp issue 889).
 *
 * @param message `references` are those that count
 * @throws InvalidArgument for what is no id, NotFound when the thread that was asked for isn't there
 */
export function threadFor(
  world: GmailWorld,
  message: { references: readonly string[]; subject: string; requested: string | undefined },
): string | undefined {
  const { references, subject, requested } = message;
  if (requested !== undefined && !isMessageId(requested)) throw new InvalidArgument('Invalid thread_id value');
  if (requested !== undefined && !world.threads.has(requested)) throw new NotFound();
  if (requested === undefined && references.length === 0) return undefined;
  const wanted = baseSubject(subject);
  const agrees = (one: { subject: string }): boolean => baseSubject(one.subject) === wanted;
  if (requested !== undefined) return world.messages.by.thread.page(requested).some(agrees) ? requested : undefined;
  for (const reference of references.toReversed()) {
    const found = world.messages.by.messageId.page(reference).find(agrees);
    if (found) return found.threadId;
  }
  return undefined;
}
