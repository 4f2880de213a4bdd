import { created, json, noContent, webPage } from '@svc/twin-kit';
import { z } from 'zod';
import {
  appOf,
  callersRepositories,
  createInstallationToken,
  getApp,
  getInstallation,
  installationOf,
  listInstallations,
  revokeToken,
} from '../actions/apps.ts';
import { ACTIONS_APP } from '../actions/protection/actors.ts';
import { renderApp, renderInstallation } from '../render/apps.ts';
import { renderApp as renderActionsApp } from '../render/commit-checks.ts';
import { renderRepository } from '../render/repositories.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;

const reading = [
  operation({
    ...read,
    id: 'apps/get-authenticated',
    path: '/app',
    action: 'get_app',
    handle: (context) => json(renderApp(context, appOf(context), true)),
  }),
  operation({
    ...read,
    id: 'apps/list-installations',
    path: '/app/installations',
    action: 'list_installations',
    query: z.object({ ...pageQuery, since: queryText, outdated: queryText }),
    handle(context, request) {
      const { since } = request.query;
      const all = listInstallations(context).filter(({ updated_at }) => since === undefined || updated_at >= since);
      const { records, headers } = pageOfList(request, all);
      return json(
        records.map((one) => renderInstallation(context, one)),
        200,
        headers,
      );
    },
  }),
  operation({
    ...read,
    id: 'apps/get-installation',
    path: '/app/installations/{installation_id}',
    action: 'get_installation',
    handle: (context, { params }) =>
      json(renderInstallation(context, getInstallation(context, numberParam(params.installation_id)))),
  }),
  // GitHub's own page of an app has the same path as what the API tells of it.
  operation({
    ...read,
    id: 'apps/get-by-slug',
    path: '/apps/{app_slug}',
    action: 'get_app',
    handle: (context, { params: { app_slug: slug = '' } }) =>
      json(slug === ACTIONS_APP ? renderActionsApp(context) : renderApp(context, getApp(context, slug))),
  }),
];

const finding = (
  [
    ['apps/get-org-installation', '/orgs/{org}/installation'],
    ['apps/get-user-installation', '/users/{username}/installation'],
    ['apps/get-repo-installation', '/repos/{owner}/{repo}/installation'],
  ] as const
).map(([id, path]) =>
  operation({
    ...read,
    id,
    path,
    action: 'get_installation',
    handle(context, { params }) {
      const [owner, repo] = params.owner === undefined ? [params.org ?? params.username ?? ''] : repositoryParams(params);
      return json(renderInstallation(context, installationOf(context, owner, repo)));
    },
  }),
);

const tokens = [
  operation({
    id: 'apps/create-installation-access-token',
    method: 'POST',
    path: '/app/installations/{installation_id}/access_tokens',
    action: 'create_installation_access_token',
    fidelity: 'semantic',
    mutates: true,
    body: z
      .object({
        repositories: z.array(z.string()).max(500).optional(),
        repository_ids: z.array(z.int()).max(500).optional(),
        permissions: z.record(z.string(), z.enum(['read', 'write', 'admin'])).optional(),
      })
      .optional(),
    handle(context, { params, body }) {
      const { repositories, ...made } = createInstallationToken(context, numberParam(params.installation_id), body ?? {});
      return created({
        ...made,
        repository_selection: repositories ? 'selected' : 'all',
        ...(repositories && { repositories: repositories.map((one) => renderRepository(context, one)) }),
      });
    },
  }),
  operation({
    ...read,
    id: 'apps/list-repos-accessible-to-installation',
    path: '/installation/repositories',
    action: 'list_installation_repositories',
    query: z.object(pageQuery),
    handle(context, request) {
      const { repositories, isSelected } = callersRepositories(context);
      const { records, headers } = pageOfList(request, repositories);
      return json(
        {
          total_count: repositories.length,
          repository_selection: isSelected ? 'selected' : 'all',
          repositories: records.map((one) => renderRepository(context, one)),
        },
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'apps/revoke-installation-access-token',
    method: 'DELETE',
    path: '/installation/token',
    action: 'revoke_installation_access_token',
    fidelity: 'semantic',
    mutates: true,
    handle(context) {
      revokeToken(context);
      return noContent();
    },
  }),
];

const pages = [
  operation({
    method: 'GET',
    page: true,
    fidelity: 'shape',
    mutates: false,
    id: 'web/organization-settings',
    path: '/organizations/{org}/settings/{path*}',
    handle: ({ links }, { params }) => webPage('GitHub', params.path ?? '', links.to(`/orgs/${params.org}`)),
  }),
];

export const appOperations = [...reading, ...finding, ...tokens, ...pages];
