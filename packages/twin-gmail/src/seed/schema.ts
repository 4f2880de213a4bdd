import { z } from 'zod';
import { isAddress, parseAddresses } from '../mime/headers.ts';
import { ruleFaults } from './rules.ts';

const text = z.string();
const emailAddress = z.string().refine(isAddress, { message: 'Not an email address', params: { code: 'invalid_address' } });

const areAddresses = (value: string): boolean => {
  const parsed = parseAddresses(value);
  return parsed.length > 0 && parsed.every(({ address }) => isAddress(address));
};
/** One mailbox as a header has it, e.g. `Ada Lovelace <ada@example.com>`. */
const person = z.string().refine((value) => areAddresses(value) && parseAddresses(value).length === 1, {
  message: 'Not an address such as "Ada <ada@example.com>"',
  params: { code: 'invalid_address' },
});
const people = z
  .union([person, z.array(person)])
  .transform((value) => (Array.isArray(value) ? value : [value]))
  .default([]);

/** ISO 8601; without a zone it is UTC. */
const instant = z
  .string()
  .refine((value) => /^\d{4}-\d\d-\d\d/.test(value) && !Number.isNaN(toTime(value)), {
    message: 'Not an ISO 8601 date',
    params: { code: 'invalid_date' },
  })
  .transform(toTime);

function toTime(value: string): number {
  return Date.parse(/T.*(?:Z|[+-]\d\d:?\d\d)$/.test(value) || !value.includes('T') ? value : `${value}Z`);
}

const hexId = z.string().regex(/^[\da-f]{1,16}$/, 'Not 1 to 16 hexadecimal digits in lower case');
const mailId = z.string().regex(/^<[^<>\s]+>$/, 'Not a Message-ID such as "<a@example.com>"');
const visibility = {
  messageListVisibility: z.enum(['show', 'hide']).optional(),
  labelListVisibility: z.enum(['labelShow', 'labelShowIfUnread', 'labelHide']).optional(),
};

const label = z
  .union([
    text.min(1).transform((name) => ({ name })),
    z.strictObject({
      id: z
        .string()
        .regex(/^Label_\w+$/, 'Not Label_ and letters, digits or _')
        .optional(),
      name: text.min(1),
      ...visibility,
      color: z.strictObject({ textColor: text, backgroundColor: text }).optional(),
    }),
  ])
  .transform((value) => value as { id?: string; name: string } & LabelLook);

interface LabelLook {
  messageListVisibility?: 'show' | 'hide';
  labelListVisibility?: 'labelShow' | 'labelShowIfUnread' | 'labelHide';
  color?: { textColor: string; backgroundColor: string };
}

const attachment = z
  .strictObject({
    filename: text.min(1),
    mimeType: text.optional(),
    content: text.optional(),
    contentBase64: z.base64().optional(),
    contentId: text.optional(),
  })
  .refine(({ content, contentBase64 }) => (content === undefined) !== (contentBase64 === undefined), {
    message: 'Needs either content or contentBase64',
    params: { code: 'content_required' },
  });

/** What a message and a draft have in common: what a person writes. */
const letter = {
  from: person.optional(),
  to: people,
  cc: people,
  bcc: people,
  subject: text.optional(),
  text: text.optional(),
  html: text.optional(),
  attachments: z.array(attachment).default([]),
  headers: z.record(z.string().regex(/^[!-9;-~]+$/, 'Not a header name'), text).default({}),
  messageId: mailId.optional(),
  inReplyTo: mailId.optional(),
  date: instant.optional(),
  /** The whole message instead of what is above. */
  raw: text.optional(),
  /** Messages with the same value are one thread. */
  threadId: text.min(1).optional(),
};

const message = z.strictObject({
  id: hexId.optional(),
  ...letter,
  labels: z.array(text).optional(),
  unread: z.boolean().optional(),
  starred: z.boolean().optional(),
});

const draft = z.strictObject({ id: text.min(1).optional(), ...letter });

const sendAs = z.strictObject({
  sendAsEmail: emailAddress,
  displayName: text.default(''),
  replyToAddress: text.default(''),
  signature: text.default(''),
  isDefault: z.boolean().default(false),
  treatAsAlias: z.boolean().default(true),
  verificationStatus: z.enum(['accepted', 'pending']).default('accepted'),
});

const filter = z.strictObject({
  id: text.min(1).optional(),
  criteria: z.strictObject({
    from: text.optional(),
    to: text.optional(),
    subject: text.optional(),
    query: text.optional(),
    negatedQuery: text.optional(),
    hasAttachment: z.boolean().optional(),
    excludeChats: z.boolean().optional(),
    size: z.int().min(0).optional(),
    sizeComparison: z.enum(['smaller', 'larger']).optional(),
  }),
  action: z.strictObject({
    /** By id or name. */
    addLabels: z.array(text).default([]),
    removeLabels: z.array(text).default([]),
    forward: emailAddress.optional(),
  }),
});

const disposition = z.enum(['leaveInInbox', 'archive', 'trash', 'markRead']);
const settings = z.strictObject({
  autoForwarding: z
    .strictObject({ enabled: z.boolean(), emailAddress: emailAddress.optional(), disposition: disposition.optional() })
    .optional(),
  imap: z
    .strictObject({
      enabled: z.boolean().optional(),
      autoExpunge: z.boolean().optional(),
      expungeBehavior: z.enum(['archive', 'trash', 'deleteForever']).optional(),
      maxFolderSize: z.union([0, 1000, 2000, 5000, 10_000].map((size) => z.literal(size))).optional(),
    })
    .optional(),
  pop: z
    .strictObject({ accessWindow: z.enum(['disabled', 'fromNowOn', 'allMail']).optional(), disposition: disposition.optional() })
    .optional(),
  language: z.strictObject({ displayLanguage: text }).optional(),
  vacation: z
    .strictObject({
      enableAutoReply: z.boolean(),
      responseSubject: text.optional(),
      responseBodyPlainText: text.optional(),
      responseBodyHtml: text.optional(),
      restrictToContacts: z.boolean().optional(),
      restrictToDomain: z.boolean().optional(),
      startTime: text.regex(/^\d{1,15}$/, 'Not milliseconds since 1970').optional(),
      endTime: text.regex(/^\d{1,15}$/, 'Not milliseconds since 1970').optional(),
    })
    .optional(),
});

/** The seed document of a mailbox. Keys that it doesn't know are refused at every level. */
export const seedSchema = z
  .strictObject({
    emailAddress: emailAddress.default('me@example.com'),
    displayName: text.default(''),
    labels: z.array(label).default([]),
    messages: z.array(message).default([]),
    drafts: z.array(draft).default([]),
    sendAs: z.array(sendAs).default([]),
    filters: z.array(filter).default([]),
    forwardingAddresses: z
      .array(
        z.strictObject({
          forwardingEmail: emailAddress,
          verificationStatus: z.enum(['accepted', 'pending']).default('accepted'),
        }),
      )
      .default([]),
    delegates: z
      .array(
        z.strictObject({
          delegateEmail: emailAddress,
          verificationStatus: z.enum(['accepted', 'pending', 'rejected', 'expired']).default('accepted'),
        }),
      )
      .default([]),
    settings: settings.default({}),
  })
  .superRefine((document, context) => {
    for (const { path, message: reason, code } of ruleFaults(document)) {
      context.addIssue({ code: 'custom', path, message: reason, params: { code } });
    }
  });

export type Seed = z.output<typeof seedSchema>;
/** What a seed may leave out. */
export type SeedInput = z.input<typeof seedSchema>;
export type MessageSeed = Seed['messages'][number];
export type DraftSeed = Seed['drafts'][number];
export type LetterSeed = Omit<DraftSeed, 'id'>;
