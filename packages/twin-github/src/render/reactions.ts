import { nodeId } from '../node-id.ts';
import {
  type GithubContext,
  REACTIONS,
  type Reaction,
  type ReactionContent,
  type ReactionSubject,
  subjectGroup,
} from '../world.ts';
import { simpleUserById } from './users.ts';

const NONE = { '+1': 0, '-1': 0, laugh: 0, hooray: 0, confused: 0, heart: 0, rocket: 0, eyes: 0 } as const;

/** The reaction counts of a record. */
export function reactionRollup({ world }: Pick<GithubContext, 'world'>, type: ReactionSubject, id: number, recordUrl: string) {
  const { subject } = world.reactions.by;
  const group = subjectGroup(type, id);
  const total = subject.count(group);
  const counts: Record<ReactionContent, number> = { ...NONE };
  if (total > 0) for (const { content } of subject.page(group, { limit: total })) counts[content] += 1;
  return { url: `${recordUrl}/reactions`, total_count: total, ...counts };
}

export const renderReaction = (context: GithubContext, reaction: Readonly<Reaction>) => ({
  id: reaction.id,
  node_id: nodeId('REA', reaction.repository_id, REACTIONS.indexOf(reaction.content), reaction.id),
  user: simpleUserById(context, reaction.user_id),
  content: reaction.content,
  created_at: reaction.created_at,
});
