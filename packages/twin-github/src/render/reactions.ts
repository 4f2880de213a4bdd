import { RawJson } from '@svc/twin-kit';
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

const NO_REACTIONS = { '+1': 0, '-1': 0, laugh: 0, hooray: 0, confused: 0, heart: 0, rocket: 0, eyes: 0 } as const;

/** The counts of a record without reactions, as nearly every record is: the text after its URL. */
const NONE_TEXT = JSON.stringify({ total_count: 0, ...NO_REACTIONS }).slice(1);

/** The reaction counts of a record. */
export function reactionRollup({ world }: Pick<GithubContext, 'world'>, type: ReactionSubject, id: number, recordUrl: string) {
  const { subject } = world.reactions.by;
  const group = subjectGroup(type, id);
  const total = world.reactions.size === 0 ? 0 : subject.count(group);
  const url = `${recordUrl}/reactions`;
  if (total === 0) return new RawJson(`{"url":${JSON.stringify(url)},${NONE_TEXT}`);
  const counts: Record<ReactionContent, number> = { ...NO_REACTIONS };
  for (const { content } of subject.page(group, { limit: total })) counts[content] += 1;
  return RawJson.of({ url, total_count: total, ...counts });
}

export const renderReaction = (context: GithubContext, reaction: Readonly<Reaction>) => ({
  id: reaction.id,
  node_id: nodeId('REA', reaction.repository_id, REACTIONS.indexOf(reaction.content), reaction.id),
  user: simpleUserById(context, reaction.user_id),
  content: reaction.content,
  created_at: reaction.created_at,
});
