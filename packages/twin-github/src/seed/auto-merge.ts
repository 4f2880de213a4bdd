import { z } from 'zod';
import { isMeant } from '../actions/protection/ref-patterns.ts';
import { type AutoMerge, type PullRequest, type Repository, timestamp } from '../world.ts';
import { account } from './accounts.ts';
import type { Fault } from './fault.ts';
import type { Loading } from './loading.ts';
import type { PullSeed, RepositorySeed } from './schema.ts';
import { login, nameOr } from './schema-parts.ts';

const method = z.enum(['merge', 'squash', 'rebase']);

/** The method alone, or with who asked for it and what its commit is to say. */
export const autoMergeField = nameOr(
  method,
  z.object({
    method: method.default('merge'),
    /** By default the owner, or the viewer where an organisation is the owner. */
    enabled_by: login.optional(),
    commit_title: z.string().min(1).optional(),
    commit_message: z.string().min(1).optional(),
  }),
).nullish();

/** Does anything ask something of a branch? */
const hasRules = ({ branch_protections, rulesets, default_branch }: RepositorySeed, branch: string): boolean =>
  branch_protections.some((one) => (one.branch ?? default_branch) === branch) ||
  rulesets.some(
    ({ target, enforcement, include, exclude }) =>
      target === 'branch' &&
      enforcement === 'active' &&
      isMeant({ include, exclude }, `refs/heads/${branch}`, { default_branch } as Readonly<Repository>),
  );

/** What is merged by itself is open, is allowed to, and has something to wait for. */
export function* checkAutoMerges(repository: RepositorySeed): Generator<Fault> {
  for (const [at, pull] of repository.pull_requests.entries()) {
    if (pull.auto_merge == null) continue;
    const path = ['pull_requests', at, 'auto_merge'];
    const base = pull.base ?? repository.default_branch;
    if (pull.state !== 'open' || pull.draft || pull.merged)
      yield { path, message: 'only an open pull request is merged by itself', code: 'not_open' };
    if (!repository.allow_auto_merge)
      yield { path, message: "the repository doesn't allow it: allow_auto_merge", code: 'auto_merge_off' };
    if (!hasRules(repository, base)) yield { path, message: `branch ${base} has no rules to wait for`, code: 'not_protected' };
    if (pull.in_merge_queue) yield { path, message: 'it waits in a merge queue already', code: 'in_merge_queue' };
  }
}

/** Who lets a pull request of a seed be merged by itself. */
export function autoMergeOf(
  { context, author }: Loading,
  { auto_merge: asked }: PullSeed,
  { head_sha, base_ref }: Pick<PullRequest, 'head_sha' | 'base_ref'>,
): { auto_merge?: AutoMerge } {
  if (asked == null) return {};
  const said = typeof asked === 'string' ? { method: asked } : asked;
  return {
    auto_merge: {
      merge_method: said.method,
      by_id: said.enabled_by === undefined ? author.id : account(context, said.enabled_by).id,
      enabled_at: timestamp(context.now),
      commit_title: said.commit_title ?? null,
      commit_message: said.commit_message ?? null,
      author_email: null,
      head_sha,
      base_ref,
    },
  };
}
