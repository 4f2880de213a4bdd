import { z } from 'zod';
import { visibleRepository } from '../actions/access.ts';
import { affiliated, listCollaborators } from '../actions/collaborators.ts';
import { listCommits, requireCommit } from '../actions/commits.ts';
import { RepositoryStore } from '../actions/git-store.ts';
import { branchIndex, createBranch, listTags } from '../actions/refs.ts';
import { createRepository } from '../actions/repositories.ts';
import { commitOf } from '../git/store.ts';
import { renderCommit, renderFullCommit } from '../render/commits.ts';
import { renderRef, renderShortBranch, renderTagRef } from '../render/git-objects.ts';
import { permissionFlags, renderFullRepository } from '../render/repositories.ts';
import { simpleUser } from '../render/users.ts';
import { cutOf, paging, pick, repository, tool } from './tool.ts';

const cutList = <T>(list: readonly T[], page: { page?: number | undefined; perPage?: number | undefined }): readonly T[] => {
  const { offset, limit } = cutOf(page);
  return list.slice(offset, offset + limit);
};

const repositoryTools = [
  tool({
    name: 'create_repository',
    title: 'Create repository',
    description: 'Makes a repository in your own account or in an organisation.',
    mutates: true,
    input: () =>
      z.object({
        name: z.string().describe('Name of the repository'),
        description: z.string().optional().describe('What the repository is'),
        organization: z.string().optional().describe('Organisation to make it in; your own account without it'),
        private: z.boolean().default(true).describe('Private, unless false'),
        autoInit: z.boolean().optional().describe('Begin with a README'),
      }),
    handle: (context, { autoInit, ...input }) =>
      renderFullRepository(context, createRepository(context, { ...input, auto_init: autoInit })),
  }),
  tool({
    name: 'list_repository_collaborators',
    title: 'List repository collaborators',
    description: 'Lists who has access to a repository, with their roles.',
    mutates: false,
    action: 'list_collaborators',
    input: () =>
      z.object({
        ...repository,
        affiliation: z.enum(['outside', 'direct', 'all']).optional().describe('Whom to list; all by default'),
        ...paging,
      }),
    handle: (context, { owner, repo, affiliation, ...page }) =>
      cutList(affiliated(context, owner, repo, listCollaborators(context, owner, repo), affiliation), page).map(
        ({ user, permission }) => ({
          ...simpleUser(context, user),
          permissions: permissionFlags(permission),
        }),
      ),
  }),
];

const branchTools = [
  tool({
    name: 'create_branch',
    title: 'Create branch',
    description: 'Makes a branch from another one.',
    mutates: true,
    input: () =>
      z.object({
        ...repository,
        branch: z.string().describe('Name of the new branch'),
        from_branch: z.string().optional().describe('Branch to start from; the default branch without it'),
      }),
    handle: (context, { owner, repo, branch, from_branch }) =>
      renderRef(context, createBranch(context, owner, repo, branch, from_branch)),
  }),
  tool({
    name: 'list_branches',
    title: 'List branches',
    description: 'Lists the branches of a repository.',
    mutates: false,
    input: () => z.object({ ...repository, ...paging }),
    handle(context, { owner, repo, ...page }) {
      const { index, group } = branchIndex(context, owner, repo);
      return index.page(group, cutOf(page)).map((ref) => renderShortBranch(context, ref));
    },
  }),
  tool({
    name: 'list_tags',
    title: 'List tags',
    description: 'Lists the tags of a repository.',
    mutates: false,
    input: () => z.object({ ...repository, ...paging }),
    handle(context, { owner, repo, ...page }) {
      const found = listTags(context, owner, repo);
      return cutList(found.tags, page).map(({ ref, commit }) => renderTagRef(context, found.repository, ref, commit));
    },
  }),
];

const commitTools = [
  tool({
    name: 'list_commits',
    title: 'List commits',
    description: 'Lists the commits of a branch, newest first.',
    mutates: false,
    input: () =>
      z.object({
        ...repository,
        sha: z.string().optional().describe('Branch, tag or commit to start from; the default branch without it'),
        author: z.string().optional().describe('Only commits by this login or address'),
        path: z.string().optional().describe('Only commits that changed this path'),
        since: z.string().optional().describe('Only commits from this time on (ISO 8601)'),
        until: z.string().optional().describe('Only commits up to this time (ISO 8601)'),
        fields: z
          .array(z.enum(['sha', 'html_url', 'commit', 'author', 'committer']))
          .optional()
          .describe('Only these fields of each commit; all by default'),
        ...paging,
      }),
    handle(context, { owner, repo, fields, page, perPage, ...filter }) {
      const shas = cutList(listCommits(context, owner, repo, filter), { page, perPage });
      const store = new RepositoryStore(context, visibleRepository(context, owner, repo).id);
      return shas.map((sha) => pick(renderCommit(context, commitOf(store, sha)), fields));
    },
  }),
  tool({
    name: 'get_commit',
    title: 'Get commit details',
    description: 'Reads a commit, with statistics or the whole patch of what it changed.',
    mutates: false,
    input: () =>
      z.object({
        ...repository,
        sha: z.string().describe('Commit id, branch or tag'),
        detail: z.enum(['none', 'stats', 'full_patch']).default('stats').describe('How much of the changed files to show'),
        ...paging,
      }),
    handle(context, { owner, repo, sha, detail, ...page }) {
      const commit = requireCommit(context, visibleRepository(context, owner, repo), sha);
      if (detail === 'none') return renderCommit(context, commit);
      const { files, ...rest } = renderFullCommit(context, commit);
      const shown = cutList(files, page);
      return { ...rest, files: detail === 'full_patch' ? shown : shown.map(({ patch: _patch, ...file }) => file) };
    },
  }),
];

export const repositoryAndBranchTools = [...repositoryTools, ...branchTools, ...commitTools];
