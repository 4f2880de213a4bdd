import { json, noContent, type Operation } from '@svc/twin-kit';
import { z } from 'zod';
import {
  type Kind,
  selectedRepositories,
  selectRepositories,
  sharedSecrets,
  sharedVariables,
} from '../actions/workflows/shelves.ts';
import { renderRepository } from '../render/repositories.ts';
import type { GithubCollections } from '../world.ts';
import {
  REPOSITORY_IDS,
  SECRET_PLACES,
  type SettingPlace,
  shownSecret,
  shownVariable,
  VARIABLE_PLACES,
} from './actions-settings.ts';
import { numberParam, operation, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

/** The repositories that a secret or a variable of an organisation or a person is for. */

interface Selection {
  place: SettingPlace;
  kind: Kind;
  /** The parameter of the path that names it. */
  name: 'secret_name' | 'name';
  noun: 'secret' | 'variable';
}

const SELECTIONS: readonly Selection[] = [
  ...SECRET_PLACES.filter(({ selects }) => selects).map(
    (place): Selection => ({ place, kind: 'actions_secrets', name: 'secret_name', noun: 'secret' }),
  ),
  ...VARIABLE_PLACES.filter(({ selects }) => selects).map(
    (place): Selection => ({ place, kind: 'actions_variables', name: 'name', noun: 'variable' }),
  ),
];

/** `list-selected-repos-for-org-secret`, and of a person's `list-repositories-for-secret-for-authenticated-user`. */
const idOf = ({ place: { family, qualifier }, noun }: Selection, verb: string, isOne: boolean): string => {
  const [preposition = 'for'] = verb === 'add' ? ['to'] : verb === 'remove' ? ['from'] : [];
  return qualifier === 'org'
    ? `${family}/${verb}-selected-${isOne ? 'repo' : 'repos'}-${preposition}-org-${noun}`
    : `${family}/${verb}-${isOne ? 'repository' : 'repositories'}-for-${noun}-for-authenticated-user`;
};

function selectionOperations(selection: Selection): Operation<GithubCollections>[] {
  const { place, kind, name } = selection;
  const repositories = `${place.path}/${selection.noun}s/{${name}}/repositories`;
  const one = `${repositories}/{repository_id}`;
  const set = { fidelity: 'semantic', mutates: true, action: `select_${selection.noun}_repositories` } as const;
  return [
    operation({
      id: idOf(selection, 'list', false),
      method: 'GET',
      path: repositories,
      fidelity: 'semantic',
      mutates: false,
      action: `list_${selection.noun}_repositories`,
      query: z.object(pageQuery),
      handle(context, request) {
        const found = selectedRepositories(context, place.of(request.params), kind, request.params[name] ?? '');
        const { records, headers } = pageOfList(request, found);
        const shown = records.map((repository) => renderRepository(context, repository));
        return json({ total_count: found.length, repositories: shown }, 200, headers);
      },
    }),
    operation({
      ...set,
      id: idOf(selection, 'set', false),
      method: 'PUT',
      path: repositories,
      body: z.object({ selected_repository_ids: REPOSITORY_IDS }),
      handle(context, { params, body }) {
        const chosen = body.selected_repository_ids.map(Number);
        selectRepositories(context, place.of(params), kind, params[name] ?? '', () => chosen);
        return noContent();
      },
    }),
    operation({
      ...set,
      id: idOf(selection, 'add', true),
      method: 'PUT',
      path: one,
      handle(context, { params }) {
        const id = numberParam(params.repository_id);
        selectRepositories(context, place.of(params), kind, params[name] ?? '', (ids) => [...ids, id]);
        return noContent();
      },
    }),
    operation({
      ...set,
      id: idOf(selection, 'remove', true),
      method: 'DELETE',
      path: one,
      handle(context, { params }) {
        const id = numberParam(params.repository_id);
        selectRepositories(context, place.of(params), kind, params[name] ?? '', (ids) => ids.filter((other) => other !== id));
        return noContent();
      },
    }),
  ];
}

const READ = { method: 'GET', fidelity: 'semantic', mutates: false } as const;

/** What an organisation shares with a repository. */
const sharedOperations = [
  operation({
    ...READ,
    id: 'actions/list-repo-organization-secrets',
    path: '/repos/{owner}/{repo}/actions/organization-secrets',
    action: 'list_organization_secrets',
    query: z.object(pageQuery),
    handle(context, request) {
      const found = sharedSecrets(context, ...repositoryParams(request.params), 'actions');
      const { records, headers } = pageOfList(request, found);
      const shown = records.map(({ name, created_at, updated_at }) =>
        shownSecret(context, { name, created_at, updated_at }, request.path),
      );
      return json({ total_count: found.length, secrets: shown }, 200, headers);
    },
  }),
  operation({
    ...READ,
    id: 'actions/list-repo-organization-variables',
    path: '/repos/{owner}/{repo}/actions/organization-variables',
    action: 'list_organization_variables',
    query: z.object(pageQuery),
    handle(context, request) {
      const found = sharedVariables(context, ...repositoryParams(request.params), 'actions');
      const { records, headers } = pageOfList(request, found);
      const shown = records.map(({ visibility: _told, ...variable }) => shownVariable(context, variable, request.path));
      return json({ total_count: found.length, variables: shown }, 200, headers);
    },
  }),
];

export const selectedRepositoryOperations = [...SELECTIONS.flatMap(selectionOperations), ...sharedOperations];
