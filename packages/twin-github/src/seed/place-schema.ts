import { z } from 'zod';
import { NOTIFICATION_REASONS, PERMISSIONS } from '../world.ts';
import { login, nameOr, time } from './schema-parts.ts';
import { environmentSettings } from './settings.ts';

/** A place that a repository is deployed to. */
export const environmentSchema = nameOr(
  z.string().min(1),
  z.object({
    name: z.string().min(1),
    /** Minutes. */
    wait_timer: z.int().min(0).max(43_200).default(0),
    reviewers: z.array(login).max(6).default([]),
    prevent_self_review: z.boolean().default(false),
    ...environmentSettings,
  }),
);

/** A team of the owner that the repository is open to. */
export const repositoryTeamSchema = nameOr(
  z.string().min(1),
  z.object({ name: z.string().min(1), permission: z.enum(PERMISSIONS).default('push') }),
);

/** A webhook of the repository. */
export const hookSchema = z.object({
  url: z.url({ protocol: /^https?$/ }),
  events: z.array(z.string().regex(/^(?:\*|[a-z][a-z_]*)$/, 'must be the name of an event')).default(['push']),
  content_type: z.enum(['json', 'form']).default('json'),
  secret: z.string().min(1).optional(),
  active: z.boolean().default(true),
});

/** What the viewer was told of an issue or a pull request. */
export const notificationSchema = z.object({
  number: z.int().positive(),
  reason: z.enum(NOTIFICATION_REASONS).default('subscribed'),
  unread: z.boolean().default(true),
  updated_at: time.optional(),
});

export const gistSchema = z.object({
  /** By default the viewer. */
  owner: login.optional(),
  description: z.string().nullish(),
  public: z.boolean().default(false),
  files: z
    .record(z.string().regex(/^[^/]+$/, 'must be a file name'), z.string().min(1))
    .refine((files) => Object.keys(files).length > 0, 'a gist has a file at least'),
  starred: z.boolean().default(false),
});

export type GistSeed = z.output<typeof gistSchema>;
