import { SOCKET_NAME } from '@svc/platform/agent';
import type Docker from 'dockerode';
import { JOURNAL } from './mirror/files.ts';

/** What a container of a twin may use. */
export interface TwinLimits {
  memoryMiB: number;
  /** In cores. */
  cpus: number;
  pids: number;
}

/** What every container of this installation has in common. */
export interface TwinSpecification {
  installation: string;
  /** Name of the image of a twin. */
  image(twin: string): string;
  limits: TwinLimits;
  /** `uid:gid` that twins run as. */
  user: string;
}

/** What differs from one to another. */
export interface TwinContainer {
  instance: string;
  twin: string;
  /** The twin's folder, as the engine finds it. */
  folder: string;
  controlToken: string;
  /** Whose it is from the start; a waiting one has nobody yet. */
  owner?: { sessionId: string; expiresAt: string } | undefined;
}

export const LABELS = {
  installation: 'svc.installation',
  instance: 'svc.instance',
  twin: 'svc.twin',
  pool: 'svc.pool',
  session: 'svc.session',
  expires: 'svc.expires',
} as const;

/** Where a twin finds its folder, inside its container. */
const DATA = '/data';
const MIB = 2 ** 20;
const NANO = 1e9;

export const containerName = (twin: string, owner: string): string => `svc-${twin}-${owner}`;

/** The whole of what the engine is asked to run, and the only thing that it ever is. */
export function specification(
  { installation, image, user, limits }: TwinSpecification,
  { instance, twin, folder, controlToken, owner }: TwinContainer,
): Docker.ContainerCreateOptions {
  return {
    name: containerName(twin, owner?.sessionId ?? instance),
    Image: image(twin),
    User: user,
    Hostname: twin,
    Env: [
      `SVC_TWIN=${twin}`,
      `SVC_SOCKET=${DATA}/${SOCKET_NAME}`,
      `SVC_JOURNAL=${DATA}/${JOURNAL}`,
      `SVC_CONTROL_TOKEN=${controlToken}`,
      ...(owner ? [] : ['SVC_WARM_UP=1']),
    ],
    Labels: {
      [LABELS.installation]: installation,
      [LABELS.instance]: instance,
      [LABELS.twin]: twin,
      [LABELS.pool]: owner ? 'cold' : 'warm',
      ...(owner && { [LABELS.session]: owner.sessionId, [LABELS.expires]: owner.expiresAt }),
    },
    // The runtime asks the twin itself; a process in every container every few seconds would cost more than the twins do.
    Healthcheck: { Test: ['NONE'] },
    HostConfig: { ...confinement(limits), Binds: [`${folder}:${DATA}`] },
  };
}

/** A twin reaches nothing: no network at all, a read-only file system, one folder of its own. */
function confinement({ memoryMiB, cpus, pids }: TwinLimits): Docker.HostConfig {
  return {
    NetworkMode: 'none',
    ReadonlyRootfs: true,
    CapDrop: ['ALL'],
    SecurityOpt: ['no-new-privileges'],
    Memory: memoryMiB * MIB,
    // No swap beyond it.
    MemorySwap: memoryMiB * MIB,
    NanoCpus: Math.round(cpus * NANO),
    PidsLimit: pids,
    // Comes back from its journal by itself, also while the agent is away, and after a restart of the engine.
    RestartPolicy: { Name: 'unless-stopped' },
    LogConfig: { Type: 'json-file', Config: { 'max-size': '1m', 'max-file': '2' } },
  };
}
