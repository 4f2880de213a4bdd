import * as favorites from '../../actions/favorites.ts';
import * as teams from '../../actions/teams.ts';
import * as users from '../../actions/users.ts';
import * as webhooks from '../../actions/webhooks.ts';
import * as states from '../../actions/workflow-states.ts';
import type { RootResolver } from '../graph.ts';
import { archived, deleted, done, payload } from './payload.ts';

export const workspaceMutations: Readonly<Record<string, RootResolver>> = {
  organizationUpdate: payload('organization', (context, { input }) => users.updateOrganization(context, input)),
  userUpdate: payload('user', (context, { id, input }) => users.updateUser(context, id, input)),
  userSuspend: done((context, { id }) => users.suspendUser(context, id)),
  userUnsuspend: done((context, { id }) => users.unsuspendUser(context, id)),
  userChangeRole: done((context, { id, role }) => users.changeUserRole(context, id, role)),

  teamCreate: payload('team', (context, { input }) => teams.createTeam(context, input)),
  teamUpdate: payload('team', (context, { id, input }) => teams.updateTeam(context, id, input)),
  teamDelete: deleted((context, { id }) => teams.deleteTeam(context, id)),
  teamUnarchive: archived((context, { id }) => teams.unarchiveTeam(context, id)),
  teamCyclesDelete: payload('team', (context, { id }) => teams.deleteTeamCycles(context, id)),
  teamMembershipCreate: payload('teamMembership', (context, { input }) => teams.createTeamMembership(context, input)),
  teamMembershipUpdate: payload('teamMembership', (context, { id, input }) => teams.updateTeamMembership(context, id, input)),
  teamMembershipDelete: deleted((context, { id }) => teams.deleteTeamMembership(context, id)),

  workflowStateCreate: payload('workflowState', (context, { input }) => states.createWorkflowState(context, input)),
  workflowStateUpdate: payload('workflowState', (context, { id, input }) => states.updateWorkflowState(context, id, input)),
  workflowStateArchive: archived((context, { id }) => states.archiveWorkflowState(context, id)),

  favoriteCreate: payload('favorite', (context, { input }) => favorites.createFavorite(context, input)),
  favoriteUpdate: payload('favorite', (context, { id, input }) => favorites.updateFavorite(context, id, input)),
  favoriteDelete: deleted((context, { id }) => favorites.deleteFavorite(context, id)),

  webhookCreate: payload('webhook', (context, { input }) => webhooks.createWebhook(context, input)),
  webhookUpdate: payload('webhook', (context, { id, input }) => webhooks.updateWebhook(context, id, input)),
  webhookDelete: deleted((context, { id }) => webhooks.deleteWebhook(context, id)),
  webhookRotateSecret: (args, graph) => {
    const secret = webhooks.rotateWebhookSecret(graph.context, args.id);
    return { secret, success: true, lastSyncId: graph.context.ids.next('sync') };
  },
};
