import { narratorEnvironment } from '@svc/narrator';
import {
  blobEnvironment,
  databaseEnvironment,
  hostEnvironment,
  readEnvironment,
  redisEnvironment,
  serviceEnvironment,
  whole,
} from '@svc/platform/service';
import { z } from 'zod';

const environment = z.object({
  ...serviceEnvironment,
  ...databaseEnvironment,
  ...redisEnvironment,
  ...blobEnvironment,
  ...narratorEnvironment,
  ...hostEnvironment,
  SVC_INSTALLATION_SECRET: z.string().min(32),
  /** Jobs in work at once. */
  SVC_CONCURRENCY: whole(1, 64).default(2),
  /** How long jobs in work may take to end at a stop, in milliseconds; what doesn't end is taken up by another worker. */
  SVC_DRAIN_MS: whole(0, 600_000).default(10_000),
});

export const config = readEnvironment(environment, process.env);
