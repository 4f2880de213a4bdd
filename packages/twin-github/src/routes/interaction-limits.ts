import { json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import {
  EXPIRIES,
  type Expiry,
  type FoundLimit,
  getOrganizationLimit,
  getRepositoryLimit,
  getViewerLimit,
  removeOrganizationLimit,
  removeRepositoryLimit,
  removeViewerLimit,
  setOrganizationLimit,
  setRepositoryLimit,
  setViewerLimit,
} from '../actions/interaction-limits.ts';
import { INTERACTION_LIMITS } from '../world.ts';
import { operation, repositoryParams } from './operation.ts';

const ofRepository = '/repos/{owner}/{repo}/interaction-limits';
const ofOrganization = '/orgs/{org}/interaction-limits';
const ofViewer = '/user/interaction-limits';
const read = { method: 'GET', fidelity: 'semantic', mutates: false, action: 'get_interaction_limit' } as const;
const set = { method: 'PUT', fidelity: 'semantic', mutates: true, action: 'set_interaction_limit' } as const;
const remove = { method: 'DELETE', fidelity: 'semantic', mutates: true, action: 'remove_interaction_limit' } as const;

const body = z.object({
  limit: z.enum(INTERACTION_LIMITS),
  expiry: z.enum(Object.keys(EXPIRIES) as [Expiry, ...Expiry[]]).optional(),
});

const shown = ({ limit, origin }: FoundLimit) => ({ limit: limit.limit, origin, expires_at: limit.expires_at });
/** "If there are no restrictions, you will see an empty response." */
const shownOrEmpty = (found: FoundLimit | undefined) => json(found ? shown(found) : {});

export const interactionLimitOperations = [
  operation({
    ...read,
    id: 'interactions/get-restrictions-for-repo',
    path: ofRepository,
    handle: (context, { params }) => shownOrEmpty(getRepositoryLimit(context, ...repositoryParams(params))),
  }),
  operation({
    ...set,
    id: 'interactions/set-restrictions-for-repo',
    path: ofRepository,
    body,
    handle: (context, { params, body: input }) => json(shown(setRepositoryLimit(context, ...repositoryParams(params), input))),
  }),
  operation({
    ...remove,
    id: 'interactions/remove-restrictions-for-repo',
    path: ofRepository,
    handle(context, { params }) {
      removeRepositoryLimit(context, ...repositoryParams(params));
      return noContent();
    },
  }),
  operation({
    ...read,
    id: 'interactions/get-restrictions-for-org',
    path: ofOrganization,
    handle: (context, { params }) => shownOrEmpty(getOrganizationLimit(context, params.org ?? '')),
  }),
  operation({
    ...set,
    id: 'interactions/set-restrictions-for-org',
    path: ofOrganization,
    body,
    handle: (context, { params, body: input }) => json(shown(setOrganizationLimit(context, params.org ?? '', input))),
  }),
  operation({
    ...remove,
    id: 'interactions/remove-restrictions-for-org',
    path: ofOrganization,
    handle(context, { params }) {
      removeOrganizationLimit(context, params.org ?? '');
      return noContent();
    },
  }),
  operation({
    ...read,
    id: 'interactions/get-restrictions-for-authenticated-user',
    path: ofViewer,
    handle(context) {
      const found = getViewerLimit(context);
      return found ? json(shown(found)) : noContent();
    },
  }),
  operation({
    ...set,
    id: 'interactions/set-restrictions-for-authenticated-user',
    path: ofViewer,
    body,
    handle: (context, { body: input }) => json(shown(setViewerLimit(context, input))),
  }),
  operation({
    ...remove,
    id: 'interactions/remove-restrictions-for-authenticated-user',
    path: ofViewer,
    handle(context) {
      removeViewerLimit(context);
      return noContent();
    },
  }),
];
