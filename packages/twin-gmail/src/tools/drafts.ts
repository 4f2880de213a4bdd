import { z } from 'zod';
import { createDraft, listDrafts } from '../actions/drafts.ts';
import { contentOf, getMessage } from '../actions/messages.ts';
import { defaultAlias, isOwnAddress, senderOf } from '../actions/outgoing.ts';
import { InvalidArgument } from '../errors.ts';
import { nextMailId } from '../ids.ts';
import { partsOf } from '../mime/cache.ts';
import { compose } from '../mime/compose.ts';
import { type Address, addressesIn, headerValue, isAddress, messageIds } from '../mime/headers.ts';
import type { GmailContext } from '../world.ts';
import { pageOf, paging, tool } from './tool.ts';
import { viewDraft } from './view.ts';

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
  const { fields } = partsOf(contentOf(context.world, message));
  const replyTo = addressesIn(fields, 'Reply-To')[0] ?? message.from;
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
    if (!/^[\w+/\s-]*={0,2}\s*$/.test(content))
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
