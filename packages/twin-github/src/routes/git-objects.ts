import { created, json } from '@svc/twin-kit';
import { z } from 'zod';
import {
  createBlob,
  createCommit,
  createTag,
  createTree,
  getBlob,
  getCommitObject,
  getTag,
  getTree,
} from '../actions/git-data.ts';
import { RepositoryStore } from '../actions/git-store.ts';
import { mediaParameter, resource } from '../http.ts';
import { renderBlob, renderCommitObject, renderTag, renderTree } from '../render/git-objects.ts';
import { decodeBase64 } from './contents.ts';
import { operation, queryText, repositoryParams } from './operation.ts';
import { personBody, personOf } from './person.ts';

const git = '/repos/{owner}/{repo}/git';

const reading = [
  operation({
    id: 'git/get-blob',
    method: 'GET',
    path: `${git}/blobs/{file_sha}`,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_blob',
    handle(context, { params, headers }) {
      const blob = getBlob(context, ...repositoryParams(params), params.file_sha ?? '');
      if (mediaParameter(headers.accept) !== 'raw') return json(renderBlob(context, blob));
      const body = new RepositoryStore(context, blob.repository_id).bytes(blob.sha);
      return { status: 200, headers: { 'content-type': 'application/vnd.github.raw+json; charset=utf-8' }, body };
    },
  }),
  operation({
    id: 'git/get-tree',
    method: 'GET',
    path: `${git}/trees/{tree_sha*}`,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_tree',
    query: z.object({ recursive: queryText }),
    handle(context, { params, query }) {
      // Any value means yes (docs: "Get a tree").
      const listing = getTree(context, ...repositoryParams(params), params.tree_sha ?? '', query.recursive !== undefined);
      return json(renderTree(context, listing));
    },
  }),
  operation({
    id: 'git/get-commit',
    method: 'GET',
    path: `${git}/commits/{commit_sha}`,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_commit_object',
    handle(context, { params }) {
      const commit = getCommitObject(context, ...repositoryParams(params), params.commit_sha ?? '');
      return resource(renderCommitObject(context, commit), commit.committer.date);
    },
  }),
  operation({
    id: 'git/get-tag',
    method: 'GET',
    path: `${git}/tags/{tag_sha}`,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_tag',
    handle: (context, { params }) => json(renderTag(context, getTag(context, ...repositoryParams(params), params.tag_sha ?? ''))),
  }),
];

const treeEntry = z.object({
  path: z.string(),
  mode: z.string().optional(),
  type: z.enum(['blob', 'tree', 'commit']).optional(),
  sha: z.string().nullable().optional(),
  content: z.string().nullable().optional(),
});

const writing = [
  operation({
    id: 'git/create-blob',
    method: 'POST',
    path: `${git}/blobs`,
    fidelity: 'semantic',
    mutates: true,
    action: 'create_blob',
    body: z.object({
      content: z.string(), // What isn't base64 is text, whatever it is called (xmo-odoo/dummy_central, git/blobs/test_create_a_blob.py).
      encoding: z.string().default('utf-8'),
    }),
    handle(context, { params, body }) {
      const bytes = body.encoding === 'base64' ? decodeBase64(body.content) : Buffer.from(body.content);
      const { sha, url } = renderBlob(context, createBlob(context, ...repositoryParams(params), bytes));
      return created({ url, sha }, { location: url });
    },
  }),
  operation({
    id: 'git/create-tree',
    method: 'POST',
    path: `${git}/trees`,
    fidelity: 'semantic',
    mutates: true,
    action: 'create_tree',
    body: z.object({ tree: z.array(treeEntry), base_tree: z.string().optional() }),
    handle(context, { params, body }) {
      const { tree: entries, base_tree } = body;
      const tree = renderTree(context, createTree(context, ...repositoryParams(params), { entries, base_tree }));
      return created(tree, { location: tree.url });
    },
  }),
  operation({
    id: 'git/create-commit',
    method: 'POST',
    path: `${git}/commits`,
    fidelity: 'semantic',
    mutates: true,
    action: 'create_commit',
    body: z.object({
      message: z.string(),
      tree: z.string(),
      parents: z.array(z.string()).default([]),
      author: personBody,
      committer: personBody,
    }),
    handle(context, { params, body }) {
      const people = { author: personOf(body.author), committer: personOf(body.committer) };
      const commit = renderCommitObject(context, createCommit(context, ...repositoryParams(params), { ...body, ...people }));
      return created(commit, { location: commit.url });
    },
  }),
  operation({
    id: 'git/create-tag',
    method: 'POST',
    path: `${git}/tags`,
    fidelity: 'semantic',
    mutates: true,
    action: 'create_tag',
    body: z.object({
      tag: z.string().min(1),
      message: z.string(),
      object: z.string(),
      type: z.enum(['commit', 'tree', 'blob']),
      tagger: personBody,
    }),
    handle(context, { params, body }) {
      const tag = createTag(context, ...repositoryParams(params), { ...body, tagger: personOf(body.tagger) });
      const rendered = renderTag(context, tag);
      return created(rendered, { location: rendered.url });
    },
  }),
];

export const gitObjectOperations = [...reading, ...writing];
