import { canVote, hasVoted, pinnedDiscussions, votesOf } from '../../actions/discussion-polls.ts';
import { nodeId } from '../../node-id.ts';
import type { Discussion, DiscussionPoll, Repository } from '../../world.ts';
import { inOrder, listed } from '../connection.ts';
import type { Fields } from '../graph.ts';
import { thing } from '../thing.ts';
import { accountThing } from './accounts.ts';

/** One option of a discussion's poll. */
export interface PollOption {
  discussion: Readonly<Discussion>;
  at: number;
}

const pollOf = ({ poll }: Readonly<Discussion>): DiscussionPoll => poll ?? { question: '', options: [] };
const optionOf = ({ discussion, at }: Readonly<PollOption>) => pollOf(discussion).options[at] ?? { option: '', voter_ids: [] };

export const pollOfDiscussion: Fields<Discussion> = {
  poll: (discussion) => (discussion.poll ? thing('DiscussionPoll', discussion) : null),
};

export const pinnedInRepository: Fields<Repository> = {
  pinnedDiscussions: listed([], ({ id, has_discussions }: Readonly<Repository>, _args, { context }) =>
    (has_discussions ? pinnedDiscussions(context, id) : []).map((one) => thing('PinnedDiscussion', one)),
  ),
};

export const pollFields: Readonly<Record<string, Fields>> = {
  DiscussionPoll: {
    id: ({ repository_id, id }) => nodeId('DP', repository_id, id),
    discussion: (discussion) => thing('Discussion', discussion),
    question: (discussion) => pollOf(discussion).question,
    options: listed(['orderBy'], (discussion: Readonly<Discussion>, { orderBy }) => {
      const all = pollOf(discussion).options.map((_option, at) => ({ discussion, at }));
      return inOrder<PollOption>(all, orderBy, {
        AUTHORED_ORDER: ({ at }) => at,
        VOTE_COUNT: (one) => optionOf(one).voter_ids.length,
      }).map((one) => thing('DiscussionPollOption', one));
    }),
    totalVoteCount: (discussion) => votesOf(pollOf(discussion)),
    viewerCanVote: (discussion, _args, { viewer }) => canVote(discussion, viewer.id),
    viewerHasVoted: (discussion, _args, { viewer }) => hasVoted(pollOf(discussion), viewer.id),
  } satisfies Fields<Discussion>,
  DiscussionPollOption: {
    id: ({ discussion, at }) => nodeId('DPO', discussion.repository_id, discussion.id, at),
    option: (one) => optionOf(one).option,
    poll: ({ discussion }) => thing('DiscussionPoll', discussion),
    totalVoteCount: (one) => optionOf(one).voter_ids.length,
    viewerHasVoted: (one, _args, { viewer }) => optionOf(one).voter_ids.includes(viewer.id),
  } satisfies Fields<PollOption>,
  PinnedDiscussion: {
    id: ({ repository_id, id }) => nodeId('PD', repository_id, id),
    databaseId: ({ id }) => id,
    discussion: (discussion) => thing('Discussion', discussion),
    pinnedBy: ({ pin }, _args, graph) => accountThing(graph, pin?.by_id ?? null),
    repository: ({ repository_id }, _args, { context }) =>
      thing('Repository', context.world.repositories.get(repository_id) as Readonly<Repository>),
    createdAt: ({ pin }) => pin?.at,
    updatedAt: ({ pin }) => pin?.at,
    // How it is painted is chosen on the site; nobody has.
    pattern: () => 'DOT_FILL',
    preconfiguredGradient: () => 'BLUE_MINT',
    gradientStopColors: () => [],
  } satisfies Fields<Discussion>,
};
