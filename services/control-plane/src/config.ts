import { SANDBOX_IDLE_MS, SANDBOX_JOURNAL_MIB, SANDBOX_LIFETIME_MS, SANDBOX_WORLD_MIB } from '@svc/contract';
import { z } from 'zod';

const MIN_SECRET_LENGTH = 32;

/** Concurrent sandboxes by plan. */
export const DEFAULT_PLANS = { free: 3, team: 20, enterprise: 200 };

const address = z.url().transform((url) => url.replace(/\/+$/, ''));

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/** The OpenID Connect provider that people may sign in with. */
const oidcSchema = z.strictObject({
  /** Its issuer identifier, under which its discovery document is found. */
  issuer: z
    .url()
    .refine(
      (url) => url.startsWith('https:') || LOOPBACK.test(new URL(url).hostname),
      'must be an https address, unless the provider is on this machine',
    ),
  clientId: z.string().min(1),
  clientSecret: z.string().min(1),
  /** Slug of the team that everybody whom the provider knows may join; without it only those who are invited. */
  team: z.string().min(1).optional(),
});
export type OidcSettings = z.output<typeof oidcSchema>;

/** Everything the control plane can be told, whoever composes it. */
export const controlPlaneConfigSchema = z.strictObject({
  /** Where clients reach the API; ends in /v1. */
  baseUrl: address.refine((url) => url.endsWith('/v1'), 'must end in /v1'),
  /** Where agents reach the twins. */
  twinsUrl: address,
  dashboardUrl: address,
  /** Where this process itself reaches the proxies; by default `twinsUrl`. */
  proxyUrl: address.optional(),
  /** Signs and seals everything that must survive a restart without being stored. */
  installationSecret: z.string().min(MIN_SECRET_LENGTH),
  plans: z.record(z.string(), z.int().min(0)).default(DEFAULT_PLANS),
  /** Defaults for teams without an override, in milliseconds. */
  lifetimeMs: z.int().min(1).default(SANDBOX_LIFETIME_MS),
  idleMs: z.int().min(1).default(SANDBOX_IDLE_MS),
  /** Time between two rounds of the reaper, in milliseconds. */
  reaperIntervalMs: z.int().min(10).default(1000),
  /** How long a synchronous finalize waits for its grade, in milliseconds. */
  finalizeWaitMs: z.int().min(1).default(120_000),
  /** How long queue, storage and route table may take to answer, in milliseconds. */
  downstreamTimeoutMs: z.int().min(1).default(4000),
  /** How many proxies stand before this process, each adding the address of its caller to `X-Forwarded-For`. */
  trustedHops: z.int().min(0).default(0),
  /** What one twin of a sandbox may keep, for teams without an override, and what stays free of the disk that twins write to; in MiB. */
  journalMib: z.int().min(1).default(SANDBOX_JOURNAL_MIB),
  worldMib: z.int().min(1).default(SANDBOX_WORLD_MIB),
  diskReserveMib: z.int().min(0).default(256),
  /** Ports of this machine that webhooks of all sandboxes may go to, and those of the service itself, to which none may. */
  webhookPorts: z.array(z.int()).readonly().default([]),
  ownPorts: z.array(z.int()).readonly().default([]),
  oidc: oidcSchema.optional(),
  /** True when no other control plane works on this installation: what is half done at the start was left by a crash. */
  soleInstance: z.boolean().default(true),
});
export type ControlPlaneConfig = z.output<typeof controlPlaneConfigSchema>;
export type ControlPlaneSettings = z.input<typeof controlPlaneConfigSchema>;
