import { type Reaction, type ReactionSubject, subjectGroup } from '../world.ts';
import type { HasWorld } from './access.ts';

/** The reactions of a group, oldest first: {@link subjectGroup}. */
export const reactionsIn = ({ world }: HasWorld, group: string): readonly Readonly<Reaction>[] => {
  const { subject } = world.reactions.by;
  return subject.page(group, { limit: subject.count(group) });
};

/** Removes what was said to a subject that is gone. */
export function removeReactions(context: HasWorld, type: ReactionSubject, id: number): void {
  for (const reaction of [...reactionsIn(context, subjectGroup(type, id))]) context.world.reactions.remove(reaction.id);
}
