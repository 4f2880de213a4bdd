import { z } from 'zod';

const environment = z.object({
  SVC_TWIN: z.string(),
  SVC_HOST: z.string().default('127.0.0.1'),
  SVC_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** A Unix socket to listen on instead of host and port: a twin in a container has no network. */
  SVC_SOCKET: z.string().min(1).optional(),
  SVC_JOURNAL: z.string().min(1),
  SVC_CONTROL_TOKEN: z.string().min(16),
  /** Ports of the service, to which no webhook goes, `4000,4001`. */
  SVC_OWN_PORTS: z
    .string()
    .regex(/^\d{1,5}(,\d{1,5})*$/)
    .transform((text) => text.split(',').map(Number))
    .optional(),
  /** Set for a twin that waits for a sandbox: it does ahead what its first world would cost. */
  SVC_WARM_UP: z.literal('1').optional(),
  SVC_EXIT_WITH_PARENT: z.literal('1').optional(),
});

/** What a runtime tells a twin process. */
export const config: Readonly<z.output<typeof environment>> = Object.freeze(environment.parse(process.env));
