import { z } from 'zod';

/** Ids are a prefix and 26 characters of Crockford's base32 in lower case (no i, l, o, u), made by the service. */
export const ID_BODY_LENGTH = 26;
export const ID_ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

export const ID_PREFIXES = {
  team: 'team',
  user: 'user',
  apiKey: 'key',
  sandbox: 'ses',
  run: 'run',
  evaluation: 'evl',
  task: 'tsk',
  request: 'req',
} as const;

export type IdKind = keyof typeof ID_PREFIXES;

const idSchema = (prefix: string) => z.string().regex(new RegExp(`^${prefix}_[${ID_ALPHABET}]{${ID_BODY_LENGTH}}$`));

export const sessionIdSchema = idSchema(ID_PREFIXES.sandbox).meta({ examples: ['ses_01jd8x5v9c4q7m2n3p6r8s0t1w'] });
export const runIdSchema = idSchema(ID_PREFIXES.run);
export const evaluationIdSchema = idSchema(ID_PREFIXES.evaluation);
export const taskIdSchema = idSchema(ID_PREFIXES.task);

/** Request ids of twins and proxies differ in length; only the prefix is promised. */
export const requestIdSchema = z.string().regex(/^req_[0-9A-Za-z]+$/);

/** Twin ids are data: what is mounted is known by the registry, not by this package. */
export const twinIdSchema = z.string().min(1).max(64).meta({ description: 'A twin id, e.g. `github`.' });

/** Team API keys: `svc_<id>_<secret>`. The id is public, the secret is shown once. */
export const API_KEY_PATTERN = /^svc_([0-9a-z]{8,32})_([0-9A-Za-z]{24,64})$/;

/** Confirms that an ungraded sandbox may be thrown away. */
export const discardTokenSchema = z.string().regex(/^dsc_[0-9a-f]+$/);

/** ISO 8601 in UTC with milliseconds. */
export const timestampSchema = z.iso.datetime();
