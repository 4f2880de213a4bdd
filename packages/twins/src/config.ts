import { z } from 'zod';

const settings = z.object({
  SVC_TWIN: z.string(),
  SVC_HOST: z.string().default('127.0.0.1'),
  SVC_PORT: z.coerce.number().int().min(0).max(65_535).default(0),
  /** A Unix socket to listen on instead of host and port: a twin in a container has no network. */
  SVC_SOCKET: z.string().min(1).optional(),
  /** Of the one session that the process is for. */
  SVC_JOURNAL: z.string().min(1).optional(),
  /** For a process of many sessions: their journals are `<session>/<twin>.jsonl` below it. */
  SVC_SESSIONS: z.string().min(1).optional(),
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

const environment = settings.transform(({ SVC_JOURNAL: path, SVC_SESSIONS: folder, ...rest }, context) => {
  if (path !== undefined && folder === undefined) return { ...rest, journals: { path } };
  if (folder !== undefined && path === undefined) return { ...rest, journals: { folder } };
  context.addIssue('give either SVC_JOURNAL or SVC_SESSIONS');
  return z.NEVER;
});

export type Config = Readonly<z.output<typeof environment>>;

/** What a runtime tells a twin process. */
export const readConfig = (): Config => Object.freeze(environment.parse(process.env));
