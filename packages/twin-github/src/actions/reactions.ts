import { Forbidden, NotFound, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import {
  type GithubContext,
  REACTIONS,
  type Reaction,
  type ReactionContent,
  type Repository,
  type RestSubject,
  subjectGroup,
  timestamp,
} from '../world.ts';
import { viewerOf, visibleRepository } from './access.ts';
import { getComment } from './comments.ts';
import { getCommitComment } from './commit-comments.ts';
import { requireInteraction } from './interaction-limits.ts';
import { getIssue, requireUnarchived } from './issues.ts';
import { reactionsIn } from './reaction-groups.ts';
import { getRelease } from './releases.ts';
import { getReviewComment } from './review-comments.ts';

/** Something to react to, as a path names it: an issue by its number, the others by id. */
export interface Subject {
  type: RestSubject;
  owner: string;
  repo: string;
  number: number;
}

const FIND: Readonly<
  Record<RestSubject, (context: GithubContext, owner: string, repo: string, number: number) => { id: number }>
> = {
  issue: (context, owner, repo, number) => getIssue(context, owner, repo, number).issue,
  issue_comment: getComment,
  review_comment: getReviewComment,
  commit_comment: getCommitComment,
  release: getRelease,
};

function locate(
  context: GithubContext,
  { type, owner, repo, number }: Subject,
): { repository: Readonly<Repository>; group: string; id: number } {
  const repository = visibleRepository(context, owner, repo);
  const { id } = FIND[type](context, owner, repo, number);
  return { repository, group: subjectGroup(type, id), id };
}

/** The reactions to a subject, oldest first. @throws NotFound */
export function listReactions(
  context: GithubContext,
  subject: Subject,
  content: string | undefined,
): readonly Readonly<Reaction>[] {
  const all = reactionsIn(context, locate(context, subject).group);
  return content === undefined ? all : all.filter((reaction) => reaction.content === content);
}

/** Reacts; who has reacted in this way already gets that reaction. @throws NotFound, RepositoryArchived, ValidationFailed */
export function createReaction(
  context: GithubContext,
  subject: Subject,
  content: string,
): { reaction: Readonly<Reaction>; isNew: boolean } {
  const { repository, group, id } = locate(context, subject);
  requireUnarchived(repository);
  requireInteraction(context, repository, 'Reaction');
  if (!isContent(content)) {
    throw new ValidationFailed([{ resource: 'Reaction', code: 'invalid', field: 'content', value: content }]);
  }
  const viewer = viewerOf(context);
  const known = reactionsIn(context, group).find((one) => one.user_id === viewer.id && one.content === content);
  if (known) return { reaction: known, isNew: false };
  const reaction = context.world.reactions.insert({
    id: nextId(context.ids, 'reaction'),
    repository_id: repository.id,
    subject_type: subject.type,
    subject_id: id,
    user_id: viewer.id,
    content,
    created_at: timestamp(context.now),
  });
  return { reaction, isNew: true };
}

const isContent = (content: string): content is ReactionContent => REACTIONS.some((known) => known === content);

/** Takes one's own reaction back. @throws NotFound, Forbidden */
export function deleteReaction(context: GithubContext, subject: Subject, id: number): void {
  const { group } = locate(context, subject);
  const reaction = reactionsIn(context, group).find((candidate) => candidate.id === id);
  if (!reaction) throw new NotFound();
  if (reaction.user_id !== viewerOf(context).id) throw new Forbidden();
  context.world.reactions.remove(id);
}
