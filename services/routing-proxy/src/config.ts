import { hostEnvironment, readEnvironment, redisEnvironment, serviceEnvironment, whole } from '@svc/platform/service';
import { z } from 'zod';

const environment = z.object({
  ...serviceEnvironment,
  ...redisEnvironment,
  ...hostEnvironment,
  /** How clients reach the proxy, where something before it ends TLS. */
  SVC_PUBLIC_PROTOCOL: z.enum(['http', 'https']).default('http'),
  /** How long it reports itself as unhealthy before it refuses calls: longer than load balancers need to see it, in milliseconds. */
  SVC_LEAVE_MS: whole(0, 600_000).default(4_000),
  /** How long calls under way may take to end at a stop, in milliseconds. */
  SVC_DRAIN_MS: whole(0, 600_000).default(10_000),
});

export const config = readEnvironment(environment, process.env);
