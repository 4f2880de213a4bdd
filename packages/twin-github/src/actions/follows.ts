import { NotFound } from '../errors.ts';
import { followKey, type GithubContext, timestamp, type User } from '../world.ts';
import { getUserByLogin, type HasWorld, viewerOf } from './access.ts';

const accountNamed = (context: HasWorld, login: string | undefined): Readonly<User> =>
  login === undefined ? viewerOf(context) : getUserByLogin(context, login);

/** Who follows an account (the viewer), first first. @throws NotFound */
export function followersOf(context: HasWorld, login?: string): Readonly<User>[] {
  const { id } = accountNamed(context, login);
  const { followed } = context.world.follows.by;
  return followed
    .page(id, { limit: followed.count(id) })
    .flatMap(({ follower_id }) => context.world.users.get(follower_id) ?? []);
}

/** Whom an account (the viewer) follows, first first. @throws NotFound */
export function followedBy(context: HasWorld, login?: string): Readonly<User>[] {
  const { id } = accountNamed(context, login);
  const { follower } = context.world.follows.by;
  return follower
    .page(id, { limit: follower.count(id) })
    .flatMap(({ followed_id }) => context.world.users.get(followed_id) ?? []);
}

/** @throws NotFound where one doesn't follow the other, and for unknown logins */
export function requireFollow(context: HasWorld, follower: string | undefined, followed: string): void {
  const [one, other] = [accountNamed(context, follower), getUserByLogin(context, followed)];
  if (!context.world.follows.has(followKey(one.id, other.id))) throw new NotFound();
}

/** Whoever is followed already stays so; nobody follows themselves, and GitHub says so to nobody. @throws NotFound */
export function follow(context: GithubContext, login: string): void {
  const [viewer, followed] = [viewerOf(context), getUserByLogin(context, login)];
  const key = followKey(viewer.id, followed.id);
  if (viewer.id === followed.id || !context.world.users.has(followed.id) || context.world.follows.has(key)) return;
  context.world.follows.insert({ follower_id: viewer.id, followed_id: followed.id, followed_at: timestamp(context.now) });
}

/** @throws NotFound */
export function unfollow(context: GithubContext, login: string): void {
  const key = followKey(viewerOf(context).id, getUserByLogin(context, login).id);
  if (context.world.follows.has(key)) context.world.follows.remove(key);
}
