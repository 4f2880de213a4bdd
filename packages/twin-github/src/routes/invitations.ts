import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import {
  addCollaborator,
  answerInvitation,
  deleteInvitation,
  invitationIndex,
  ownInvitations,
  removeCollaborator,
  updateInvitation,
} from '../actions/collaborator-changes.ts';
import { renderInvitation } from '../render/invitations.ts';
import { numberParam, operation, repositoryParams } from './operation.ts';
import { pageOfIndex, pageQuery } from './pagination.ts';

const collaborator = '/repos/{owner}/{repo}/collaborators/{username}';
const invitations = '/repos/{owner}/{repo}/invitations';
const invitation = `${invitations}/{invitation_id}`;
const own = '/user/repository_invitations';

const id = (params: Readonly<Record<string, string>>) => numberParam(params.invitation_id);

const access = [
  operation({
    id: 'repos/add-collaborator',
    method: 'PUT',
    path: collaborator,
    fidelity: 'semantic',
    mutates: true,
    action: 'add_collaborator',
    body: z.object({ permission: z.string().optional() }),
    handle(context, { params, body }) {
      const invited = addCollaborator(context, ...repositoryParams(params), params.username ?? '', body.permission);
      return invited ? created(renderInvitation(context, invited)) : noContent();
    },
  }),
  operation({
    id: 'repos/remove-collaborator',
    method: 'DELETE',
    path: collaborator,
    fidelity: 'semantic',
    mutates: true,
    action: 'remove_collaborator',
    handle(context, { params }) {
      removeCollaborator(context, ...repositoryParams(params), params.username ?? '');
      return noContent();
    },
  }),
];

const offers = [
  operation({
    id: 'repos/list-invitations',
    method: 'GET',
    path: invitations,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_invitations',
    query: z.object(pageQuery),
    handle(context, request) {
      const { index, group } = invitationIndex(context, ...repositoryParams(request.params));
      const { records, headers } = pageOfIndex(request, index, group);
      return json(
        records.map((one) => renderInvitation(context, one)),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'repos/update-invitation',
    method: 'PATCH',
    path: invitation,
    fidelity: 'semantic',
    mutates: true,
    action: 'update_invitation',
    body: z.object({ permissions: z.enum(['read', 'write', 'maintain', 'triage', 'admin']).optional() }),
    handle: (context, { params, body }) =>
      json(renderInvitation(context, updateInvitation(context, ...repositoryParams(params), id(params), body.permissions))),
  }),
  operation({
    id: 'repos/delete-invitation',
    method: 'DELETE',
    path: invitation,
    fidelity: 'semantic',
    mutates: true,
    action: 'delete_invitation',
    handle(context, { params }) {
      deleteInvitation(context, ...repositoryParams(params), id(params));
      return noContent();
    },
  }),
  operation({
    id: 'repos/list-invitations-for-authenticated-user',
    method: 'GET',
    path: own,
    fidelity: 'semantic',
    mutates: false,
    action: 'list_my_invitations',
    query: z.object(pageQuery),
    handle(context, request) {
      const { index, group } = ownInvitations(context);
      const { records, headers } = pageOfIndex(request, index, group);
      return json(
        records.map((one) => renderInvitation(context, one)),
        200,
        headers,
      );
    },
  }),
  operation({
    id: 'repos/accept-invitation-for-authenticated-user',
    method: 'PATCH',
    path: `${own}/{invitation_id}`,
    fidelity: 'semantic',
    mutates: true,
    action: 'accept_invitation',
    handle(context, { params }) {
      answerInvitation(context, id(params), true);
      return noContent();
    },
  }),
  operation({
    id: 'repos/decline-invitation-for-authenticated-user',
    method: 'DELETE',
    path: `${own}/{invitation_id}`,
    fidelity: 'semantic',
    mutates: true,
    action: 'decline_invitation',
    handle(context, { params }) {
      answerInvitation(context, id(params), false);
      return noContent();
    },
  }),
];

export const invitationOperations = [...access, ...offers];
