import { json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { affiliated, getPermission, listCollaborators, requireCollaborator } from '../actions/collaborators.ts';
import { ROLE } from '../render/invitations.ts';
import { permissionFlags } from '../render/repositories.ts';
import { simpleUser } from '../render/users.ts';
import { PERMISSIONS, type Permission } from '../world.ts';
import { operation, queryText, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

/** The older names, which know four steps only. */
const LEGACY: Readonly<Record<Permission, string>> = {
  pull: 'read',
  triage: 'read',
  push: 'write',
  maintain: 'write',
  admin: 'admin',
};

const isPermission = (text: string | undefined): text is Permission => PERMISSIONS.some((permission) => permission === text);

const collaborators = '/repos/{owner}/{repo}/collaborators';

export const collaboratorOperations = [
  operation({
    id: 'repos/list-collaborators',
    method: 'GET',
    path: collaborators,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_collaborators',
    query: z.object({ ...pageQuery, affiliation: queryText, permission: queryText }),
    handle(context, request) {
      const { permission: needed, affiliation } = request.query;
      const target = repositoryParams(request.params);
      const all = listCollaborators(context, ...target, isPermission(needed) ? needed : 'pull');
      const everyone = affiliated(context, ...target, all, affiliation);
      const { records, headers } = pageOfList(request, everyone);
      const people = records.map(({ user, permission }) => ({
        ...simpleUser(context, user),
        permissions: permissionFlags(permission),
        role_name: ROLE[permission],
      }));
      return json(people, 200, headers);
    },
  }),
  operation({
    id: 'repos/check-collaborator',
    method: 'GET',
    path: `${collaborators}/{username}`,
    fidelity: 'semantic',
    mutates: false,
    action: 'check_collaborator',
    handle(context, { params }) {
      requireCollaborator(context, ...repositoryParams(params), params.username ?? '');
      return noContent();
    },
  }),
  operation({
    id: 'repos/get-collaborator-permission-level',
    method: 'GET',
    path: `${collaborators}/{username}/permission`,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_collaborator_permission',
    handle(context, { params }) {
      const { user, permission } = getPermission(context, ...repositoryParams(params), params.username ?? '');
      const role = permission ? ROLE[permission] : 'none';
      return json({
        permission: permission ? LEGACY[permission] : 'none',
        user: { ...simpleUser(context, user), permissions: permissionFlags(permission), role_name: role },
        role_name: role,
      });
    },
  }),
];
