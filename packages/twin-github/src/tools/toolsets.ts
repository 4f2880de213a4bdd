import type { IncomingHttpHeaders } from 'node:http';

/** What a caller has to ask for of the toolsets of GitHub's own MCP server, as far as it is modelled: whole sets, and more tools of the usual ones. */
const FURTHER: Readonly<Record<string, string>> = {
  actions: 'actions_get actions_list actions_run_trigger get_job_logs',
  discussions: 'get_discussion get_discussion_comments list_discussion_categories list_discussions',
  code_security: 'get_code_scanning_alert list_code_scanning_alerts',
  context: 'get_team_members get_teams',
  dependabot: 'get_dependabot_alert list_dependabot_alerts',
  git: 'get_repository_tree',
  issues: 'list_issue_types sub_issue_write',
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

interface Feature {
  /** Of which set its tools are. */
  set: string;
  tools: string;
  /** What they stand in place of, if anything. */
  instead: string;
}
/** Tools that callers get who ask for a feature of the server by `X-MCP-Features`: docs/feature-flags.md of the same repository. */
const FEATURES: Readonly<Record<string, Feature>> = {
  issues_granular: {
    set: 'issues',
    tools:
      'add_issue_comment_reaction add_issue_reaction add_sub_issue remove_sub_issue reprioritize_sub_issue update_issue_assignees ' +
      'update_issue_body update_issue_labels update_issue_milestone update_issue_state update_issue_title update_issue_type',
    instead: 'issue_write sub_issue_write',
  },
  issue_dependencies: { set: 'issues', tools: 'issue_dependency_read issue_dependency_write', instead: '' },
  pull_requests_granular: {
    set: 'pull_requests',
    tools:
      'add_pull_request_review_comment add_pull_request_review_comment_reaction create_pull_request_review ' +
      'delete_pending_pull_request_review request_pull_request_reviewers resolve_review_thread submit_pending_pull_request_review ' +
      'unresolve_review_thread update_pull_request_body update_pull_request_draft_state update_pull_request_state ' +
      'update_pull_request_title',
    instead: 'add_comment_to_pending_review pull_request_review_write update_pull_request',
  },
};
const featureOf: ReadonlyMap<string, string> = new Map(
  Object.entries(FEATURES).flatMap(([name, { tools }]) => tools.split(' ').map((tool) => [tool, name] as const)),
);

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
 * the usual ones; `X-MCP-Tools` names tools beside them; `X-MCP-Features` has others in place of some; `X-MCP-Readonly` leaves those that only read.
 * https://github.com/github/github-mcp-server/blob/main/docs/remote-server.md
 */
export function offeredTo(headers: IncomingHttpHeaders): (tool: { name: string; mutates: boolean }) => boolean {
  const [asked, single] = [listed(headers['x-mcp-toolsets']), listed(headers['x-mcp-tools'])];
  const sets = new Set(asked.length === 0 && single.length === 0 ? ['default'] : asked);
  const names = new Set([...[...sets].flatMap(namesIn), ...single]);
  const onlyReads = ['true', '1'].includes(listed(headers['x-mcp-readonly'])[0] ?? '');
  const features = new Set(listed(headers['x-mcp-features']).filter((name) => Object.hasOwn(FEATURES, name)));
  const gone = new Set([...features].flatMap((name) => (FEATURES[name]?.instead ?? '').split(' ')));
  const isOffered = (name: string): boolean => {
    if (sets.has('all') || names.has(name)) return true;
    const feature = FEATURES[featureOf.get(name) ?? ''];
    if (feature) return sets.has('default') || sets.has(feature.set);
    return sets.has('default') && !further.has(name);
  };
  return ({ name, mutates }) => {
    const feature = featureOf.get(name);
    const isThere = feature === undefined ? !gone.has(name) : features.has(feature);
    return isThere && isOffered(name) && !(onlyReads && mutates);
  };
}
