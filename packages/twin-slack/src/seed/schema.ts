import { z } from 'zod';
import { checkSeed } from './rules.ts';

const reference = z.string().min(1);
const time = z.union([
  z.iso.datetime({ offset: true }).transform((text) => Date.parse(text)),
  z
    .number()
    .int()
    .nonnegative()
    .transform((value) => value * 1000),
]);
const json = z.record(z.string(), z.unknown());

const user = z.object({
  name: z.string().regex(/^[a-z\d][a-z\d._-]{0,79}$/, 'a user name is lower case letters, digits, dots, dashes and underscores'),
  id: z
    .string()
    .regex(/^[UW][A-Z\d]{2,20}$/, 'a user id is U or W, then capitals and digits')
    .optional(),
  real_name: z.string().optional(),
  display_name: z.string().optional(),
  email: z.email().optional(),
  title: z.string().default(''),
  phone: z.string().default(''),
  pronouns: z.string().default(''),
  status_text: z.string().max(100).default(''),
  status_emoji: z.string().default(''),
  tz: z.string().default('UTC'),
  is_admin: z.boolean().default(false),
  is_owner: z.boolean().default(false),
  is_restricted: z.boolean().default(false),
  is_bot: z.boolean().default(false),
  deleted: z.boolean().default(false),
  presence: z.enum(['auto', 'away', 'active']).default('auto'),
});

const reaction = z.object({ name: z.string().min(1), users: z.array(reference).min(1) });

const messageFields = {
  user: reference.optional(),
  text: z.string().default(''),
  ts: z
    .string()
    .regex(/^\d{10}\.\d{6}$/, 'a timestamp has ten digits, a dot and six digits')
    .optional(),
  blocks: z.array(json).default([]),
  attachments: z.array(json).default([]),
  reactions: z.array(reaction).default([]),
  files: z.array(reference).default([]),
  username: z.string().optional(),
  edited: z.boolean().default(false),
  pinned: z.boolean().default(false),
};

const reply = z.object({ ...messageFields, reply_broadcast: z.boolean().default(false) });
const message = z.object({ ...messageFields, subtype: z.string().optional(), replies: z.array(reply).default([]) });

const bookmark = z.object({ title: z.string().min(1), link: z.url(), emoji: z.string().default('') });

const channel = z.object({
  name: z.string().min(1),
  id: z
    .string()
    .regex(/^[CG][A-Z\d]{2,20}$/, 'a channel id is C or G, then capitals and digits')
    .optional(),
  is_private: z.boolean().default(false),
  is_archived: z.boolean().default(false),
  is_general: z.boolean().optional(),
  topic: z.string().max(250).default(''),
  purpose: z.string().max(250).default(''),
  creator: reference.optional(),
  created_at: time.optional(),
  members: z.array(reference).optional(),
  messages: z.array(message).default([]),
  bookmarks: z.array(bookmark).default([]),
});

const directMessage = z.object({
  users: z.array(reference).min(1).max(9),
  id: z
    .string()
    .regex(/^[CDG][A-Z\d]{2,20}$/, 'an id is C, D or G, then capitals and digits')
    .optional(),
  messages: z.array(message).default([]),
});

const usergroup = z.object({
  name: z.string().min(1),
  handle: z.string().min(1),
  description: z.string().default(''),
  users: z.array(reference).default([]),
  channels: z.array(reference).default([]),
});

const file = z.object({
  name: z.string().min(1),
  title: z.string().optional(),
  content: z.string().optional(),
  content_base64: z.base64().optional(),
  user: reference.optional(),
});

const emoji = z.object({
  name: z.string().regex(/^[a-z\d_+'-]{1,100}$/, 'an emoji name is lower case letters, digits, dashes and underscores'),
  url: z.url().optional(),
  alias: z.string().optional(),
});

const canvas = z.object({
  title: z.string().min(1),
  content: z.string().default(''),
  user: reference.optional(),
  channel: reference.optional(),
});

const team = z.object({
  name: z.string().min(1).default('Acme'),
  domain: z
    .string()
    .regex(/^[a-z\d-]+$/, 'a domain is lower case letters, digits and dashes')
    .default('acme'),
  id: z
    .string()
    .regex(/^T[A-Z\d]{2,20}$/, 'a team id is T, then capitals and digits')
    .optional(),
  email_domain: z.string().default(''),
  plan: z.enum(['free', 'std', 'plus', 'enterprise']).default('std'),
});

/** Slack's seeds drop what they don't know: plain objects (spec, "Seed"). */
export const seedSchema = z
  .object({
    team: team.prefault({}),
    viewer: reference.optional(),
    users: z.array(user).default([]),
    channels: z.array(channel).default([]),
    direct_messages: z.array(directMessage).default([]),
    usergroups: z.array(usergroup).default([]),
    files: z.array(file).default([]),
    emoji: z.array(emoji).default([]),
    canvases: z.array(canvas).default([]),
  })
  .superRefine(checkSeed);

export type Seed = z.output<typeof seedSchema>;
/** What a seed may leave out. */
export type SeedInput = z.input<typeof seedSchema>;
export type UserSeed = z.output<typeof user>;
export type ChannelSeed = z.output<typeof channel>;
export type MessageSeed = z.output<typeof message>;
export type ReplySeed = z.output<typeof reply>;
