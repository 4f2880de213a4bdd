import { Unsupported } from '../errors.ts';
import type { Args } from './graph.ts';

const AS_SOMEBODY = ['createAsUser', 'displayIconUrl'] as const;

/** Arguments of mutations that the twin doesn't model. Asked for, they are refused: none is taken and dropped. */
const UNREAD: Readonly<Record<string, readonly string[]>> = {
  attachmentLinkURL: AS_SOMEBODY,
  attachmentLinkDiscord: AS_SOMEBODY,
  attachmentLinkGitLabMR: AS_SOMEBODY,
  attachmentLinkGitHubIssue: AS_SOMEBODY,
  attachmentLinkGitHubPR: [...AS_SOMEBODY, 'linkKind'],
  attachmentLinkSlack: [...AS_SOMEBODY, 'syncToCommentThread'],
  issueLabelCreate: ['replaceTeamLabels'],
  issueLabelUpdate: ['replaceTeamLabels'],
  projectCreate: ['slackChannelName'],
  teamCreate: ['copySettingsFromTeamId'],
  teamUpdate: ['mapping'],
  teamMembershipDelete: ['alsoLeaveParentTeams'],
  userSuspend: ['forceBypassScimRestrictions'],
  userUnsuspend: ['forceBypassScimRestrictions'],
};

/** @throws Unsupported where a field of the root is asked with such an argument; null and false ask for nothing */
export function refuseUnread(field: string, args: Args): void {
  const name = UNREAD[field]?.find((one) => args[one] !== undefined && args[one] !== null && args[one] !== false);
  if (name !== undefined) throw new Unsupported(`${field}(${name})`);
}
