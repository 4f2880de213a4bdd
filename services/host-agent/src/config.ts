import { hostname } from 'node:os';
import { hostAddress, names, readEnvironment, serviceEnvironment, whole } from '@svc/platform/service';
import { z } from 'zod';

const environment = z.object({
  SVC_LOG_LEVEL: serviceEnvironment.SVC_LOG_LEVEL,
  /** The Unix socket that control planes of this host ask on. Without certificates the agent listens on nothing else. */
  SVC_AGENT_SOCKET: z.string().startsWith('/').default('/agent/agent.sock'),
  /** A folder with the installation's certificates: with it other hosts of the installation reach this one's twins, and control planes its agent. */
  SVC_HOST_CERTIFICATES: z.string().startsWith('/').optional(),
  /** What they reach it at. */
  SVC_HOST: serviceEnvironment.SVC_HOST,
  SVC_AGENT_PORT: whole(0, 65_535).default(7443),
  /** PostgreSQL, where the installation has many hosts: the agent registers this one there. */
  DATABASE_URL: z.string().optional(),
  SVC_DATABASE_URL: z.string().optional(),
  /** What operators call this host. */
  SVC_HOST_NAME: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,253}$/)
    .default(hostname()),
  /** Where the other hosts reach this agent, `10.0.0.7:7443`; by default the address that PostgreSQL sees it at. */
  SVC_AGENT_ADVERTISE: z
    .string()
    .refine((text) => hostAddress.safeParse(text).success, 'must be like <host>:<port>')
    .optional(),
  SVC_DOCKER_SOCKET: z.string().default('/var/run/docker.sock'),
  /** Label of everything that this installation runs on its engine. */
  SVC_INSTALLATION: z
    .string()
    .regex(/^[A-Za-z0-9_.-]{1,64}$/)
    .default('svc'),
  /** Shared with all that calls twins: the twins' sockets are in it. */
  SVC_TWINS_DIR: z.string().startsWith('/').default('/twins'),
  /** The same folder as the engine finds it; by default asked of the engine. */
  SVC_TWINS_ENGINE_DIR: z.string().startsWith('/').optional(),
  /** Name of a twin's image; `{twin}` stands for the twin's id. */
  SVC_TWIN_IMAGE: z.string().includes('{twin}').default('svc/twin-{twin}:dev'),
  /** Twins that may be run; no other image ever is. */
  SVC_TWINS: names.pipe(z.array(z.string().regex(/^[a-z][a-z0-9-]{0,31}$/)).min(1)),
  /** Twins that run here at a time, those that wait included. */
  SVC_MOST_TWINS: whole(1, 100_000).default(1_000),
  /** `on`: copies of this host's journals are kept on other hosts of the installation, and of theirs here. */
  SVC_MIRROR: z.enum(['on', 'off']).default('off'),
  /** What twins leave free of the disk, in MiB; copies leave twice as much. */
  SVC_DISK_RESERVE_MIB: whole(0, 1_048_576).default(1_024),
  SVC_TWIN_MEMORY_MIB: whole(32, 65_536).default(256),
  SVC_TWIN_CPUS: z.coerce.number().positive().max(64).default(1),
  SVC_TWIN_PIDS: whole(16, 4_096).default(64),
});

export const config = readEnvironment(environment, process.env);
