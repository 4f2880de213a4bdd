import { z } from 'zod';

const autolinkSchema = z.object({
  key_prefix: z.string().min(1),
  url_template: z
    .string()
    .regex(/^https?:\/\/\S+$/, 'must be an address')
    .refine((text) => text.includes('<num>'), 'must contain <num>'),
  is_alphanumeric: z.boolean().default(true),
});

/** The autolinks of a repository, each with a prefix of its own. */
export const autolinksField = z
  .array(autolinkSchema)
  .refine((all) => new Set(all.map(({ key_prefix }) => key_prefix.toLowerCase())).size === all.length, {
    message: 'each has a prefix of its own',
    params: { code: 'duplicate' },
  })
  .default([]);
