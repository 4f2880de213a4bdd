import type { Links } from '@svc/twin-kit';

const PAGED = '{&page,per_page,sort,order}';
const LISTED = '{?type,page,per_page,sort}';

/** Where everything is: https://docs.github.com/rest/meta/meta#github-api-root */
const PATHS: Readonly<Record<string, string>> = {
  current_user_url: '/user',
  current_user_authorizations_html_url: '/settings/connections/applications{/client_id}',
  authorizations_url: '/authorizations',
  code_search_url: `/search/code?q={query}${PAGED}`,
  commit_search_url: `/search/commits?q={query}${PAGED}`,
  emails_url: '/user/emails',
  emojis_url: '/emojis',
  events_url: '/events',
  feeds_url: '/feeds',
  followers_url: '/user/followers',
  following_url: '/user/following{/target}',
  gists_url: '/gists{/gist_id}',
  hub_url: '/hub',
  issue_search_url: `/search/issues?q={query}${PAGED}`,
  issues_url: '/issues',
  keys_url: '/user/keys',
  label_search_url: '/search/labels?q={query}&repository_id={repository_id}{&page,per_page}',
  notifications_url: '/notifications',
  organization_url: '/orgs/{org}',
  organization_repositories_url: `/orgs/{org}/repos${LISTED}`,
  organization_teams_url: '/orgs/{org}/teams',
  public_gists_url: '/gists/public',
  rate_limit_url: '/rate_limit',
  repository_url: '/repos/{owner}/{repo}',
  repository_search_url: `/search/repositories?q={query}${PAGED}`,
  current_user_repositories_url: `/user/repos${LISTED}`,
  starred_url: '/user/starred{/owner}{/repo}',
  starred_gists_url: '/gists/starred',
  topic_search_url: '/search/topics?q={query}{&page,per_page}',
  user_url: '/users/{user}',
  user_organizations_url: '/user/orgs',
  user_repositories_url: `/users/{user}/repos${LISTED}`,
  user_search_url: `/search/users?q={query}${PAGED}`,
};

export const rootLinks = (links: Links): Record<string, string> =>
  Object.fromEntries(Object.entries(PATHS).map(([name, path]) => [name, links.to(path)]));
