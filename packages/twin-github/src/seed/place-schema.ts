import { createPublicKey } from 'node:crypto';
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

function isKey(pem: string): boolean {
  try {
    return createPublicKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

/** A GitHub App, and where it is installed. */
export const appSchema = z.object({
  slug: z
    .string()
    .regex(/^[a-z\d](?:[a-z\d]|-(?=[a-z\d]))*$/, 'must be a slug: lower-case letters, digits and single hyphens')
    .max(34),
  id: z.int().positive().optional(),
  /** By default the slug. */
  name: z.string().min(1).max(34).optional(),
  owner: login.optional(),
  description: z.string().nullish(),
  external_url: z.url().default('https://example.com'),
  /** PEM of its RSA key: the public half, or the private one, of which only the public half is kept. */
  key: z.string().refine(isKey, 'must be an RSA key as PEM'),
  permissions: z
    .record(z.string().regex(/^[a-z_]+$/), z.enum(['read', 'write', 'admin']))
    .default({ contents: 'write', issues: 'write', metadata: 'read', pull_requests: 'write' }),
  events: z.array(z.string().regex(/^[a-z][a-z_]*$/, 'must be the name of an event')).default([]),
  webhook: z.object({ url: z.url({ protocol: /^https?$/ }), secret: z.string().min(1).optional() }).optional(),
  /** Accounts, with all of their repositories or with some. By default every account that owns a repository. */
  installations: z
    .array(
      nameOr(
        login,
        z.object({ account: login, id: z.int().positive().optional(), repositories: z.array(z.string()).optional() }),
      ),
    )
    .optional(),
});

export type AppSeed = z.output<typeof appSchema>;
export type GistSeed = z.output<typeof gistSchema>;
