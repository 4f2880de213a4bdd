import { NotFound, Unprocessable } from '../errors.ts';
import {
  type CommitComment,
  type GithubContext,
  type GithubWorld,
  type IssueEvent,
  membershipKey,
  type Push,
  type Repository,
  type User,
} from '../world.ts';
import { getUserByLogin, isVisible, viewerOf, visibleRepository } from './access.ts';
import { organizationByLogin } from './organizations.ts';

/** What happened: its type as GitHub names it, and the record that tells of it. https://docs.github.com/rest/using-the-rest-api/github-event-types */
export type Happening =
  | { type: 'IssuesEvent' | 'PullRequestEvent'; action: string; issue_id: number; event?: Readonly<IssueEvent> }
  | { type: 'IssueCommentEvent'; comment_id: number }
  | { type: 'PullRequestReviewEvent'; review_id: number }
  | { type: 'PullRequestReviewCommentEvent'; comment_id: number }
  | { type: 'CommitCommentEvent'; comment: Readonly<CommitComment> }
  | { type: 'ReleaseEvent'; release_id: number }
  | { type: 'WatchEvent' }
  | { type: 'ForkEvent'; fork_id: number }
  | { type: 'PushEvent' | 'CreateEvent' | 'DeleteEvent'; push: Readonly<Push> }
  | { type: 'RepositoryEvent' };

/** One entry of a timeline. */
export interface ActivityEvent {
  id: string;
  at: string;
  actor_id: number;
  repository_id: number;
  happening: Happening;
}

/** "The timeline will include up to 300 events. Only events created within the past 30 days will be included." (docs: REST, Events) */
const MOST_EVENTS = 300;
const WINDOW = 30 * 24 * 60 * 60 * 1000;
const CHUNK = 100;

interface Index<T> {
  page(group: string | number, cut: { offset: number; limit: number; reverse: boolean }): readonly Readonly<T>[];
}

/** The records of a group, last first, read as far as somebody asks. */
function* lastFirst<T>(index: Index<T>, group: string | number): Generator<Readonly<T>> {
  for (let offset = 0; ; offset += CHUNK) {
    const page = index.page(group, { offset, limit: CHUNK, reverse: true });
    yield* page;
    if (page.length < CHUNK) return;
  }
}

/** Each kind of record has ids of its own: an event's begin with its kind. */
const KINDS = 100_000_000_000;
const idOf = (kind: number, id: number): string => String(kind * KINDS + id);

type Source = (world: GithubWorld, repository: Readonly<Repository>) => Iterable<ActivityEvent | undefined>;

/** Of an issue's history what timelines tell, by what they call it. */
const ACTIONS: Readonly<Record<string, string>> = {
  closed: 'closed',
  reopened: 'reopened',
  assigned: 'assigned',
  unassigned: 'unassigned',
  labeled: 'labeled',
  unlabeled: 'unlabeled',
};

const issueType = (isPull: boolean) => (isPull ? ('PullRequestEvent' as const) : ('IssuesEvent' as const));

const SOURCES: readonly Source[] = [
  function* opened(world, { id }) {
    for (const issue of lastFirst(world.issues.by.created, `${id}/all`))
      yield {
        ...{ id: idOf(1, issue.id), at: issue.created_at, actor_id: issue.user_id, repository_id: id },
        happening: { type: issueType(issue.is_pull_request), action: 'opened', issue_id: issue.id },
      };
  },
  function* changed(world, { id }) {
    for (const event of lastFirst(world.issue_events.by.repository, id)) {
      const action = ACTIONS[event.event];
      const issue = action === undefined ? undefined : world.issues.get(event.issue_id);
      if (!issue || action === undefined) continue;
      const isMerge =
        action === 'closed' && issue.is_pull_request && world.pull_requests.get(issue.id)?.merged_at === event.created_at;
      yield {
        ...{ id: idOf(2, event.id), at: event.created_at, actor_id: event.actor_id, repository_id: id },
        happening: { type: issueType(issue.is_pull_request), action: isMerge ? 'merged' : action, issue_id: issue.id, event },
      };
    }
  },
  function* commented(world, { id }) {
    for (const comment of lastFirst(world.comments.by.repository, id))
      yield {
        ...{ id: idOf(3, comment.id), at: comment.created_at, actor_id: comment.user_id, repository_id: id },
        happening: { type: 'IssueCommentEvent', comment_id: comment.id },
      };
  },
  function* reviewed(world, { id }) {
    for (const review of lastFirst(world.reviews.by.repository, id)) {
      if (review.submitted_at === null) continue;
      yield {
        ...{ id: idOf(4, review.id), at: review.submitted_at, actor_id: review.user_id, repository_id: id },
        happening: { type: 'PullRequestReviewEvent', review_id: review.id },
      };
    }
  },
  function* reviewCommented(world, { id }) {
    for (const comment of lastFirst(world.review_comments.by.repository, id))
      yield {
        ...{ id: idOf(5, comment.id), at: comment.created_at, actor_id: comment.user_id, repository_id: id },
        happening: { type: 'PullRequestReviewCommentEvent', comment_id: comment.id },
      };
  },
  function* commitCommented(world, { id }) {
    for (const comment of lastFirst(world.commit_comments.by.repository, id))
      yield {
        ...{ id: idOf(6, comment.id), at: comment.created_at, actor_id: comment.user_id, repository_id: id },
        happening: { type: 'CommitCommentEvent', comment },
      };
  },
  function* released(world, { id }) {
    for (const release of lastFirst(world.releases.by.repository, id)) {
      if (release.published_at === null) continue;
      yield {
        ...{ id: idOf(7, release.id), at: release.published_at, actor_id: release.author_id, repository_id: id },
        happening: { type: 'ReleaseEvent', release_id: release.id },
      };
    }
  },
  function* starred(world, { id }) {
    for (const star of lastFirst(world.stars.by.repository, id))
      yield {
        ...{ id: idOf(8, id * 10_000 + star.user_id), at: star.starred_at, actor_id: star.user_id, repository_id: id },
        happening: { type: 'WatchEvent' },
      };
  },
  function* forked(world, { id }) {
    for (const fork of lastFirst(world.repositories.by.parent, id))
      yield {
        ...{ id: idOf(9, fork.id), at: fork.created_at, actor_id: fork.owner_id, repository_id: id },
        happening: { type: 'ForkEvent', fork_id: fork.id },
      };
  },
  function* pushed(world, { id }) {
    for (const push of lastFirst(world.pushes.by.repository, id)) {
      const facts = { at: push.pushed_at, actor_id: push.actor_id, repository_id: id };
      // What makes a branch is told as made, and not as pushed.
      const type = push.before === null ? 'CreateEvent' : push.after === null ? 'DeleteEvent' : 'PushEvent';
      yield { ...facts, id: idOf(10, push.id), happening: { type, push } };
    }
  },
  function* made(world, { id, owner_id, created_at, parent_id }) {
    const owner = world.users.get(owner_id);
    if (parent_id !== null || owner?.type !== 'User') return;
    yield { id: idOf(11, id), at: created_at, actor_id: owner_id, repository_id: id, happening: { type: 'RepositoryEvent' } };
  },
];

type Keep = (event: ActivityEvent) => boolean;

/** The last events of these repositories, last first. */
function timeline(
  context: GithubContext,
  repositories: Iterable<Readonly<Repository>>,
  keep: Keep = () => true,
): ActivityEvent[] {
  const since = context.now - WINDOW;
  const found: ActivityEvent[] = [];
  for (const repository of repositories) {
    for (const source of SOURCES) {
      let count = 0;
      for (const event of source(context.world, repository)) {
        if (!event || Date.parse(event.at) < since || !keep(event)) continue;
        found.push(event);
        count += 1;
        if (count === MOST_EVENTS) break;
      }
    }
  }
  found.sort((one, other) => (one.at < other.at ? 1 : one.at > other.at ? -1 : Number(other.id) - Number(one.id)));
  return found.slice(0, MOST_EVENTS);
}

const repositoriesSeen = (context: GithubContext): Readonly<Repository>[] =>
  [...context.world.repositories.values()].filter((repository) => isVisible(context, repository));
const publicRepositories = (context: GithubContext): Readonly<Repository>[] =>
  [...context.world.repositories.values()].filter((repository) => !repository.private);

export const publicEvents = (context: GithubContext): ActivityEvent[] => timeline(context, publicRepositories(context));

/** @throws NotFound */
export const repositoryEvents = (context: GithubContext, owner: string, repo: string): ActivityEvent[] =>
  timeline(context, [visibleRepository(context, owner, repo)]);

/** The public events of a repository, of what it was forked from, and of its forks. @throws NotFound */
export function networkEvents(context: GithubContext, owner: string, repo: string): ActivityEvent[] {
  const repository = visibleRepository(context, owner, repo);
  const root = repository.parent_id ?? repository.id;
  return timeline(
    context,
    publicRepositories(context).filter(({ id, parent_id }) => id === root || parent_id === root),
  );
}

/** @throws NotFound */
export function organizationEvents(context: GithubContext, org: string): ActivityEvent[] {
  const { id } = organizationByLogin(context, org);
  return timeline(
    context,
    publicRepositories(context).filter(({ owner_id }) => owner_id === id),
  );
}

/** What an account did. The viewer's own private events are for the viewer. @throws NotFound */
export function eventsBy(context: GithubContext, login: string, onlyPublic: boolean): ActivityEvent[] {
  const user = getUserByLogin(context, login);
  const isOwn = !onlyPublic && user.id === viewerOf(context).id;
  return timeline(
    context,
    isOwn ? repositoriesSeen(context) : publicRepositories(context),
    ({ actor_id }) => actor_id === user.id,
  );
}

/** What an account is told of: what others do in repositories that it watches, and what those do whom it follows. @throws NotFound */
export function eventsReceivedBy(context: GithubContext, login: string, onlyPublic: boolean): ActivityEvent[] {
  const user = getUserByLogin(context, login);
  const { subscriptions, follows } = context.world;
  const watched = new Set(
    subscriptions.by.user
      .page(user.id, { limit: subscriptions.by.user.count(user.id) })
      .flatMap(({ repository_id, ignored }) => (ignored ? [] : [repository_id])),
  );
  const followed = new Set(
    follows.by.follower.page(user.id, { limit: follows.by.follower.count(user.id) }).map(({ followed_id }) => followed_id),
  );
  const isOwn = !onlyPublic && user.id === viewerOf(context).id;
  return timeline(
    context,
    isOwn ? repositoriesSeen(context) : publicRepositories(context),
    ({ actor_id, repository_id }) => actor_id !== user.id && (watched.has(repository_id) || followed.has(actor_id)),
  );
}

/** The viewer's dashboard of an organisation that they are in: "You must be authenticated as the user to view this." @throws NotFound */
export function dashboardEvents(context: GithubContext, login: string, org: string): ActivityEvent[] {
  const user: Readonly<User> = getUserByLogin(context, login);
  const organization = organizationByLogin(context, org);
  const isIn = context.world.memberships.has(membershipKey(organization.id, user.id));
  if (user.id !== viewerOf(context).id || !isIn) throw new NotFound();
  return timeline(
    context,
    repositoriesSeen(context).filter(({ owner_id }) => owner_id === organization.id),
  );
}

/** In GitHub's words: https://github.com/theboi/github-update-readme/issues/4. @throws Unprocessable past the last page that there may be */
export function requireEventPage({ per_page, page }: { per_page: number; page: number }): void {
  if ((page - 1) * per_page < MOST_EVENTS) return;
  throw new Unprocessable(
    'In order to keep the API fast for everyone, pagination is limited for this resource. Check the rel=last link relation in the Link response header to see how far back you can traverse.',
  );
}
