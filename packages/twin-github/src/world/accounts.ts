import { collection } from '@svc/twin-kit';

export type AccountType = 'User' | 'Organization' | 'Bot';

/** A person, a bot or an organisation: GitHub keeps one name space for all of them. */
export interface User {
  id: number;
  login: string;
  type: AccountType;
  name: string | null;
  email: string | null;
  bio: string | null;
  company: string | null;
  location: string | null;
  blog: string | null;
  site_admin: boolean;
  /** Of a person: every address that they gave GitHub, where it isn't `email` alone. `email` is the public one. */
  emails?: { email: string; primary: boolean; verified: boolean }[];
  created_at: string;
  updated_at: string;
}

/** A user's place in an organisation. */
export interface Membership {
  organization_id: number;
  user_id: number;
  role: 'admin' | 'member';
}

/** A group of an organisation's members. */
export interface Team {
  id: number;
  organization_id: number;
  name: string;
  slug: string;
  description: string | null;
  privacy: 'closed' | 'secret';
  member_ids: number[];
  maintainer_ids: number[];
  created_at: string;
  updated_at: string;
}

/** Facts about the whole world; the collection holds one record, keyed `settings`. */
export interface Settings {
  id: 'settings';
  /** Whose token the agent holds. */
  viewer_id: number;
  /** Seconds until it is known whether a pull request can be merged; none where it is known at once. */
  mergeability_delay?: number;
}

/** The address git gets for a user who shows none: https://docs.github.com/account-and-profile/reference/email-addresses-reference */
export const noreplyAddress = (user: Pick<User, 'id' | 'login'>) => `${user.id}+${user.login}@users.noreply.github.com`;

export const membershipKey = (organizationId: number, userId: number) => `${organizationId}/${userId}`;

export const accountCollections = {
  settings: collection<Settings>()({ key: (settings) => settings.id }),
  users: collection<User>()({
    key: (user) => user.id,
    indexes: {
      /** Logins are case-insensitive: `by.login.first(login.toLowerCase())`. */
      login: { group: (user) => user.login.toLowerCase() },
      /** Every address that names the user in a commit, in lower case. */
      address: {
        group: (user) => {
          const addresses = [
            noreplyAddress(user),
            `${user.login}@users.noreply.github.com`,
            ...(user.email === null ? [] : [user.email]),
            ...(user.emails ?? []).filter(({ verified }) => verified).map(({ email }) => email),
          ];
          return [...new Set(addresses.map((address) => address.toLowerCase()))];
        },
      },
      type: { group: (user) => ['all', user.type], order: (user) => user.id },
    },
  }),
  memberships: collection<Membership>()({
    key: (membership) => membershipKey(membership.organization_id, membership.user_id),
    indexes: {
      organization: { group: (membership) => membership.organization_id },
      user: { group: (membership) => membership.user_id },
    },
  }),
  teams: collection<Team>()({
    key: (team) => team.id,
    indexes: {
      organization: { group: (team) => team.organization_id, order: (team) => team.slug },
      /** By `<organization_id>/<slug>`. */
      slug: { group: (team) => `${team.organization_id}/${team.slug}` },
    },
  }),
};
