import { collection } from '@svc/twin-kit';

/** Who may interact: https://docs.github.com/rest/interactions/repos */
export const INTERACTION_LIMITS = ['existing_users', 'contributors_only', 'collaborators_only'] as const;
export type InteractionGroup = (typeof INTERACTION_LIMITS)[number];

/** A limit of one repository, or of all that an account owns. */
export interface InteractionLimit {
  key: string;
  repository_id: number | null;
  account_id: number | null;
  limit: InteractionGroup;
  expires_at: string;
}

export type LimitPlace = { repository_id: number } | { account_id: number };

export const limitKey = (place: LimitPlace): string =>
  'repository_id' in place ? `repository/${place.repository_id}` : `account/${place.account_id}`;

export const interactionLimitCollections = {
  interaction_limits: collection<InteractionLimit>()({ key: (limit) => limit.key }),
};
