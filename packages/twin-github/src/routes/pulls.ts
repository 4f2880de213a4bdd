import { created, json, noContent, type Reply } from '@svc/twin-kit';
import { z } from 'zod';
import { pullContent } from '../actions/pull-changes.ts';
import { listPulls } from '../actions/pull-list.ts';
import { mergePull } from '../actions/pull-merge.ts';
import { createPull, type FoundPull, getPull, updatePull } from '../actions/pulls.ts';
import { NotFound } from '../errors.ts';
import { commitOf } from '../git/store.ts';
import { mediaParameter, resource } from '../http.ts';
import { commitJson, renderChangedFile } from '../render/commits.ts';
import { diffText } from '../render/diff-text.ts';
import { pullJson, renderFullPull } from '../render/pulls.ts';
import type { GithubContext } from '../world.ts';
import { mailOf, text } from './commits.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { linkHeader, pageOf, pageOfList, pageQuery } from './pagination.ts';

const pulls = '/repos/{owner}/{repo}/pulls';
const pull = `${pulls}/{pull_number}`;

export const pullTarget = (params: Readonly<Record<string, string>>): [string, string, number] => [
  ...repositoryParams(params),
  numberParam(params.pull_number),
];

/** A pull request as text: its whole diff, or its commits as mail. */
export function pullText(context: GithubContext, found: FoundPull, kind: string | undefined): Reply | undefined {
  if (kind !== 'diff' && kind !== 'patch') return undefined;
  const { commits, files } = pullContent(context, found);
  return text(kind, kind === 'diff' ? diffText(files) : mailOf(context, found.repository.id, commits));
}

const reading = [
  operation({
    id: 'pulls/list',
    method: 'GET',
    path: pulls,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_pull_requests',
    query: z.object({ ...pageQuery, state: queryText, head: queryText, base: queryText, sort: queryText, direction: queryText }),
    handle(context, request) {
      const { records, total } = listPulls(context, ...repositoryParams(request.params), request.query, pageOf(request.query));
      return json(
        records.map((issue) => pullJson(context, issue)),
        200,
        linkHeader(request, total),
      );
    },
  }),
  operation({
    id: 'pulls/get',
    method: 'GET',
    path: pull,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_pull_request',
    handle(context, { params, headers }) {
      const found = getPull(context, ...pullTarget(params));
      return (
        pullText(context, found, mediaParameter(headers.accept)) ??
        resource(renderFullPull(context, found), found.issue.updated_at)
      );
    },
  }),
  operation({
    id: 'pulls/list-commits',
    method: 'GET',
    path: `${pull}/commits`,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_pull_request_commits',
    query: z.object(pageQuery),
    handle(context, request) {
      const { commits, store } = pullContent(context, getPull(context, ...pullTarget(request.params)));
      const { records, headers } = pageOfList(request, commits);
      return json(
        records.map((sha) => commitJson(context, commitOf(store, sha))),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'pulls/list-files',
    method: 'GET',
    path: `${pull}/files`,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_pull_request_files',
    query: z.object(pageQuery),
    handle(context, request) {
      const found = getPull(context, ...pullTarget(request.params));
      const { files, store } = pullContent(context, found);
      const head = commitOf(store, found.pull.head_sha);
      const { records, headers } = pageOfList(request, files);
      return json(
        records.map((file) => renderChangedFile(context, head, file)),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'pulls/check-if-merged',
    method: 'GET',
    path: `${pull}/merge`,
    fidelity: 'semantic',
    mutates: false,
    action: 'check_pull_request_merged',
    handle(context, { params }) {
      if (getPull(context, ...pullTarget(params)).pull.merged_at === null) throw new NotFound();
      return noContent();
    },
  }),
];

const writing = [
  operation({
    id: 'pulls/create',
    method: 'POST',
    path: pulls,
    fidelity: 'semantic',
    mutates: true,
    action: 'create_pull_request',
    body: z.object({
      title: z.string().optional(),
      head: z.string(),
      base: z.string(),
      body: z.string().nullable().optional(),
      draft: z.boolean().optional(),
      maintainer_can_modify: z.boolean().optional(),
      issue: z.number().int().optional(),
    }),
    handle(context, { params, body }) {
      const rendered = renderFullPull(context, createPull(context, ...repositoryParams(params), body));
      return created(rendered, { location: rendered.url });
    },
  }),
  operation({
    id: 'pulls/update',
    method: 'PATCH',
    path: pull,
    fidelity: 'semantic',
    mutates: true,
    action: 'update_pull_request',
    body: z.object({
      title: z.string().nullable().optional(),
      body: z.string().nullable().optional(),
      state: z.enum(['open', 'closed']).optional(),
      base: z.string().optional(),
      maintainer_can_modify: z.boolean().optional(),
    }),
    handle: (context, { params, body }) => json(renderFullPull(context, updatePull(context, ...pullTarget(params), body))),
  }),
  operation({
    id: 'pulls/merge',
    method: 'PUT',
    path: `${pull}/merge`,
    fidelity: 'semantic',
    mutates: true,
    action: 'merge_pull_request',
    body: z.object({
      commit_title: z.string().optional(),
      commit_message: z.string().optional(),
      sha: z.string().optional(),
      merge_method: z.enum(['merge', 'squash', 'rebase']).optional(),
    }),
    handle(context, { params, body }) {
      const sha = mergePull(context, ...pullTarget(params), body);
      return json({ sha, merged: true, message: 'Pull Request successfully merged' });
    },
  }),
];

export const pullOperations = [...reading, ...writing];
