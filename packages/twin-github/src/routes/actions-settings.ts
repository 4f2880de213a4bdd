import { created, json, noContent, type Operation } from '@svc/twin-kit';
import { z } from 'zod';
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
import { type App, ofEnvironment, ofOrganization, ofRepository, ofViewer, type Place } from '../actions/workflows/shelves.ts';
import type { ActionsSecret, ActionsVariable, GithubCollections, GithubContext } from '../world.ts';
import { operation, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

type Params = Readonly<Record<string, string>>;

/** One of the places that GitHub's API has secrets or variables in. */
export interface SettingPlace {
  /** First half of its operations' ids. */
  family: App;
  /** What stands in their names, before `secrets`. */
  qualifier: 'repo' | 'environment' | 'org' | '';
  path: string;
  /** The organisation's and the person's say which repositories they are for. */
  selects: boolean;
  of(params: Params): Place;
}

const repositoryPlace = (family: App): SettingPlace => ({
  ...{ family, qualifier: 'repo', selects: false, path: `/repos/{owner}/{repo}/${family}` },
  of: (params) => ofRepository(...repositoryParams(params), family),
});

const organizationPlace = (family: App): SettingPlace => ({
  ...{ family, qualifier: 'org', selects: true, path: `/orgs/{org}/${family}` },
  of: (params) => ofOrganization(params.org ?? '', family),
});

const ENVIRONMENT: SettingPlace = {
  ...{ family: 'actions', qualifier: 'environment', selects: false },
  path: '/repos/{owner}/{repo}/environments/{environment_name}',
  of: (params) => ofEnvironment(...repositoryParams(params), params.environment_name ?? ''),
};

const VIEWER: SettingPlace = {
  ...{ family: 'codespaces', qualifier: '', selects: true, path: '/user/codespaces' },
  of: () => ofViewer(),
};

export const SECRET_PLACES: readonly SettingPlace[] = [
  ...(['actions', 'dependabot', 'codespaces'] as const).flatMap((app) => [repositoryPlace(app), organizationPlace(app)]),
  ENVIRONMENT,
  VIEWER,
];
export const VARIABLE_PLACES: readonly SettingPlace[] = [repositoryPlace('actions'), organizationPlace('actions'), ENVIRONMENT];

/** `list-repo-secrets`, and of a person's `list-secrets-for-authenticated-user`. */
export const idOf = ({ family, qualifier }: SettingPlace, verb: string, noun: string): string =>
  qualifier === '' ? `${family}/${verb}-${noun}-for-authenticated-user` : `${family}/${verb}-${qualifier}-${noun}`;

/** Facts that secrets and variables have in common. @param at the path of the setting */
const reachShown = ({ links }: GithubContext, { visibility }: Readonly<ActionsSecret>, at: string) =>
  visibility === undefined
    ? {}
    : { visibility, ...(visibility === 'selected' && { selected_repositories_url: links.to(`${at}/repositories`) }) };

export const shownSecret = (context: GithubContext, secret: Readonly<ActionsSecret>, at: string) => ({
  name: secret.name,
  created_at: secret.created_at,
  updated_at: secret.updated_at,
  ...reachShown(context, secret, at),
});
export const shownVariable = (context: GithubContext, variable: Readonly<ActionsVariable>, at: string) => {
  const { name, ...dates } = shownSecret(context, variable, at);
  return { name, value: variable.value, ...dates };
};

const BASE64 = z
  .string()
  .regex(/^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})$/, 'is not base64');
const sealed = { encrypted_value: BASE64, key_id: z.string() };
const VISIBILITY = z.enum(['all', 'private', 'selected']);
/** GitHub's own client has them as texts in some of these. */
export const REPOSITORY_IDS = z.array(z.union([z.int(), z.string().regex(/^\d{1,15}$/)]));

/** What is sent to a place: an organisation says who may read it, and may do so again without the value. */
function secretBody({ selects, qualifier }: SettingPlace) {
  if (!selects) return z.object(sealed);
  const selected = { selected_repository_ids: REPOSITORY_IDS.optional() };
  return qualifier === ''
    ? z.object({ encrypted_value: BASE64.optional(), key_id: z.string(), ...selected })
    : z.object({ encrypted_value: BASE64.optional(), key_id: z.string().optional(), visibility: VISIBILITY, ...selected });
}

const READ = { method: 'GET', fidelity: 'semantic', mutates: false } as const;

function secretOperations(place: SettingPlace): Operation<GithubCollections>[] {
  const secrets = `${place.path}/secrets`;
  const secret = `${secrets}/{secret_name}`;
  return [
    operation({
      ...READ,
      id: idOf(place, 'list', 'secrets'),
      path: secrets,
      action: 'list_secrets',
      query: z.object(pageQuery),
      handle(context, request) {
        const found = listSecrets(context, place.of(request.params));
        const { records, headers } = pageOfList(request, found);
        const shown = records.map((one) => shownSecret(context, one, `${request.path}/${one.name}`));
        return json({ total_count: found.length, secrets: shown }, 200, headers);
      },
    }),
    operation({
      ...READ,
      id: idOf(place, 'get', 'public-key'),
      path: `${secrets}/public-key`,
      action: 'get_secrets_public_key',
      handle: (context, { params }) => json(publicKey(context, place.of(params))),
    }),
    operation({
      ...READ,
      id: idOf(place, 'get', 'secret'),
      path: secret,
      action: 'get_secret',
      handle: (context, { params, path }) =>
        json(shownSecret(context, getSecret(context, place.of(params), params.secret_name ?? ''), path)),
    }),
    operation({
      id: idOf(place, 'create-or-update', 'secret'),
      method: 'PUT',
      path: secret,
      fidelity: 'semantic',
      mutates: true,
      action: 'set_secret',
      secrets: ['encrypted_value'],
      body: secretBody(place),
      handle: (context, { params, body }) =>
        putSecret(context, place.of(params), params.secret_name ?? '', body) ? created({}) : noContent(),
    }),
    operation({
      id: idOf(place, 'delete', 'secret'),
      method: 'DELETE',
      path: secret,
      fidelity: 'semantic',
      mutates: true,
      action: 'delete_secret',
      handle(context, { params }) {
        deleteSecret(context, place.of(params), params.secret_name ?? '');
        return noContent();
      },
    }),
  ];
}

const changedVariable = { name: z.string().optional(), value: z.string().optional() };
const reach = { visibility: VISIBILITY.optional(), selected_repository_ids: REPOSITORY_IDS.optional() };

function variableOperations(place: SettingPlace): Operation<GithubCollections>[] {
  const variables = `${place.path}/variables`;
  const variable = `${variables}/{name}`;
  const newVariable = { name: z.string(), value: z.string() };
  return [
    operation({
      ...READ,
      id: idOf(place, 'list', 'variables'),
      path: variables,
      action: 'list_variables',
      query: z.object(pageQuery),
      handle(context, request) {
        const found = listVariables(context, place.of(request.params));
        const { records, headers } = pageOfList(request, found);
        const shown = records.map((one) => shownVariable(context, one, `${request.path}/${one.name}`));
        return json({ total_count: found.length, variables: shown }, 200, headers);
      },
    }),
    operation({
      id: idOf(place, 'create', 'variable'),
      method: 'POST',
      path: variables,
      fidelity: 'semantic',
      mutates: true,
      action: 'create_variable',
      body: place.selects ? z.object({ ...newVariable, ...reach, visibility: VISIBILITY }) : z.object(newVariable),
      handle(context, { params, body }) {
        createVariable(context, place.of(params), body);
        return created({});
      },
    }),
    operation({
      ...READ,
      id: idOf(place, 'get', 'variable'),
      path: variable,
      action: 'get_variable',
      handle: (context, { params, path }) =>
        json(shownVariable(context, getVariable(context, place.of(params), params.name ?? ''), path)),
    }),
    operation({
      id: idOf(place, 'update', 'variable'),
      method: 'PATCH',
      path: variable,
      fidelity: 'semantic',
      mutates: true,
      action: 'update_variable',
      body: z.object(place.selects ? { ...changedVariable, ...reach } : changedVariable),
      handle(context, { params, body }) {
        updateVariable(context, place.of(params), params.name ?? '', body);
        return noContent();
      },
    }),
    operation({
      id: idOf(place, 'delete', 'variable'),
      method: 'DELETE',
      path: variable,
      fidelity: 'semantic',
      mutates: true,
      action: 'delete_variable',
      handle(context, { params }) {
        deleteVariable(context, place.of(params), params.name ?? '');
        return noContent();
      },
    }),
  ];
}

export const actionsSettingOperations = [
  ...SECRET_PLACES.flatMap(secretOperations),
  ...VARIABLE_PLACES.flatMap(variableOperations),
];
