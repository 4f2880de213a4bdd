import { nodeId } from '../node-id.ts';
import type { App, GithubContext, Installation, User } from '../world.ts';
import { simpleUser } from './users.ts';

export function renderApp(context: GithubContext, app: Readonly<App>, isOwn = false) {
  const { world, links } = context;
  const owner = world.users.get(app.owner_id) as Readonly<User>;
  return {
    id: app.id,
    slug: app.slug,
    node_id: nodeId('A', app.id),
    client_id: app.client_id,
    owner: simpleUser(context, owner),
    name: app.name,
    description: app.description,
    external_url: app.external_url,
    html_url: links.to(`/apps/${app.slug}`),
    created_at: app.created_at,
    updated_at: app.updated_at,
    permissions: app.permissions,
    events: app.events,
    ...(isOwn && { installations_count: world.installations.by.app.count(app.id) }),
  };
}

export function renderInstallation(context: GithubContext, installation: Readonly<Installation>) {
  const { world, links } = context;
  const app = world.apps.get(installation.app_id) as Readonly<App>;
  const account = world.users.get(installation.account_id) as Readonly<User>;
  const { id } = installation;
  const settings = account.type === 'Organization' ? `/organizations/${account.login}/settings` : '/settings';
  return {
    id,
    client_id: app.client_id,
    account: simpleUser(context, account),
    repository_selection: installation.repository_ids === null ? 'all' : 'selected',
    access_tokens_url: links.to(`/app/installations/${id}/access_tokens`),
    repositories_url: links.to('/installation/repositories'),
    html_url: links.to(`${settings}/installations/${id}`),
    app_id: app.id,
    app_slug: app.slug,
    target_id: account.id,
    target_type: account.type,
    permissions: app.permissions,
    events: app.events,
    created_at: installation.created_at,
    updated_at: installation.updated_at,
    single_file_name: null,
    has_multiple_single_files: false,
    single_file_paths: [],
    suspended_by: null,
    suspended_at: null,
  };
}
