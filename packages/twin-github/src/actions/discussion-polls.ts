import { Unprocessable } from '../errors.ts';
import type { Discussion, DiscussionPoll, GithubContext } from '../world.ts';
import { type HasWorld, viewerOf, visibleRepository } from './access.ts';
import { requireInteraction } from './interaction-limits.ts';
import { requireUnarchived } from './issues.ts';

/** "You can add up to eight options": https://docs.github.com/discussions/collaborating-with-your-community-using-discussions/participating-in-a-discussion */
export const MOST_OPTIONS = 8;

export const votesOf = ({ options }: DiscussionPoll): number => options.reduce((sum, { voter_ids }) => sum + voter_ids.length, 0);

export const hasVoted = ({ options }: DiscussionPoll, userId: number): boolean =>
  options.some(({ voter_ids }) => voter_ids.includes(userId));

/** Each person votes once, while the discussion is open for talk. */
export const canVote = ({ poll, state, locked }: Readonly<Discussion>, userId: number): boolean =>
  poll !== undefined && state === 'open' && !locked && !hasVoted(poll, userId);

/** The viewer's vote for one option of a poll. @throws NotFound, Unprocessable */
export function voteInPoll(context: GithubContext, discussion: Readonly<Discussion>, at: number): Readonly<Discussion> {
  const viewer = viewerOf(context);
  const { poll } = discussion;
  const repository = visibleRepository(context, ...placeOf(context, discussion));
  requireUnarchived(repository);
  requireInteraction(context, repository, 'Discussion');
  if (!poll || !canVote(discussion, viewer.id)) throw new Unprocessable('You cannot vote in this poll.');
  const options = poll.options.map((option, place) =>
    place === at ? { ...option, voter_ids: [...option.voter_ids, viewer.id] } : option,
  );
  return context.world.discussions.update(discussion.id, { poll: { ...poll, options } });
}

const placeOf = ({ world }: HasWorld, { repository_id }: Readonly<Discussion>): [owner: string, name: string] =>
  (world.repositories.get(repository_id)?.full_name.split('/') ?? ['', '']) as [string, string];

/** The discussions that stand above the others of a repository, as they were pinned. */
export const pinnedDiscussions = ({ world }: HasWorld, repositoryId: number): readonly Readonly<Discussion>[] => {
  const { repository } = world.discussions.by;
  return repository
    .page(repositoryId, { limit: repository.count(repositoryId) })
    .filter((one) => one.pin !== undefined)
    .toSorted((one, other) => Date.parse(one.pin?.at ?? '') - Date.parse(other.pin?.at ?? '') || one.id - other.id);
};
