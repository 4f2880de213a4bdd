import { RuleBroken } from '../errors.ts';
import type { LinearContext, Reaction } from '../world.ts';
import { getIssue } from './issue-rules.ts';
import { actor, born, given, type Input, notBlank, referenced } from './support.ts';

const SUBJECTS = { commentId: 'comments', projectUpdateId: 'projectUpdates', initiativeUpdateId: 'initiativeUpdates' } as const;

export function createReaction(context: LinearContext, input: Input): Readonly<Reaction> {
  const own = ['id', 'issueId', ...Object.keys(SUBJECTS)];
  const { emoji } = given<Reaction>('ReactionCreateInput', input, { required: ['emoji'], own });
  notBlank('emoji', emoji);
  const subject: Pick<Reaction, 'issueId' | keyof typeof SUBJECTS> = {
    issueId: input.issueId == null ? null : getIssue(context, input.issueId).id,
    commentId: null,
    projectUpdateId: null,
    initiativeUpdateId: null,
  };
  for (const field of Object.keys(SUBJECTS) as (keyof typeof SUBJECTS)[]) {
    if (input[field] != null) subject[field] = referenced(context, SUBJECTS[field], input[field], field).id;
  }
  if (Object.values(subject).filter((id) => id !== null).length !== 1) {
    throw new RuleBroken('Ambiguous reaction subject', 'A reaction belongs to exactly one comment, issue or update.');
  }
  return context.world.reactions.insert({
    ...born(context, 'reactions', input),
    emoji: emoji as string,
    userId: actor(context).id,
    ...subject,
  });
}

export function deleteReaction(context: LinearContext, id: unknown): Readonly<Reaction> {
  return context.world.reactions.remove(referenced(context, 'reactions', id).id);
}
