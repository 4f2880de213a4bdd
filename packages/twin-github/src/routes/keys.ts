import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import {
  createDeployKey,
  createKey,
  deleteDeployKey,
  deleteKey,
  deployKeysOf,
  getDeployKey,
  getKey,
  keysOf,
} from '../actions/keys.ts';
import { renderDeployKey, renderKey, renderPublicKey } from '../render/keys.ts';
import { numberParam, operation, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;
const write = { fidelity: 'semantic', mutates: true } as const;
const keys = '/user/keys';
const deployKeys = '/repos/{owner}/{repo}/keys';

const ofAccounts = [
  operation({
    ...read,
    id: 'users/list-public-ssh-keys-for-authenticated-user',
    path: keys,
    action: 'list_keys',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, keysOf(context));
      return json(
        records.map((key) => renderKey(context, key)),
        200,
        headers,
      );
    },
  }),
  operation({
    ...read,
    id: 'users/list-public-keys-for-user',
    path: '/users/{username}/keys',
    action: 'list_keys',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, keysOf(context, request.params.username ?? ''));
      return json(records.map(renderPublicKey), 200, headers);
    },
  }),
  operation({
    ...write,
    id: 'users/create-public-ssh-key-for-authenticated-user',
    method: 'POST',
    path: keys,
    action: 'create_key',
    body: z.object({ title: z.string().optional(), key: z.string() }),
    handle: (context, { body }) => created(renderKey(context, createKey(context, body))),
  }),
  operation({
    ...read,
    id: 'users/get-public-ssh-key-for-authenticated-user',
    path: `${keys}/{key_id}`,
    action: 'get_key',
    handle: (context, { params }) => json(renderKey(context, getKey(context, numberParam(params.key_id)))),
  }),
  operation({
    ...write,
    id: 'users/delete-public-ssh-key-for-authenticated-user',
    method: 'DELETE',
    path: `${keys}/{key_id}`,
    action: 'delete_key',
    handle(context, { params }) {
      deleteKey(context, numberParam(params.key_id));
      return noContent();
    },
  }),
];

const ofRepositories = [
  operation({
    ...read,
    id: 'repos/list-deploy-keys',
    path: deployKeys,
    action: 'list_deploy_keys',
    query: z.object(pageQuery),
    handle(context, request) {
      const { records, headers } = pageOfList(request, deployKeysOf(context, ...repositoryParams(request.params)));
      return json(
        records.map((key) => renderDeployKey(context, key)),
        200,
        headers,
      );
    },
  }),
  operation({
    ...write,
    id: 'repos/create-deploy-key',
    method: 'POST',
    path: deployKeys,
    action: 'create_deploy_key',
    body: z.object({ title: z.string().optional(), key: z.string(), read_only: z.boolean().optional() }),
    handle(context, { params, body }) {
      const key = renderDeployKey(context, createDeployKey(context, ...repositoryParams(params), body));
      return created(key, { location: key.url });
    },
  }),
  operation({
    ...read,
    id: 'repos/get-deploy-key',
    path: `${deployKeys}/{key_id}`,
    action: 'get_deploy_key',
    handle: (context, { params }) =>
      json(renderDeployKey(context, getDeployKey(context, ...repositoryParams(params), numberParam(params.key_id)))),
  }),
  operation({
    ...write,
    id: 'repos/delete-deploy-key',
    method: 'DELETE',
    path: `${deployKeys}/{key_id}`,
    action: 'delete_deploy_key',
    handle(context, { params }) {
      deleteDeployKey(context, ...repositoryParams(params), numberParam(params.key_id));
      return noContent();
    },
  }),
];

export const keyOperations = [...ofAccounts, ...ofRepositories];
