import { collection } from '@svc/twin-kit';

/** https://docs.github.com/discussions/managing-discussions-for-your-community/managing-categories-for-discussions#about-categories-for-discussions */
export const CATEGORY_FORMATS = ['open', 'question', 'announcement', 'poll'] as const;
export type CategoryFormat = (typeof CATEGORY_FORMATS)[number];

export interface DiscussionCategory {
  id: number;
  repository_id: number;
  name: string;
  slug: string;
  /** A short code: `:mega:`. */
  emoji: string;
  description: string | null;
  format: CategoryFormat;
  created_at: string;
  updated_at: string;
}

export const DISCUSSION_REASONS = ['resolved', 'outdated', 'duplicate', 'reopened'] as const;
export type DiscussionReason = (typeof DISCUSSION_REASONS)[number];

/** https://docs.github.com/graphql/reference/objects#discussionpoll */
export interface DiscussionPoll {
  question: string;
  options: { option: string; voter_ids: number[] }[];
}

/** https://docs.github.com/graphql/reference/objects#discussion */
export interface Discussion {
  id: number;
  repository_id: number;
  /** Of one row with issues and pull requests. */
  number: number;
  category_id: number;
  title: string;
  body: string;
  user_id: number;
  state: 'open' | 'closed';
  state_reason: DiscussionReason | null;
  locked: boolean;
  label_ids: number[];
  /** Those who voted for it; its author is the first. */
  upvoter_ids: number[];
  /** The comment that was chosen. */
  answer_id: number | null;
  answer_chosen_at: string | null;
  answer_chosen_by_id: number | null;
  /** Of a category for polls. */
  poll?: DiscussionPoll;
  /** By whom and since when it stands above the others. */
  pin?: { by_id: number; at: string };
  created_at: string;
  updated_at: string;
  closed_at: string | null;
}

/** A comment on a discussion, or a reply to one. */
export interface DiscussionComment {
  id: number;
  repository_id: number;
  discussion_id: number;
  /** The comment that it replies to; replies have none of their own. */
  reply_to_id: number | null;
  user_id: number;
  body: string;
  upvoter_ids: number[];
  created_at: string;
  updated_at: string;
}

/** Where the comments of a discussion stand, or the replies to one of them. */
export const threadKey = (discussionId: number, replyToId: number | null = null) => `${discussionId}/${replyToId ?? ''}`;

export const discussionCollections = {
  discussion_categories: collection<DiscussionCategory>()({
    key: (category) => category.id,
    indexes: {
      repository: { group: (category) => category.repository_id },
      slug: { group: (category) => `${category.repository_id}/${category.slug}` },
    },
  }),
  discussions: collection<Discussion>()({
    key: (discussion) => discussion.id,
    indexes: {
      repository: { group: (discussion) => discussion.repository_id, order: (discussion) => discussion.created_at },
      number: { group: (discussion) => `${discussion.repository_id}/${discussion.number}` },
    },
  }),
  discussion_comments: collection<DiscussionComment>()({
    key: (comment) => comment.id,
    indexes: {
      repository: { group: (comment) => comment.repository_id },
      discussion: { group: (comment) => comment.discussion_id },
      /** By `threadKey(discussion, comment)`. */
      thread: { group: (comment) => threadKey(comment.discussion_id, comment.reply_to_id) },
    },
  }),
};
