import { loadTwin, twinIds } from '@svc/twins';
import { image } from './images.ts';
import type { Secrets } from './stores.ts';

export const SOCKET = '/var/run/docker.sock';

export interface Addresses {
  baseUrl: string;
  twinsUrl: string;
  evidenceUrl: string;
  secrets: Secrets;
  bucket: string;
  /** Label of the twins and name of the volume that they share with the services. */
  installation: string;
  /** Twins that wait, as SVC_WARM says it. */
  warm?: string;
}

/** What each service is told; the same as deploy/compose.yaml says. */
export async function environment({
  baseUrl,
  twinsUrl,
  evidenceUrl,
  secrets,
  bucket,
  installation,
  warm = 'github=2',
}: Addresses) {
  const redis = { SVC_REDIS_URL: `redis://:${secrets.redis}@redis:6379` };
  const evidence = {
    ...redis,
    SVC_INSTALLATION_SECRET: secrets.installation,
    DATABASE_URL: `postgres://svc:${secrets.postgres}@postgres:5432/svc`,
    SVC_EVIDENCE_STORE: 'http://s3:8080',
    SVC_S3_ENDPOINT: '',
    SVC_S3_REGION: 'us-east-1',
    SVC_S3_PUBLIC_ENDPOINT: evidenceUrl,
    SVC_S3_BUCKET: bucket,
    SVC_S3_ACCESS_KEY_ID: 'svc',
    SVC_S3_SECRET_ACCESS_KEY: secrets.s3,
  };
  const twins = (await availableTwins()).join(',');
  return {
    agent: {
      SVC_TWIN_IMAGE: image('twin-{twin}'),
      SVC_TWINS: twins,
      SVC_INSTALLATION: installation,
      SVC_MOST_TWINS: '1000',
      SVC_TWIN_MEMORY_MIB: '256',
      SVC_TWIN_CPUS: '1',
      SVC_TWIN_PIDS: '64',
    },
    controlPlane: {
      ...evidence,
      SVC_BASE_URL: baseUrl,
      SVC_TWINS_URL: twinsUrl,
      SVC_PROXY_URL: 'http://routing-proxy:8080',
      SVC_DASHBOARD_URL: baseUrl.replace(/\/v1$/, ''),
      SVC_TWINS: twins,
      SVC_WARM: warm,
      SVC_TWIN_JOURNAL_MIB: '256',
      SVC_TWIN_WORLD_MIB: '32',
      SVC_DISK_RESERVE_MIB: '1024',
      SVC_TRUSTED_HOPS: '1',
    },
    proxy: { ...redis, SVC_PUBLIC_PROTOCOL: 'http' },
    worker: evidence,
    /** Sockets and journals of the twins, and the agent's socket. */
    volumes: { twins: { source: installation, target: '/twins' }, agent: { source: `${installation}-agent`, target: '/agent' } },
  };
}

/** Twins that have a package in this version, and so an image. */
export async function availableTwins(): Promise<string[]> {
  const loaded = await Promise.all(twinIds.map((id) => loadTwin(id)));
  return twinIds.filter((_, index) => loaded[index]);
}
