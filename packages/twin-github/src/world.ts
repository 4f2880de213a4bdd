import type { Context, SeedContext, State, World } from '@svc/twin-kit';
import { accountCollections } from './world/accounts.ts';
import { commitCheckCollections } from './world/commit-checks.ts';
import { eventCollections } from './world/events.ts';
import { gitCollections } from './world/git.ts';
import { issueCollections } from './world/issues.ts';
import { releaseCollections } from './world/releases.ts';
import { repositoryCollections } from './world/repositories.ts';
import { reviewCollections } from './world/reviews.ts';
import { socialCollections } from './world/social.ts';

export const collections = {
  ...accountCollections,
  ...repositoryCollections,
  ...issueCollections,
  ...eventCollections,
  ...gitCollections,
  ...reviewCollections,
  ...commitCheckCollections,
  ...releaseCollections,
  ...socialCollections,
};

export type GithubCollections = typeof collections;
export type GithubWorld = World<GithubCollections>;
export type GithubContext = Context<GithubCollections>;
export type GithubSeedContext = SeedContext<GithubCollections>;
export type GithubState = State<GithubCollections>;

/** The world's time as GitHub writes it: ISO 8601 in UTC, to the second. */
export function timestamp(now: number): string {
  const second = Math.floor(now / SECOND_MS);
  if (second !== last.second) last = { second, text: `${new Date(now).toISOString().slice(0, 19)}Z` };
  return last.text;
}

const SECOND_MS = 1000;
/** Many calls fall into one second. */
let last = { second: Number.NaN, text: '' };

export * from './world/accounts.ts';
export * from './world/commit-checks.ts';
export * from './world/events.ts';
export * from './world/git.ts';
export * from './world/issues.ts';
export * from './world/releases.ts';
export * from './world/repositories.ts';
export * from './world/reviews.ts';
export * from './world/social.ts';
