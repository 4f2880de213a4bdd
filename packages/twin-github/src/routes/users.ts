import { json } from '@svc/twin-kit';
import { z } from 'zod';
import { getUserByLogin, viewerOf } from '../actions/access.ts';
import { resource } from '../http.ts';
import { privateUser, publicUser, simpleUser } from '../render/users.ts';
import { numberParam, operation, queryText } from './operation.ts';
import { pageQuery } from './pagination.ts';

export const userOperations = [
  operation({
    id: 'users/get-authenticated',
    method: 'GET',
    path: '/user',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_me',
    handle(context) {
      const viewer = viewerOf(context);
      return resource(privateUser(context, viewer), viewer.updated_at);
    },
  }),
  operation({
    id: 'users/get-by-username',
    method: 'GET',
    path: '/users/{username}',
    fidelity: 'semantic',
    mutates: false,
    action: 'get_user',
    handle(context, { params }) {
      const user = getUserByLogin(context, params.username ?? '');
      return resource(publicUser(context, user), user.updated_at);
    },
  }),
  operation({
    id: 'users/list',
    method: 'GET',
    path: '/users',
    fidelity: 'semantic',
    mutates: false,
    action: 'list_users',
    query: z.object({ since: queryText, per_page: pageQuery.per_page }),
    handle(context, { query, links }) {
      const since = numberParam(query.since);
      const { users } = context.world;
      const later = users.by.type.page('all', { limit: users.size }).filter((user) => user.id > since);
      const page = later.slice(0, query.per_page);
      const next = `<${links.to('/users')}?per_page=${query.per_page}&since=${page.at(-1)?.id}>; rel="next"`;
      return json(
        page.map((user) => simpleUser(context, user)),
        200,
        later.length > page.length ? { link: next } : {},
      );
    },
  }),
];
