import { z } from 'zod';
import { getUserByLogin, viewerOf, visibleRepository } from '../actions/access.ts';
import { createFork } from '../actions/forks.ts';
import { getTag, getTree } from '../actions/git-data.ts';
import { isMember, teamMembers } from '../actions/organizations.ts';
import { getRef } from '../actions/refs.ts';
import { getReleaseByTag, latestRelease, listReleases } from '../actions/releases.ts';
import { searchCommits } from '../actions/search/commits.ts';
import { searchUsers } from '../actions/search/users.ts';
import { renderCommit } from '../render/commits.ts';
import { renderTag, renderTree } from '../render/git-objects.ts';
import { renderRelease } from '../render/releases.ts';
import { renderFullRepository, renderRepository } from '../render/repositories.ts';
import { simpleUser } from '../render/users.ts';
import type { GithubContext } from '../world.ts';
import { accountSearchInput, order } from './search.ts';
import { cutOf, paging, pick, repository, tool } from './tool.ts';

/** Of the toolsets `context`, `repos`, `git` and `orgs` what isn't among the usual tools: github/github-mcp-server, pkg/github. */

const RELEASE_FIELDS = ['id', 'tag_name', 'name', 'body', 'html_url', 'published_at', 'prerelease', 'draft', 'author'] as const;
const tag = z.string().describe('The name of the tag');

const releaseTools = [
  tool({
    name: 'list_releases',
    title: 'List releases',
    description: 'Lists the releases of a repository.',
    mutates: false,
    input: () =>
      z.object({
        ...repository,
        fields: z.array(z.enum(RELEASE_FIELDS)).optional().describe('Only these fields of each'),
        ...paging,
      }),
    handle(context, { owner, repo, fields, ...page }) {
      const { offset, limit } = cutOf(page);
      const found = listReleases(context, owner, repo).slice(offset, offset + limit);
      return found.map((release) => pick(renderRelease(context, release), fields));
    },
  }),
  tool({
    name: 'get_latest_release',
    title: 'Get latest release',
    description: 'Shows the latest release of a repository.',
    mutates: false,
    input: () => z.object(repository),
    handle: (context, { owner, repo }) => renderRelease(context, latestRelease(context, owner, repo)),
  }),
  tool({
    name: 'get_release_by_tag',
    title: 'Get a release by tag name',
    description: 'Shows the release of a tag.',
    mutates: false,
    input: () => z.object({ ...repository, tag }),
    handle: (context, { owner, repo, tag: name }) => renderRelease(context, getReleaseByTag(context, owner, repo, name)),
  }),
  tool({
    name: 'get_tag',
    title: 'Get tag details',
    description: 'Shows an annotated tag.',
    mutates: false,
    input: () => z.object({ ...repository, tag }),
    handle(context, { owner, repo, tag: name }) {
      const ref = getRef(context, owner, repo, `tags/${name}`);
      return renderTag(context, getTag(context, owner, repo, ref.object.sha));
    },
  }),
];

const repositoryTools = [
  tool({
    name: 'fork_repository',
    title: 'Fork repository',
    description: 'Forks a repository to your account or to an organisation.',
    mutates: true,
    input: () =>
      z.object({ ...repository, organization: z.string().optional().describe('The organisation that the fork is for') }),
    handle: (context, { owner, repo, organization }) =>
      renderFullRepository(context, createFork(context, owner, repo, organization ? { organization } : {})),
  }),
  tool({
    name: 'get_repository_tree',
    title: 'Get repository tree',
    description: 'Lists the files and folders of a repository at a branch, a tag or a tree.',
    mutates: false,
    action: 'get_tree',
    input: () =>
      z.object({
        ...repository,
        tree_sha: z.string().optional().describe('A tree, a branch or a tag; the default branch without it'),
        recursive: z.boolean().optional().describe('Also what is in its folders'),
        path_filter: z.string().optional().describe('Only what begins so, e.g. src/'),
      }),
    handle(context, { owner, repo, tree_sha, recursive = false, path_filter = '' }) {
      const name = tree_sha || visibleRepository(context, owner, repo).default_branch;
      const { sha, truncated, tree } = renderTree(context, getTree(context, owner, repo, name, recursive));
      const shown = tree.filter(({ path }) => path.startsWith(path_filter));
      return { sha, truncated, tree: shown, tree_sha: name, owner, repo, recursive, count: shown.length };
    },
  }),
  tool({
    name: 'search_commits',
    title: 'Search commits',
    description: 'Finds commits of default branches by their messages, in the words of the commit search.',
    mutates: false,
    input: () =>
      z.object({
        query: z.string().describe('What to look for'),
        sort: z.enum(['author-date', 'committer-date']).optional().describe('Order by this date'),
        order,
        ...paging,
      }),
    handle(context, { query, sort, order: direction, ...page }) {
      const found = searchCommits(context, { q: query, sort, order: direction }, cutOf(page));
      const items = found.records.map((hit) => ({
        ...renderCommit(context, hit.commit),
        repository: renderRepository(context, hit.repository),
        score: 1,
      }));
      return { total_count: found.total, incomplete_results: false, items };
    },
  }),
];

/** The teams of somebody, in those of their organisations that the viewer belongs to. */
function teamsOf(context: GithubContext, login: string | undefined) {
  const { memberships, teams, users } = context.world;
  const { id } = login ? getUserByLogin(context, login) : viewerOf(context);
  const viewer = viewerOf(context);
  const own = [...memberships.values()].filter(
    ({ user_id, organization_id }) => user_id === id && isMember(context, organization_id, viewer.id),
  );
  return own.map(({ organization_id }) => ({
    org: users.get(organization_id)?.login,
    teams: [...teams.values()]
      .filter((team) => team.organization_id === organization_id && team.member_ids.includes(id))
      .map(({ name, slug, description }) => ({ name, slug, description: description ?? '' })),
  }));
}

const peopleTools = [
  tool({
    name: 'get_teams',
    title: 'Get teams',
    description: 'Lists the teams that you or somebody else is in, by organisation.',
    mutates: false,
    action: 'list_my_teams',
    input: () => z.object({ user: z.string().optional().describe('Whose; without it your own') }),
    handle: (context, { user }) => teamsOf(context, user),
  }),
  tool({
    name: 'get_team_members',
    title: 'Get team members',
    description: 'Lists the logins of those who are in a team.',
    mutates: false,
    action: 'list_team_members',
    input: () =>
      z.object({
        org: z.string().describe('The organisation'),
        team_slug: z.string().describe('The slug of its team'),
      }),
    handle: (context, { org, team_slug }) => teamMembers(context, org, team_slug).map(({ login }) => login),
  }),
  tool({
    name: 'search_orgs',
    title: 'Search organizations',
    description: 'Finds organisations by login, name or location.',
    mutates: false,
    action: 'search_users',
    input: accountSearchInput,
    handle(context, { query, sort, order: direction, ...page }) {
      const found = searchUsers(context, { q: `type:org (${query})`, sort, order: direction }, cutOf(page));
      const items = found.records.map((user) => simpleUser(context, user));
      return { total_count: found.total, incomplete_results: false, items };
    },
  }),
];

export const furtherTools = [...releaseTools, ...repositoryTools, ...peopleTools];
