import { readEnvironment, serviceEnvironment } from '@svc/platform/service';
import { z } from 'zod';

const environment = z.object({
  ...serviceEnvironment,
  /** Where the blobs are; for this process alone. */
  SVC_EVIDENCE_DIR: z.string().startsWith('/').default('/data'),
  SVC_S3_BUCKET: z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name as S3 has them'),
  SVC_S3_REGION: z.string().min(1).default('us-east-1'),
  SVC_S3_ACCESS_KEY_ID: z.string().min(1),
  SVC_S3_SECRET_ACCESS_KEY: z.string().min(8),
});

export const config = readEnvironment(environment, process.env);
