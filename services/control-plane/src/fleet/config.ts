import { MAX_ROOM_MIB, SANDBOX_JOURNAL_MIB } from '@svc/contract';
import {
  blobEnvironment,
  counts,
  databaseEnvironment,
  hostAddress,
  hostEnvironment,
  names,
  readEnvironment,
  redisEnvironment,
  serviceEnvironment,
  whole,
} from '@svc/platform/service';
import { twinIds } from '@svc/twins';
import { z } from 'zod';
import type { ControlPlaneSettings } from '../config.ts';

/** Four times its JSON text is what a world of the smallest records takes in memory, and the twin itself 80 MiB: together less than the 256 MiB of a container. */
const FLEET_WORLD_MIB = 32;

const environment = z.object({
  ...serviceEnvironment,
  ...databaseEnvironment,
  ...redisEnvironment,
  ...blobEnvironment,
  SVC_BASE_URL: z.url(),
  SVC_TWINS_URL: z.url(),
  /** Where the proxies answer inside the fleet, for the MCP tools that read live twins; by default SVC_TWINS_URL. */
  SVC_PROXY_URL: z.url().optional(),
  SVC_DASHBOARD_URL: z.url(),
  SVC_INSTALLATION_SECRET: z.string().min(32),
  /** The OpenID Connect provider that people may sign in with: its issuer, and how this service is known there. */
  SVC_OIDC_ISSUER: z.url().optional(),
  SVC_OIDC_CLIENT_ID: z.string().min(1).optional(),
  SVC_OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  /** Slug of the team that whoever the provider knows may join; by default only who is invited. */
  SVC_OIDC_TEAM: z.string().min(1).optional(),
  /** Concurrent sandboxes by plan, `free=3,team=20`. */
  SVC_PLANS: counts.optional(),
  /** How many proxies stand before the control plane: their `X-Forwarded-For` tells callers apart. */
  SVC_TRUSTED_HOPS: whole(0, 16).default(0),
  /** How long it answers on at a stop and says that it goes, so that a load balancer sends nothing more, in milliseconds. */
  SVC_LEAVE_MS: whole(0, 60_000).default(4_000),
  /** How long calls under way may take to end at a stop, in milliseconds. */
  SVC_DRAIN_MS: whole(0, 600_000).default(30_000),

  ...hostEnvironment,
  /** `many`: twins run on all hosts whose agents have registered themselves in the database; it takes the certificates. */
  SVC_HOSTS: z.enum(['one', 'many']).default('one'),
  /** The agent of the twins' host where that is another one, `10.0.0.7:7443`; it takes the certificates. */
  SVC_AGENT_ADDRESS: hostAddress.optional(),
  /** Where it listens where that is this one. */
  SVC_AGENT_SOCKET: z.string().startsWith('/').default('/agent/agent.sock'),
  /** Shared with proxies and workers at the same path: the twins' sockets are in it. */
  SVC_TWINS_DIR: z.string().startsWith('/').default('/twins'),
  /** Twins that have an image here. */
  SVC_TWINS: names.pipe(z.array(z.enum(twinIds as [string, ...string[]]))).default([...twinIds]),
  /** How many of each twin wait, started, for a sandbox: `github=2,slack=1`. */
  SVC_WARM: counts.default({}),
  /** What one twin may keep of its tape and of its world, in MiB, where its team has no value of its own. */
  SVC_TWIN_JOURNAL_MIB: whole(1, MAX_ROOM_MIB).default(SANDBOX_JOURNAL_MIB),
  SVC_TWIN_WORLD_MIB: whole(1, MAX_ROOM_MIB).default(FLEET_WORLD_MIB),
  /** What twins leave free of the disk that SVC_TWINS_DIR lies on, in MiB. */
  SVC_DISK_RESERVE_MIB: whole(0, 1_048_576).default(1_024),
  /** Containers started at a time. */
  SVC_STARTS_AT_ONCE: whole(1, 64).default(4),
});

export const config = readEnvironment(environment, process.env);

/** All of it is needed, or none. */
export const oidc = oidcOf(config);

function oidcOf(given: z.output<typeof environment>): ControlPlaneSettings['oidc'] {
  const {
    SVC_OIDC_ISSUER: issuer,
    SVC_OIDC_CLIENT_ID: clientId,
    SVC_OIDC_CLIENT_SECRET: clientSecret,
    SVC_OIDC_TEAM: team,
  } = given;
  if (issuer && clientId && clientSecret) return { issuer, clientId, clientSecret, ...(team && { team }) };
  if (!issuer && !clientId && !clientSecret) return undefined;
  throw new Error('SVC_OIDC_ISSUER, SVC_OIDC_CLIENT_ID and SVC_OIDC_CLIENT_SECRET are needed together.');
}
