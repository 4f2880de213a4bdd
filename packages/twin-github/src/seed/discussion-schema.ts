import { z } from 'zod';
import { MOST_OPTIONS } from '../actions/discussion-polls.ts';
import { CATEGORY_FORMATS, DISCUSSION_REASONS } from '../world.ts';
import { login, nameOr, reactions, time } from './schema-parts.ts';

// Plain objects: GitHub's parser drops unknown keys (spec, "Seed").

const categoryName = z.string().min(1).max(128);

const categorySchema = nameOr(
  categoryName,
  z.object({
    name: categoryName,
    emoji: z
      .string()
      .regex(/^:[\w+-]+:$/, 'must be a short code, as :mega:')
      .optional(),
    description: z.string().nullish(),
    format: z.enum(CATEGORY_FORMATS).default('open'),
  }),
);

/** What comments and their replies have. */
const remarkFields = {
  user: login.optional(),
  body: z.string().min(1),
  created_at: time.optional(),
  /** Beside the author, who votes for it first. */
  upvotes: z.array(login).default([]),
  reactions,
};

const commentSchema = z.object({
  ...remarkFields,
  /** Chosen as the answer; of questions alone, and one of them. */
  answer: z.boolean().default(false),
  replies: z.array(z.object(remarkFields)).default([]),
});

/** A question and what may be chosen; each with those who chose it. */
const pollSchema = z.object({
  question: z.string().min(1),
  options: z
    .array(nameOr(z.string().min(1), z.object({ option: z.string().min(1), votes: z.array(login).default([]) })))
    .min(2)
    .max(MOST_OPTIONS),
});

const discussionSchema = z.object({
  number: z.int().positive().optional(),
  title: z.string().min(1).max(256),
  body: z.string().default(''),
  user: login.optional(),
  /** By name or slug; by default the first one for everything. */
  category: z.string().min(1).optional(),
  state: z.enum(['open', 'closed']).default('open'),
  /** By default `resolved`, of what is closed. */
  state_reason: z.enum(DISCUSSION_REASONS).nullish(),
  locked: z.boolean().default(false),
  labels: z.array(z.string().min(1)).default([]),
  upvotes: z.array(login).default([]),
  reactions,
  comments: z.array(commentSchema).default([]),
  /** What a category of polls is for. */
  poll: pollSchema.optional(),
  pinned: z.boolean().default(false),
  created_at: time.optional(),
  updated_at: time.optional(),
  closed_at: time.nullish(),
});

/** What a repository's seed says of its discussions. */
export const discussionFields = {
  /** By default they are on where the seed has any, or categories of them. */
  has_discussions: z.boolean().optional(),
  /** By default the six that GitHub makes. */
  discussion_categories: z.array(categorySchema).optional(),
  discussions: z.array(discussionSchema).default([]),
};

export type CategorySeed = z.output<typeof categorySchema>;
export type DiscussionSeed = z.output<typeof discussionSchema>;
export type DiscussionCommentSeed = DiscussionSeed['comments'][number];
