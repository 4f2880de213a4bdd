export {
  type ApiKeyRow,
  changeTeam,
  createApiKey,
  createInvitationLink,
  createSignInLink,
  createTeam,
  createUser,
  findTeam,
  firstOwner,
  listApiKeys,
  listTeams,
  type NewTeam,
  revokeApiKey,
  type TeamChanges,
} from './accounts.ts';
export { type ControlPlaneSettings, DEFAULT_PLANS } from './config.ts';
export { type ControlPlane, type ControlPlaneDependencies, createControlPlane } from './control-plane.ts';
export { answerEverything } from './http/malformed.ts';
export type { Clock, TwinRegistry } from './service.ts';
