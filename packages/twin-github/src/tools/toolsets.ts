import type { IncomingHttpHeaders } from 'node:http';

/** What a caller has to ask for of the toolsets of GitHub's own MCP server, as far as it is modelled: whole sets, and more tools of the usual ones. */
const FURTHER: Readonly<Record<string, string>> = {
  actions: 'actions_get actions_list actions_run_trigger get_job_logs',
  discussions: 'get_discussion get_discussion_comments list_discussion_categories list_discussions',
  code_security: 'get_code_scanning_alert list_code_scanning_alerts',
  context: 'get_team_members get_teams',
  dependabot: 'get_dependabot_alert list_dependabot_alerts',
  git: 'get_repository_tree',
  issues: 'list_issue_types',
  gists: 'create_gist get_gist list_gists update_gist',
  notifications:
    'dismiss_notification get_notification_details list_notifications manage_notification_subscription ' +
    'manage_repository_notification_subscription mark_all_notifications_read',
  orgs: 'search_orgs',
  projects: 'projects_get projects_list projects_write',
  repos: 'fork_repository get_latest_release get_release_by_tag get_tag list_releases search_commits',
  secret_protection: 'get_secret_scanning_alert list_secret_scanning_alerts',
  security_advisories:
    'get_global_security_advisory list_global_security_advisories list_org_repository_security_advisories ' +
    'list_repository_security_advisories',
  stargazers: 'list_starred_repositories star_repository unstar_repository',
};

/** Those that every caller has; labels are further ones at GitHub. */
const USUAL: Readonly<Record<string, string>> = {
  context: 'get_me',
  repos:
    'create_repository list_repository_collaborators create_branch list_branches list_tags list_commits get_commit get_file_contents ' +
    'create_or_update_file push_files delete_file search_code search_repositories',
  pull_requests:
    'list_pull_requests pull_request_read create_pull_request update_pull_request update_pull_request_branch merge_pull_request ' +
    'pull_request_review_write add_comment_to_pending_review add_reply_to_pull_request_comment search_pull_requests',
  issues: 'get_issue issue_read issue_write list_issues create_issue add_issue_comment get_label search_issues',
  users: 'search_users',
  labels: 'get_label list_label label_write',
};

/** Sets are named by callers, who may write anything. */
const namesOf = (sets: Readonly<Record<string, string>>, set: string): string[] =>
  Object.hasOwn(sets, set) ? (sets[set] ?? '').split(' ') : [];
const namesIn = (set: string): string[] => [...namesOf(USUAL, set), ...namesOf(FURTHER, set)];
const further: ReadonlySet<string> = new Set(Object.keys(FURTHER).flatMap((set) => namesOf(FURTHER, set)));

/** The values of a header, which stand with commas between them. */
const listed = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map((one) => one.trim().toLowerCase())
    .filter((one) => one !== '');

/**
 * The tools that a caller gets, by the headers of GitHub's remote server: `X-MCP-Toolsets` names sets, `default` or `all`, and without it there are
 * the usual ones; `X-MCP-Tools` names tools beside them; `X-MCP-Readonly` leaves those that only read.
 * https://github.com/github/github-mcp-server/blob/main/docs/remote-server.md
 */
export function offeredTo(headers: IncomingHttpHeaders): (tool: { name: string; mutates: boolean }) => boolean {
  const [asked, single] = [listed(headers['x-mcp-toolsets']), listed(headers['x-mcp-tools'])];
  const sets = new Set(asked.length === 0 && single.length === 0 ? ['default'] : asked);
  const names = new Set([...[...sets].flatMap(namesIn), ...single]);
  const onlyReads = ['true', '1'].includes(listed(headers['x-mcp-readonly'])[0] ?? '');
  return ({ name, mutates }) =>
    (sets.has('all') || names.has(name) || (sets.has('default') && !further.has(name))) && !(onlyReads && mutates);
}
