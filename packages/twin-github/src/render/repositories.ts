import { cachedRenderer, type RawJson } from '@svc/twin-kit';
import { permissionOf, viewerOf } from '../actions/access.ts';
import { parentRepository } from '../actions/forks.ts';
import { templateOf } from '../actions/templates.ts';
import { nodeId } from '../node-id.ts';
import {
  type GithubCollections,
  type GithubContext,
  PERMISSIONS,
  type Permission,
  type Repository,
  stateGroup,
} from '../world.ts';
import { simpleUserById } from './users.ts';

/** The URL fields of a repository by their path below it: https://docs.github.com/rest/repos/repos */
const URL_TEMPLATES = {
  archive_url: '/{archive_format}{/ref}',
  assignees_url: '/assignees{/user}',
  blobs_url: '/git/blobs{/sha}',
  branches_url: '/branches{/branch}',
  collaborators_url: '/collaborators{/collaborator}',
  comments_url: '/comments{/number}',
  commits_url: '/commits{/sha}',
  compare_url: '/compare/{base}...{head}',
  contents_url: '/contents/{+path}',
  contributors_url: '/contributors',
  deployments_url: '/deployments',
  downloads_url: '/downloads',
  events_url: '/events',
  forks_url: '/forks',
  git_commits_url: '/git/commits{/sha}',
  git_refs_url: '/git/refs{/sha}',
  git_tags_url: '/git/tags{/sha}',
  hooks_url: '/hooks',
  issue_comment_url: '/issues/comments{/number}',
  issue_events_url: '/issues/events{/number}',
  issues_url: '/issues{/number}',
  keys_url: '/keys{/key_id}',
  labels_url: '/labels{/name}',
  languages_url: '/languages',
  merges_url: '/merges',
  milestones_url: '/milestones{/number}',
  notifications_url: '/notifications{?since,all,participating}',
  pulls_url: '/pulls{/number}',
  releases_url: '/releases{/id}',
  stargazers_url: '/stargazers',
  statuses_url: '/statuses/{sha}',
  subscribers_url: '/subscribers',
  subscription_url: '/subscription',
  tags_url: '/tags',
  teams_url: '/teams',
  trees_url: '/git/trees{/sha}',
} as const;

type UrlField = keyof typeof URL_TEMPLATES;

function urlFields(base: string): Record<UrlField, string> {
  return Object.fromEntries(Object.entries(URL_TEMPLATES).map(([field, path]) => [field, base + path])) as Record<
    UrlField,
    string
  >;
}

/** Permissions as flags: everything up to the role that someone has. */
export const permissionFlags = (role: Permission | undefined) =>
  Object.fromEntries(PERMISSIONS.map((permission, at) => [permission, at <= PERMISSIONS.indexOf(role as Permission)])) as Record<
    Permission,
    boolean
  >;

function addresses({ links }: GithubContext, { full_name }: Readonly<Repository>) {
  const html = links.to(`/${full_name}`);
  return {
    html_url: html,
    git_url: `git:${html.replace(/^https?:/, '')}.git`,
    ssh_url: `git@${new URL(links.base).host}:${full_name}.git`,
    clone_url: `${html}.git`,
    svn_url: html,
  };
}

/** A repository as it stands in lists and inside other objects. */
export function renderRepository(context: GithubContext, repository: Readonly<Repository>) {
  const url = context.links.to(`/repos/${repository.full_name}`);
  const openIssues = context.world.issues.by.created.count(stateGroup(repository.id, 'open'));
  const { stars: starred, repositories } = context.world;
  const stars = starred.by.repository.count(repository.id);
  const forks = repositories.by.parent.count(repository.id);
  const { html_url, ...clone } = addresses(context, repository);
  return {
    id: repository.id,
    node_id: nodeId('R', repository.id),
    name: repository.name,
    full_name: repository.full_name,
    private: repository.private,
    owner: simpleUserById(context, repository.owner_id),
    html_url,
    description: repository.description,
    fork: repository.parent_id !== null,
    url,
    ...urlFields(url),
    created_at: repository.created_at,
    updated_at: repository.updated_at,
    pushed_at: repository.pushed_at ?? repository.created_at,
    ...clone,
    homepage: repository.homepage,
    size: repository.size,
    stargazers_count: stars,
    watchers_count: stars,
    language: repository.language,
    has_issues: repository.has_issues,
    has_projects: repository.has_projects,
    has_downloads: repository.has_downloads,
    has_wiki: repository.has_wiki,
    has_pages: false,
    has_discussions: repository.has_discussions,
    forks_count: forks,
    mirror_url: null,
    archived: repository.archived,
    disabled: false,
    open_issues_count: openIssues,
    license: null,
    allow_forking: true,
    is_template: repository.is_template,
    web_commit_signoff_required: repository.web_commit_signoff_required,
    topics: repository.topics,
    visibility: repository.private ? 'private' : 'public',
    forks,
    open_issues: openIssues,
    watchers: stars,
    default_branch: repository.default_branch,
    permissions: permissionFlags(permissionOf(context, repository, viewerOf(context).id)),
  };
}

/** The root of a tree of forks. */
const sourceOf = (context: GithubContext, repository: Readonly<Repository>): Readonly<Repository> => {
  const parent = parentRepository(context, repository);
  return parent ? sourceOf(context, parent) : repository;
};

/** A repository as `GET /repos/{owner}/{repo}` shows it; the merge settings are for those who may push. */
export function renderFullRepository(context: GithubContext, repository: Readonly<Repository>) {
  const simple = renderRepository(context, repository);
  const owner = context.world.users.get(repository.owner_id);
  const parent = parentRepository(context, repository);
  const template = templateOf(context, repository);
  return {
    ...simple,
    ...(parent && { parent: renderRepository(context, parent), source: renderRepository(context, sourceOf(context, parent)) }),
    ...(template && { template_repository: renderRepository(context, template) }),
    temp_clone_token: null,
    ...(simple.permissions.push && {
      allow_squash_merge: repository.allow_squash_merge,
      allow_merge_commit: repository.allow_merge_commit,
      allow_rebase_merge: repository.allow_rebase_merge,
      allow_auto_merge: repository.allow_auto_merge,
      delete_branch_on_merge: repository.delete_branch_on_merge,
      allow_update_branch: repository.allow_update_branch,
      use_squash_pr_title_as_default: false,
      squash_merge_commit_message: 'COMMIT_MESSAGES',
      squash_merge_commit_title: 'COMMIT_OR_PR_TITLE',
      merge_commit_message: 'PR_TITLE',
      merge_commit_title: 'MERGE_MESSAGE',
    }),
    ...(owner?.type === 'Organization' && { organization: simple.owner }),
    network_count: simple.forks,
    subscribers_count: 0,
  };
}

const READ_BY_REPOSITORY = [
  'users',
  'collaborators',
  'teams',
  'team_repositories',
  'issues',
  'settings',
  'stars',
  'repositories',
] as const;

/** A repository of a list as JSON text, kept until it or what it shows changes. */
export const repositoryJson: (context: GithubContext, repository: Readonly<Repository>) => RawJson = cachedRenderer<
  GithubCollections,
  Repository
>(READ_BY_REPOSITORY, renderRepository);

export const fullRepositoryJson: (context: GithubContext, repository: Readonly<Repository>) => RawJson = cachedRenderer<
  GithubCollections,
  Repository
>(READ_BY_REPOSITORY, renderFullRepository);
