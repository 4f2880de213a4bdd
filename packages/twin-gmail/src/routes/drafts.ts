import { createDraft, deleteDraft, getDraft, listDrafts, sendDraft, updateDraft } from '../actions/drafts.ts';
import type { ListRequest } from '../actions/messages.ts';
import { InvalidArgument } from '../errors.ts';
import { renderChangedDraft, renderDraft, renderListedDraft } from '../render/drafts.ts';
import { type MessageView, renderChanged } from '../render/messages.ts';
import { type DraftBody, givenMessage } from './message-body.ts';
import { nothing, operation } from './operation.ts';
import { uploadable } from './uploads.ts';

export const draftOperations = [
  ...uploadable<object, DraftBody>('gmail.users.drafts.create', {
    mutates: true,
    action: 'create_draft',
    handle: (context, { body }) => renderChangedDraft(context, createDraft(context, givenMessage(body.message))),
  }),
  ...uploadable<object, DraftBody>('gmail.users.drafts.update', {
    mutates: true,
    action: 'update_draft',
    handle: (context, { params, body }) =>
      renderChangedDraft(context, updateDraft(context, params.id ?? '', givenMessage(body.message))),
  }),
  ...uploadable<object, DraftBody>('gmail.users.drafts.send', {
    mutates: true,
    action: 'send_draft',
    handle(context, { body }) {
      if (body.id === undefined) throw new InvalidArgument('Missing draft id');
      const given = body.message?.raw ? givenMessage(body.message) : undefined;
      return renderChanged(sendDraft(context, body.id, given, body.message?.threadId || undefined));
    },
  }),
  operation<Omit<ListRequest, 'labelIds'>>('gmail.users.drafts.list', {
    mutates: false,
    action: 'list_drafts',
    handle(context, { query }) {
      const { records, nextPageToken, resultSizeEstimate } = listDrafts(context, query);
      return {
        ...(records.length > 0 && { drafts: records.map((draft) => renderListedDraft(context, draft)) }),
        ...(nextPageToken && { nextPageToken }),
        resultSizeEstimate,
      };
    },
  }),
  operation<MessageView>('gmail.users.drafts.get', {
    mutates: false,
    action: 'get_draft',
    handle: (context, { params, query }) => renderDraft(context, getDraft(context, params.id), query),
  }),
  operation('gmail.users.drafts.delete', {
    mutates: true,
    action: 'delete_draft',
    handle: (context, { params }) => nothing(deleteDraft(context, params.id ?? '')),
  }),
];
