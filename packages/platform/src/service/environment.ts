import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { hostAddressOf } from '../runtime/endpoint.ts';

/** Variables of ours; a misspelt one must not be passed over in silence. */
const OURS = /^(SVC_|DATABASE_URL(_FILE)?$)/;

/** Behind a variable's name: the file that its value stands in, as engines give secrets to containers. */
const IN_FILE = '_FILE';

/** @throws where a file can't be read */
function settingOf(name: string, value: string, isOwn: (name: string) => boolean): [string, string] {
  const meant = name.slice(0, -IN_FILE.length);
  if (!name.endsWith(IN_FILE) || isOwn(name) || !isOwn(meant)) return [name, value];
  try {
    return [meant, readFileSync(value, 'utf8').trimEnd()];
  } catch (cause) {
    throw new Error(`The configuration is not usable:\n  ${name}: its file can't be read`, { cause });
  }
}

/**
 * Reads a service's configuration: every variable that starts with `SVC_` must be one of the schema's, or one of these and `_FILE`.
 *
 * @throws with one line for each variable that is wrong, and no value of any
 */
export function readEnvironment<S extends z.ZodObject>(
  schema: S,
  environment: Record<string, string | undefined>,
): Readonly<z.output<S>> {
  const given = Object.entries(environment).filter(
    (pair): pair is [string, string] => OURS.test(pair[0]) && pair[1] !== undefined && pair[1] !== '',
  );
  const own = Object.fromEntries(given.map(([name, value]) => settingOf(name, value, (one) => Object.hasOwn(schema.shape, one))));
  const parsed = z.strictObject(schema.shape).safeParse(own);
  if (parsed.success) return Object.freeze(parsed.data) as Readonly<z.output<S>>;
  const lines = parsed.error.issues.map(({ path, message }) => `  ${path.join('.') || 'environment'}: ${message}`);
  throw new Error(`The configuration is not usable:\n${lines.join('\n')}`);
}

/** A whole number between two others. */
export const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** `a=1,b=2` */
export const counts = z
  .string()
  .regex(/^[a-z][a-z0-9-]*=\d{1,6}(,[a-z][a-z0-9-]*=\d{1,6})*$/, 'must be like <twin>=<count>,<twin>=<count>')
  .transform((text) => Object.fromEntries(text.split(',').map((pair) => [pair.split('=')[0]!, Number(pair.split('=')[1])])));

/** `a,b` */
export const names = z.string().transform((text) => text.split(',').map((name) => name.trim()));

/** What every service is told. */
export const serviceEnvironment = {
  SVC_HOST: z.string().default('0.0.0.0'),
  SVC_PORT: whole(0, 65_535).default(8080),
  SVC_LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
};

/** What shows other hosts of the installation whose a process is. */
export const hostEnvironment = {
  /** A folder with the installation's certificates, as `deploy/host-certificates.sh` writes it: needed where twins run on other hosts. */
  SVC_HOST_CERTIFICATES: z.string().startsWith('/').optional(),
};

/** `host:port`, or `[address]:port` of IP version 6 */
export const hostAddress = z
  .string()
  .regex(/^(\[[0-9a-f:.]+\]|[A-Za-z0-9.-]+):\d{1,5}$/, 'must be like <host>:<port>')
  .transform(hostAddressOf);

const redisUrl = z.url({ protocol: /^rediss?$/ });
const httpUrl = z.url({ protocol: /^https?$/ });

export const redisEnvironment = { SVC_REDIS_URL: redisUrl };

export const databaseEnvironment = {
  /** `DATABASE_URL` is what other tools for PostgreSQL read; where both are given it wins. */
  DATABASE_URL: z.string().optional(),
  SVC_DATABASE_URL: z.string().optional(),
  SVC_DATABASE_POOL: whole(1, 1_000).default(10),
};

/** @throws when neither variable is given */
export function databaseUrl(config: { DATABASE_URL?: string | undefined; SVC_DATABASE_URL?: string | undefined }): string {
  const url = config.DATABASE_URL ?? config.SVC_DATABASE_URL;
  if (url === undefined) throw new Error('The configuration is not usable:\n  DATABASE_URL: is required');
  return url;
}

export const blobEnvironment = {
  /** The fleet's own store, for who names no S3. */
  SVC_EVIDENCE_STORE: httpUrl.optional(),
  /** Left out, as is the fleet's own store: AWS. */
  SVC_S3_ENDPOINT: httpUrl.optional(),
  /** Where clients reach the store, for signed URLs. */
  SVC_S3_PUBLIC_ENDPOINT: httpUrl.optional(),
  SVC_S3_BUCKET: z.string().min(3),
  SVC_S3_REGION: z.string().default('us-east-1'),
  /** Left out: the SDK's own chain. */
  SVC_S3_ACCESS_KEY_ID: z.string().optional(),
  SVC_S3_SECRET_ACCESS_KEY: z.string().optional(),
  SVC_S3_FORCE_PATH_STYLE: z.stringbool().optional(),
};

type BlobEnvironment = z.output<z.ZodObject<typeof blobEnvironment>>;

/** The options of the S3 store. */
export const blobOptions = (config: BlobEnvironment) => ({
  bucket: config.SVC_S3_BUCKET,
  region: config.SVC_S3_REGION,
  endpoint: config.SVC_S3_ENDPOINT ?? config.SVC_EVIDENCE_STORE,
  wholeUploads: config.SVC_S3_ENDPOINT === undefined && config.SVC_EVIDENCE_STORE !== undefined,
  publicEndpoint: config.SVC_S3_PUBLIC_ENDPOINT,
  forcePathStyle: config.SVC_S3_FORCE_PATH_STYLE,
  credentials:
    config.SVC_S3_ACCESS_KEY_ID === undefined || config.SVC_S3_SECRET_ACCESS_KEY === undefined
      ? undefined
      : { accessKeyId: config.SVC_S3_ACCESS_KEY_ID, secretAccessKey: config.SVC_S3_SECRET_ACCESS_KEY },
});
