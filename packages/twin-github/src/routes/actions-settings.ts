import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { visibleRepository } from '../actions/access.ts';
import {
  createVariable,
  deleteSecret,
  deleteVariable,
  getSecret,
  getVariable,
  listSecrets,
  listVariables,
  publicKey,
  putSecret,
  updateVariable,
} from '../actions/workflows/settings.ts';
import type { ActionsSecret, ActionsVariable } from '../world.ts';
import { operation, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const secrets = '/repos/{owner}/{repo}/actions/secrets';
const secret = `${secrets}/{secret_name}`;
const variables = '/repos/{owner}/{repo}/actions/variables';
const variable = `${variables}/{name}`;

type Params = Readonly<Record<string, string>>;
const secretTarget = (params: Params): [string, string, string] => [...repositoryParams(params), params.secret_name ?? ''];
const variableTarget = (params: Params): [string, string, string] => [...repositoryParams(params), params.name ?? ''];

const shownSecret = ({ name, created_at, updated_at }: Readonly<ActionsSecret>) => ({ name, created_at, updated_at });
const shownVariable = ({ value, ...rest }: Readonly<ActionsVariable>) => {
  const { name, ...dates } = shownSecret(rest);
  return { name, value, ...dates };
};

const secretOperations = [
  operation({
    id: 'actions/list-repo-secrets',
    method: 'GET',
    path: secrets,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_secrets',
    query: z.object(pageQuery),
    handle(context, request) {
      const found = listSecrets(context, ...repositoryParams(request.params));
      const { records, headers } = pageOfList(request, found);
      return json({ total_count: found.length, secrets: records.map(shownSecret) }, 200, headers);
    },
  }),
  operation({
    id: 'actions/get-repo-public-key',
    method: 'GET',
    path: `${secrets}/public-key`,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_secrets_public_key',
    handle: (context, { params }) => json(publicKey(context, ...repositoryParams(params))),
  }),
  operation({
    id: 'actions/get-repo-secret',
    method: 'GET',
    path: secret,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_secret',
    handle: (context, { params }) => json(shownSecret(getSecret(context, ...secretTarget(params)))),
  }),
  operation({
    id: 'actions/create-or-update-repo-secret',
    method: 'PUT',
    path: secret,
    fidelity: 'semantic',
    mutates: true,
    action: 'set_secret',
    secrets: ['encrypted_value'],
    body: z.object({
      encrypted_value: z
        .string()
        .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/, 'is not base64'),
      key_id: z.string(),
    }),
    handle: (context, { params, body }) => (putSecret(context, ...secretTarget(params), body) ? created({}) : noContent()),
  }),
  operation({
    id: 'actions/delete-repo-secret',
    method: 'DELETE',
    path: secret,
    fidelity: 'semantic',
    mutates: true,
    action: 'delete_secret',
    handle(context, { params }) {
      deleteSecret(context, ...secretTarget(params));
      return noContent();
    },
  }),
];

const variableOperations = [
  operation({
    id: 'actions/list-repo-variables',
    method: 'GET',
    path: variables,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_variables',
    query: z.object(pageQuery),
    handle(context, request) {
      const found = listVariables(context, ...repositoryParams(request.params));
      const { records, headers } = pageOfList(request, found);
      return json({ total_count: found.length, variables: records.map(shownVariable) }, 200, headers);
    },
  }),
  operation({
    id: 'actions/create-repo-variable',
    method: 'POST',
    path: variables,
    fidelity: 'semantic',
    mutates: true,
    action: 'create_variable',
    body: z.object({ name: z.string(), value: z.string() }),
    handle(context, { params, body }) {
      createVariable(context, ...repositoryParams(params), body.name, body.value);
      return created({});
    },
  }),
  operation({
    id: 'actions/get-repo-variable',
    method: 'GET',
    path: variable,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_variable',
    handle: (context, { params }) => json(shownVariable(getVariable(context, ...variableTarget(params)))),
  }),
  operation({
    id: 'actions/update-repo-variable',
    method: 'PATCH',
    path: variable,
    fidelity: 'semantic',
    mutates: true,
    action: 'update_variable',
    body: z.object({ name: z.string().optional(), value: z.string().optional() }),
    handle(context, { params, body }) {
      updateVariable(context, ...variableTarget(params), body);
      return noContent();
    },
  }),
  operation({
    id: 'actions/delete-repo-variable',
    method: 'DELETE',
    path: variable,
    fidelity: 'semantic',
    mutates: true,
    action: 'delete_variable',
    handle(context, { params }) {
      deleteVariable(context, ...variableTarget(params));
      return noContent();
    },
  }),
];

/** What an organisation shares with a repository: none has anything of the kind here. */
const shared = (['secrets', 'variables'] as const).map((what) =>
  operation({
    id: `actions/list-repo-organization-${what}`,
    method: 'GET',
    path: `/repos/{owner}/{repo}/actions/organization-${what}`,
    fidelity: 'shape',
    mutates: false,
    action: `list_organization_${what}`,
    query: z.object(pageQuery),
    handle(context, { params }) {
      visibleRepository(context, ...repositoryParams(params));
      return json({ total_count: 0, [what]: [] });
    },
  }),
);

export const actionsSettingOperations = [...secretOperations, ...variableOperations, ...shared];
