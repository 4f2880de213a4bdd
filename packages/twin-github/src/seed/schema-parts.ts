import { z } from 'zod';
import { isValidRefName } from '../git/path.ts';
import { PERMISSIONS, REACTIONS } from '../world.ts';

const described = (schema: z.ZodType) => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' });

/** A value of one of two shapes, judged by the shape it has: a union would only say that none fits. */
export const shaped = <A, B>(one: z.ZodType<A>, other: z.ZodType<B>, isOther: (value: unknown) => boolean) =>
  z
    .unknown()
    .transform((value, context): A | B => {
      const parsed = (isOther(value) ? other : one).safeParse(value);
      if (parsed.success) return parsed.data;
      context.issues.push(...(parsed.error.issues.map((issue) => ({ ...issue, input: value })) as typeof context.issues));
      return z.NEVER;
    })
    // Whoever reads the schema is to know both.
    .meta({ anyOf: [described(one), described(other)] });

/** A name alone, or an object. */
export const nameOr = <N, O>(name: z.ZodType<N>, object: z.ZodType<O>) =>
  shaped(name, object, (value) => typeof value === 'object' && value !== null);

// Plain objects: GitHub's parser drops unknown keys (spec, "Seed").

/** https://docs.github.com/enterprise-server/admin/managing-accounts-and-repositories/managing-users-in-your-enterprise */
export const login = z
  .string()
  .regex(/^[a-z\d](?:[a-z\d_]|-(?=[a-z\d]))*(\[bot\])?$/i, 'must be a GitHub login: letters, digits and single hyphens')
  .max(39);
export const time = z.iso.datetime({ offset: true });
export const branchName = z
  .string()
  .refine(isValidRefName, { message: 'must be a git branch name', params: { code: 'invalid_branch' } });
const tagName = z.string().refine(isValidRefName, { message: 'must be a git tag name', params: { code: 'invalid_tag' } });

/** Kind alone (the author's), or with somebody's name. */
const reactionSchema = nameOr(z.enum(REACTIONS), z.object({ content: z.enum(REACTIONS), user: login.optional() }));
export const reactions = z.array(reactionSchema).default([]);

export const teamSchema = z.object({
  name: z.string().min(1),
  description: z.string().nullish(),
  privacy: z.enum(['closed', 'secret']).default('closed'),
  /** By default everyone in the organisation. */
  members: z.array(login).optional(),
  maintainers: z.array(login).default([]),
});

export const tagSchema = nameOr(
  tagName,
  z.object({
    name: tagName,
    /** The branch whose tip it names; by default the default branch. */
    target: branchName.optional(),
    /** Makes it an annotated tag. */
    message: z.string().min(1).optional(),
  }),
);

const assetSchema = z
  .object({
    name: z.string().regex(/^[\w+-][\w.+-]*$/, 'must be a file name: letters, digits, ".", "-", "_" and "+"'),
    content: z.string().min(1).optional(),
    content_base64: z.base64().min(1).optional(),
    content_type: z.string().default('application/octet-stream'),
    label: z.string().nullish(),
  })
  .refine((asset) => (asset.content === undefined) !== (asset.content_base64 === undefined), {
    message: 'give either content or content_base64',
    path: ['content'],
    params: { code: 'ambiguous_content' },
  });

export const releaseSchema = z.object({
  tag_name: tagName,
  /** The branch that the tag is made on, where it isn't there; by default the default branch. */
  target_commitish: branchName.optional(),
  name: z.string().nullish(),
  body: z.string().nullish(),
  draft: z.boolean().default(false),
  prerelease: z.boolean().default(false),
  author: login.optional(),
  published_at: time.optional(),
  assets: z.array(assetSchema).default([]),
});

const statusFields = {
  state: z.enum(['error', 'failure', 'pending', 'success']).default('success'),
  context: z.string().min(1).default('default'),
  description: z.string().max(140).nullish(),
  target_url: z.url().nullish(),
  creator: login.optional(),
};
const checkRunFields = {
  name: z.string().min(1),
  /** By default `completed`, with a conclusion of success. */
  status: z.enum(['queued', 'in_progress', 'completed']).optional(),
  conclusion: z
    .enum(['success', 'failure', 'neutral', 'cancelled', 'skipped', 'timed_out', 'action_required', 'stale'])
    .optional(),
  title: z.string().nullish(),
  summary: z.string().nullish(),
  text: z.string().nullish(),
  details_url: z.url().nullish(),
};

/** What is said about the head of a pull request. */
export const headChecks = {
  statuses: z.array(z.object(statusFields)).default([]),
  check_runs: z.array(z.object(checkRunFields)).default([]),
};
/** What is said about the tip of a branch; by default of the default branch. */
export const branchChecks = {
  statuses: z.array(z.object({ ...statusFields, branch: branchName.optional() })).default([]),
  check_runs: z.array(z.object({ ...checkRunFields, branch: branchName.optional() })).default([]),
};

const reviewCommentSchema = z.object({
  path: z.string().min(1),
  body: z.string().min(1),
  /** Without a line, or with one that the diff doesn't have, the comment is on the file. */
  line: z.number().int().positive().optional(),
  start_line: z.number().int().positive().optional(),
  side: z.enum(['LEFT', 'RIGHT']).default('RIGHT'),
  resolved: z.boolean().default(false),
  replies: z.array(z.object({ user: login.optional(), body: z.string().min(1) })).default([]),
});

export const reviewSchema = z.object({
  user: login,
  state: z.enum(['COMMENTED', 'APPROVED', 'CHANGES_REQUESTED', 'DISMISSED', 'PENDING']).default('COMMENTED'),
  body: z.string().default(''),
  submitted_at: time.optional(),
  comments: z.array(reviewCommentSchema).default([]),
});

export const invitationSchema = nameOr(login, z.object({ login, permission: z.enum(PERMISSIONS).default('push') }));

export type TeamSeed = z.output<typeof teamSchema>;
export type TagSeed = z.output<typeof tagSchema>;
export type ReleaseSeed = z.output<typeof releaseSchema>;
export type ReviewSeed = z.output<typeof reviewSchema>;
export type ReviewCommentSeed = z.output<typeof reviewCommentSchema>;
export type ReactionSeed = z.output<typeof reactionSchema>;
export type StatusSeed = z.output<typeof branchChecks.statuses>[number];
export type CheckRunSeed = z.output<typeof branchChecks.check_runs>[number];
