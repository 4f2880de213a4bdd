import type { GithubSeedContext, Signature, User } from '../world.ts';
import { noreplyAddress, timestamp } from '../world.ts';

/** A person as a commit names them now. */
export function signatureOf({ now }: Pick<GithubSeedContext, 'now'>, user: Readonly<User>): Signature {
  return { name: user.name ?? user.login, email: user.email ?? noreplyAddress(user), date: timestamp(now), offset: '+0000' };
}

/** GitHub itself as the committer of merges: https://docs.github.com/authentication/managing-commit-signature-verification/about-commit-signature-verification */
export function githubSignature({ now }: Pick<GithubSeedContext, 'now'>): Signature {
  return { name: 'GitHub', email: 'noreply@github.com', date: timestamp(now), offset: '+0000' };
}
