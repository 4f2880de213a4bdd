import { cutText } from '@svc/twin-kit';
import { SlackError } from '../errors.ts';
import { LONGEST_MARKDOWN } from '../limits.ts';
import { fromMarkdown, normaliseText } from '../text/mrkdwn.ts';
import { type Draft, newId, type SlackContext, seconds } from '../world.ts';
import { postingTarget, requireActive, requireMember } from './channel-access.ts';
import { threadOf } from './messages.ts';
import { directoryOf, viewerOf } from './people.ts';

export function createDraft(
  context: SlackContext,
  input: { channel: string; text: string; thread_ts?: string | undefined },
): Readonly<Draft> {
  const channel = postingTarget(context, input.channel);
  requireActive(channel);
  requireMember(context, channel);
  if (input.text.trim() === '') throw new SlackError('no_text');
  return context.world.drafts.insert({
    id: newId(context.ids, 'Dr'),
    channel_id: channel.id,
    user_id: viewerOf(context).id,
    text: normaliseText(fromMarkdown(cutText(input.text, LONGEST_MARKDOWN)), directoryOf(context.world)),
    thread_ts: threadOf(context, channel.id, input.thread_ts),
    date_created: seconds(context.now),
  });
}

/** Takes away a draft whose message is being sent. */
export function discardDraft(context: SlackContext, id: string): void {
  const draft = context.world.drafts.get(id);
  if (draft?.user_id !== viewerOf(context).id) throw new SlackError('draft_not_found');
  context.world.drafts.remove(draft.id);
}
