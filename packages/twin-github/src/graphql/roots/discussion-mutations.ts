import { voteInPoll } from '../../actions/discussion-polls.ts';
import type { PollOption } from '../fields/discussion-polls.ts';
import { getNodeOf } from '../ids.ts';
import { thing } from '../thing.ts';
import { type Mutations, mutation } from './mutation.ts';

export const discussionMutations: Mutations = {
  addDiscussionPollVote: mutation(['pollOptionId'], ['pollOption'], ({ pollOptionId }, graph) => {
    const { discussion, at } = getNodeOf<PollOption>(graph.context, pollOptionId, 'DiscussionPollOption');
    return { pollOption: thing('DiscussionPollOption', { discussion: voteInPoll(graph.context, discussion, at), at }) };
  }),
};
