import type { Secrets } from './stores.ts';

export const SOCKET = '/var/run/docker.sock';

export interface Addresses {
  baseUrl: string;
  twinsUrl: string;
  evidenceUrl: string;
  secrets: Secrets;
  bucket: string;
}

/** What each service is told; the same as deploy/compose.yaml says. */
export function environment({ baseUrl, twinsUrl, evidenceUrl, secrets, bucket }: Addresses) {
  const stores = {
    SVC_INSTALLATION_SECRET: secrets.installation,
    SVC_REDIS_URL: `redis://:${secrets.redis}@redis:6379`,
  };
  const evidence = {
    DATABASE_URL: `postgres://svc:${secrets.postgres}@postgres:5432/svc`,
    SVC_S3_ENDPOINT: 'http://s3:9000',
    SVC_S3_PUBLIC_ENDPOINT: evidenceUrl,
    SVC_S3_REGION: 'us-east-1',
    SVC_S3_BUCKET: bucket,
    SVC_S3_ACCESS_KEY_ID: 'svc',
    SVC_S3_SECRET_ACCESS_KEY: secrets.s3,
  };
  return {
    controlPlane: {
      ...stores,
      ...evidence,
      SVC_BASE_URL: baseUrl,
      SVC_TWINS_URL: twinsUrl,
      SVC_DASHBOARD_URL: baseUrl.replace(/\/v1$/, ''),
    },
    proxy: stores,
    worker: { ...stores, ...evidence },
    mounts: [] as { source: string; target: string }[],
  };
}
