import { messageOfDraft } from '../actions/drafts.ts';
import type { Draft, GmailContext } from '../world.ts';
import { type MessageView, renderChanged, renderMessage, renderReference } from './messages.ts';

export const renderListedDraft = (context: Pick<GmailContext, 'world'>, draft: Readonly<Draft>) => ({
  id: draft.id,
  message: renderReference(messageOfDraft(context, draft)),
});

export const renderDraft = (context: Pick<GmailContext, 'world' | 'requestId'>, draft: Readonly<Draft>, view: MessageView) => ({
  id: draft.id,
  message: renderMessage(context, messageOfDraft(context, draft), view),
});

/** What creating or changing a draft answers. */
export const renderChangedDraft = (context: Pick<GmailContext, 'world'>, draft: Readonly<Draft>) => ({
  id: draft.id,
  message: renderChanged(messageOfDraft(context, draft)),
});
