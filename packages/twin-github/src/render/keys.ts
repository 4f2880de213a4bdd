import type { DeployKey, GithubContext, PublicKey } from '../world.ts';
import { repositoryUrl } from './repository-path.ts';

/** A key as its owner sees it. Nobody signs in by SSH here, so none was ever used. */
export const renderKey = ({ links }: GithubContext, { id, key, title, created_at }: Readonly<PublicKey>) => ({
  id,
  key,
  url: links.to(`/user/keys/${id}`),
  title,
  created_at,
  verified: true,
  read_only: false,
  last_used: null,
});

/** A key as everybody sees it. */
export const renderPublicKey = ({ id, key, created_at }: Readonly<PublicKey>) => ({ id, key, created_at, last_used: null });

export const renderDeployKey = (context: GithubContext, one: Readonly<DeployKey>) => ({
  id: one.id,
  key: one.key,
  url: `${repositoryUrl(context, one)}/keys/${one.id}`,
  title: one.title,
  verified: true,
  created_at: one.created_at,
  read_only: one.read_only,
  added_by: one.added_by,
  last_used: null,
  enabled: true,
});
