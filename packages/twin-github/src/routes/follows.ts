import { json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { follow, followedBy, followersOf, requireFollow, unfollow } from '../actions/follows.ts';
import { simpleUser } from '../render/users.ts';
import type { GithubContext, User } from '../world.ts';
import { operation } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;

/** A list of people: of whom the path names, else of the viewer. */
const list = (id: string, path: string, action: string, people: (context: GithubContext, login?: string) => Readonly<User>[]) =>
  operation({
    ...read,
    id,
    path,
    action,
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, people(context, request.params.username));
      return json(
        records.map((user) => simpleUser(context, user)),
        200,
        headers,
      );
    },
  });

/** Whether somebody follows the person that a parameter names: of whom the path names before, else the viewer. */
const check = (id: string, path: string, followed: 'username' | 'target_user') =>
  operation({
    ...read,
    id,
    path,
    action: 'check_following',
    handle(context, { params }) {
      requireFollow(context, followed === 'username' ? undefined : params.username, params[followed] ?? '');
      return noContent();
    },
  });

export const followOperations = [
  list('users/list-followers-for-user', '/users/{username}/followers', 'list_followers', followersOf),
  list('users/list-following-for-user', '/users/{username}/following', 'list_following', followedBy),
  list('users/list-followers-for-authenticated-user', '/user/followers', 'list_followers', followersOf),
  list('users/list-followed-by-authenticated-user', '/user/following', 'list_following', followedBy),
  check('users/check-following-for-user', '/users/{username}/following/{target_user}', 'target_user'),
  check('users/check-person-is-followed-by-authenticated', '/user/following/{username}', 'username'),
  operation({
    id: 'users/follow',
    method: 'PUT',
    path: '/user/following/{username}',
    fidelity: 'semantic',
    mutates: true,
    action: 'follow_user',
    handle(context, { params }) {
      follow(context, params.username ?? '');
      return noContent();
    },
  }),
  operation({
    id: 'users/unfollow',
    method: 'DELETE',
    path: '/user/following/{username}',
    fidelity: 'semantic',
    mutates: true,
    action: 'unfollow_user',
    handle(context, { params }) {
      unfollow(context, params.username ?? '');
      return noContent();
    },
  }),
];
