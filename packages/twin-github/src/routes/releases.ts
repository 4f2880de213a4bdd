import { created, json, noContent, type Reply } from '@svc/twin-kit';
import { z } from 'zod';
import {
  createRelease,
  deleteRelease,
  generateNotes,
  getRelease,
  getReleaseByTag,
  latestRelease,
  listReleases,
  updateRelease,
} from '../actions/releases.ts';
import { resource } from '../http.ts';
import { renderRelease } from '../render/releases.ts';
import type { GithubContext, Release } from '../world.ts';
import { numberParam, operation, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const releases = '/repos/{owner}/{repo}/releases';
const release = `${releases}/{release_id}`;

const releaseBody = {
  target_commitish: z.string().optional(),
  name: z.string().optional(),
  body: z.string().optional(),
  draft: z.boolean().optional(),
  prerelease: z.boolean().optional(),
  make_latest: z.enum(['true', 'false', 'legacy']).optional(),
};

const target = (params: Readonly<Record<string, string>>): [string, string, number] => [
  ...repositoryParams(params),
  numberParam(params.release_id),
];

/** A release, with when it was changed last. */
const shown = (context: GithubContext, found: Readonly<Release>): Reply =>
  resource(renderRelease(context, found), found.updated_at);

const reading = [
  operation({
    id: 'repos/list-releases',
    method: 'GET',
    path: releases,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_releases',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, listReleases(context, ...repositoryParams(request.params)));
      return json(
        records.map((one) => renderRelease(context, one)),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'repos/get-latest-release',
    method: 'GET',
    path: `${releases}/latest`,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_latest_release',
    handle: (context, { params }) => shown(context, latestRelease(context, ...repositoryParams(params))),
  }),
  operation({
    id: 'repos/get-release-by-tag',
    method: 'GET',
    path: `${releases}/tags/{tag*}`,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_release_by_tag',
    handle: (context, { params }) => shown(context, getReleaseByTag(context, ...repositoryParams(params), params.tag ?? '')),
  }),
  operation({
    id: 'repos/get-release',
    method: 'GET',
    path: release,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_release',
    handle: (context, { params }) => shown(context, getRelease(context, ...target(params))),
  }),
];

const writing = [
  operation({
    id: 'repos/create-release',
    method: 'POST',
    path: releases,
    fidelity: 'semantic',
    mutates: true,
    action: 'create_release',
    body: z.object({ ...releaseBody, tag_name: z.string(), generate_release_notes: z.boolean().optional() }),
    handle(context, { params, body }) {
      const rendered = renderRelease(context, createRelease(context, ...repositoryParams(params), body));
      return created(rendered, { location: rendered.url });
    },
  }),
  operation({
    id: 'repos/update-release',
    method: 'PATCH',
    path: release,
    fidelity: 'semantic',
    mutates: true,
    action: 'update_release',
    body: z.object({ ...releaseBody, tag_name: z.string().optional() }),
    handle: (context, { params, body }) => json(renderRelease(context, updateRelease(context, ...target(params), body))),
  }),
  operation({
    id: 'repos/delete-release',
    method: 'DELETE',
    path: release,
    fidelity: 'semantic',
    mutates: true,
    action: 'delete_release',
    handle(context, { params }) {
      deleteRelease(context, ...target(params));
      return noContent();
    },
  }),
  operation({
    // It writes nothing, though GitHub gives it to a POST.
    id: 'repos/generate-release-notes',
    method: 'POST',
    path: `${releases}/generate-notes`,
    fidelity: 'semantic',
    mutates: false,
    action: 'generate_release_notes',
    body: z.object({
      tag_name: z.string(),
      target_commitish: z.string().optional(),
      previous_tag_name: z.string().optional(),
    }),
    handle: (context, { params, body }) => json(generateNotes(context, ...repositoryParams(params), body)),
  }),
];

export const releaseOperations = [...reading, ...writing];
