import { z } from 'zod';
import { createDraft, getDraft, listDrafts, messageOfDraft, updateDraft } from '../actions/drafts.ts';
import { contentOf, getMessage } from '../actions/messages.ts';
import { defaultAlias, isOwnAddress, senderOf } from '../actions/outgoing.ts';
import { InvalidArgument } from '../errors.ts';
import { nextMailId } from '../ids.ts';
import { partsOf } from '../mime/cache.ts';
import { compose } from '../mime/compose.ts';
import { type Address, headerValue, isAddress, messageIds } from '../mime/headers.ts';
import { bodiesOf } from '../mime/text.ts';
import type { GmailContext } from '../world.ts';
import { detailOf, formats, pageOf, paging, tool } from './tool.ts';
import { viewDraft, viewDraftAs } from './view.ts';

const attachment = z.object({
  content: z.string().describe('Content in base64'),
  filename: z.string().optional().describe('Name of the file; of an inline attachment also its Content-ID'),
  id: z.string().optional().describe('Set by Gmail; passed over'),
  inline: z.boolean().optional().describe('Shown inside the HTML body'),
  mimeType: z.string().optional().describe('Media type, e.g. application/pdf'),
});

const createDraftInput = z.object({
  attachments: z.array(attachment).optional().describe('Attachments, 25 MB together at most'),
  bcc: z.array(z.string()).optional().describe('Blind copies go to these plain addresses'),
  body: z.string().optional().describe('The text; beside htmlBody its plain alternative'),
  cc: z.array(z.string()).optional().describe('Copies go to these plain addresses'),
  htmlBody: z.string().optional().describe('The text in HTML'),
  replyToMessageId: z.string().optional().describe('Id of the message that this is an answer to'),
  subject: z.string().optional().describe('Subject; of an answer by default that of the message it answers'),
  to: z.array(z.string()).optional().describe('Plain addresses of the recipients'),
});

function plainAddresses(field: string, list: readonly string[] = []): Address[] {
  const stranger = list.find((address) => !isAddress(address));
  if (stranger !== undefined) throw new InvalidArgument(`Invalid ${field} address: ${stranger}`);
  return list.map((address) => ({ name: '', address }));
}

/** What an answer takes from the message that it answers. */
function answered(context: GmailContext, id: string | undefined) {
  if (id === undefined) return undefined;
  const message = getMessage(context, id);
  const { fields, envelope } = partsOf(contentOf(context.world, message));
  const replyTo = envelope.replyTo[0] ?? message.from;
  const isOwn = replyTo !== null && isOwnAddress(context, replyTo.address);
  return {
    threadId: message.threadId,
    subject: /^re:/i.test(message.subject) ? message.subject : `Re: ${message.subject}`,
    to: isOwn ? message.to : replyTo ? [replyTo] : [],
    inReplyTo: message.messageId ?? undefined,
    references: [...messageIds(headerValue(fields, 'References')), ...(message.messageId ? [message.messageId] : [])],
  };
}

function attachmentsIn(list: z.output<typeof createDraftInput>['attachments'] = []) {
  return list.map(({ content, filename = 'attachment', inline, mimeType }) => {
    if (!/^[\w+/\s-]*(?:=\s*){0,2}$/.test(content))
      throw new InvalidArgument(`Invalid content of attachment ${filename}: not base64`);
    return { filename, mimeType, content: Buffer.from(content, 'base64'), contentId: inline ? filename : undefined };
  });
}

function draftFrom(context: GmailContext, input: z.output<typeof createDraftInput>) {
  const reply = answered(context, input.replyToMessageId);
  const to = plainAddresses('to', input.to);
  const raw = compose(
    {
      from: senderOf(context, defaultAlias(context)),
      to: to.length > 0 ? to : (reply?.to ?? []),
      cc: plainAddresses('cc', input.cc),
      bcc: plainAddresses('bcc', input.bcc),
      subject: input.subject ?? reply?.subject ?? '',
      date: context.now,
      messageId: nextMailId(context.ids),
      inReplyTo: reply?.inReplyTo,
      references: reply?.references,
      text: input.body,
      html: input.htmlBody,
      attachments: attachmentsIn(input.attachments),
    },
    context.ids.hex(28),
  );
  return createDraft(context, { raw, threadId: reply?.threadId });
}

const draftId = z.string().describe('Id of the draft');

const updateDraftInput = z.object({
  draftId,
  ...createDraftInput.omit({ replyToMessageId: true }).shape,
});

/** What isn't given, or empty, stays as it is; a new text without its HTML, or the other way round, takes the other away. Attachments are not kept. */
function changedDraft(context: GmailContext, { draftId: id, ...input }: z.output<typeof updateDraftInput>) {
  const message = messageOfDraft(context, getDraft(context, id));
  const parsed = partsOf(contentOf(context.world, message));
  const { text, html } = bodiesOf(parsed);
  const rewritten = Boolean(input.body) || Boolean(input.htmlBody);
  const people = (field: 'to' | 'cc' | 'bcc'): readonly Address[] =>
    input[field]?.length ? plainAddresses(field, input[field]) : message[field];
  const raw = compose(
    {
      from: message.from ?? senderOf(context, defaultAlias(context)),
      to: people('to'),
      cc: people('cc'),
      bcc: people('bcc'),
      subject: input.subject || message.subject,
      date: context.now,
      messageId: nextMailId(context.ids),
      inReplyTo: messageIds(headerValue(parsed.fields, 'In-Reply-To'))[0],
      references: messageIds(headerValue(parsed.fields, 'References')),
      text: rewritten ? input.body || undefined : text,
      html: rewritten ? input.htmlBody || undefined : html,
      attachments: attachmentsIn(input.attachments),
    },
    context.ids.hex(28),
  );
  return updateDraft(context, id, { raw });
}

export const draftTools = [
  tool({
    name: 'create_draft',
    title: 'Create draft email',
    description: 'Writes a draft in the mailbox of the user. It is not sent.',
    mutates: true,
    input: createDraftInput,
    handle: (context, input) => viewDraft(context, draftFrom(context, input), true),
  }),
  tool({
    name: 'get_draft',
    title: 'Get draft email',
    description: 'Reads one draft by its id.',
    mutates: false,
    input: z.object({
      draftId,
      messageFormat: formats.optional().describe('How much of the draft; PLAIN_TEXT unless said otherwise'),
    }),
    handle: (context, input) => viewDraftAs(context, getDraft(context, input.draftId), detailOf(input.messageFormat, 'plain')),
  }),
  tool({
    name: 'update_draft',
    title: 'Update draft email',
    description: 'Changes a draft: what is given takes the place of what was there, the rest stays, but for attachments.',
    mutates: true,
    input: updateDraftInput,
    handle(context, input) {
      const draft = changedDraft(context, input);
      return { id: draft.id, threadId: messageOfDraft(context, draft).threadId };
    },
  }),
  tool({
    name: 'list_drafts',
    title: 'List draft emails',
    description: 'Lists the drafts of the mailbox, newest first, those that a search finds if there is one.',
    mutates: false,
    input: z.object({
      ...paging,
      query: z.string().optional().describe('A search as in Gmail’s search box, e.g. subject:plan'),
      view: z
        .enum(['DRAFT_VIEW_UNSPECIFIED', 'DRAFT_VIEW_METADATA_ONLY', 'DRAFT_VIEW_FULL'])
        .optional()
        .describe('How much of each draft: without DRAFT_VIEW_FULL neither subject nor text'),
    }),
    handle(context, { query, view, ...page }) {
      const { records, nextPageToken } = listDrafts(context, { q: query, ...pageOf(page) });
      return {
        drafts: records.map((draft) => viewDraft(context, draft, view === 'DRAFT_VIEW_FULL')),
        ...(nextPageToken && { nextPageToken }),
      };
    },
  }),
];
