import { collection } from '@svc/twin-kit';

/** That somebody follows somebody. */
export interface Follow {
  follower_id: number;
  followed_id: number;
  followed_at: string;
}

/** A public key that somebody signs in with by SSH. */
export interface PublicKey {
  id: number;
  user_id: number;
  title: string;
  /** Its type and its digits, without what may be written behind them. */
  key: string;
  created_at: string;
}

/** A public key that opens one repository. */
export interface DeployKey {
  id: number;
  repository_id: number;
  title: string;
  key: string;
  read_only: boolean;
  added_by: string;
  created_at: string;
}

export const followKey = (followerId: number, followedId: number) => `${followerId}/${followedId}`;

export const peopleCollections = {
  follows: collection<Follow>()({
    key: (follow) => followKey(follow.follower_id, follow.followed_id),
    indexes: {
      follower: { group: (follow) => follow.follower_id },
      followed: { group: (follow) => follow.followed_id },
    },
  }),
  public_keys: collection<PublicKey>()({
    key: (key) => key.id,
    indexes: { user: { group: (key) => key.user_id }, key: { group: (key) => key.key } },
  }),
  deploy_keys: collection<DeployKey>()({
    key: (key) => key.id,
    indexes: { repository: { group: (key) => key.repository_id }, key: { group: (key) => key.key } },
  }),
};
