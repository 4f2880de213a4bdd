import { isMeant } from '../actions/protection/ref-patterns.ts';
import { nextId } from '../sequences.ts';
import { type Repository, timestamp } from '../world.ts';
import type { Fault } from './fault.ts';
import type { Loading } from './loading.ts';
import { threadNumbers } from './numbers.ts';
import type { PullSeed, RepositorySeed, Seed } from './schema.ts';

const typeOf = (rule: RepositorySeed['rulesets'][number]['rules'][number]): string =>
  typeof rule === 'string' ? rule : rule.type;

const hasQueue = ({ rulesets, default_branch }: RepositorySeed, branch: string): boolean =>
  rulesets.some(
    ({ target, enforcement, rules, include, exclude }) =>
      target === 'branch' &&
      enforcement === 'active' &&
      rules.some((rule) => typeOf(rule) === 'merge_queue') &&
      isMeant({ include, exclude }, `refs/heads/${branch}`, { default_branch } as Readonly<Repository>),
  );

const isReady = ({ state, draft, merged }: PullSeed): boolean => state === 'open' && !draft && !merged;

/** Queues belong to organisations, and what waits in one is open and for a branch that has one. */
export function* checkQueues({ users }: Seed, repository: RepositorySeed): Generator<Fault> {
  const owner = users.find(({ login }) => login.toLowerCase() === repository.owner.toLowerCase());
  for (const [at, { rules }] of repository.rulesets.entries())
    for (const [which, rule] of rules.entries())
      if (typeOf(rule) === 'merge_queue' && owner?.type !== 'Organization')
        yield {
          path: ['rulesets', at, 'rules', which],
          message: 'only repositories of an Organization have merge queues',
          code: 'not_an_organization',
        };
  for (const [at, pull] of repository.pull_requests.entries()) {
    if (!pull.in_merge_queue) continue;
    const path = ['pull_requests', at, 'in_merge_queue'];
    const base = pull.base ?? repository.default_branch;
    if (!isReady(pull)) yield { path, message: 'only an open pull request waits in a merge queue', code: 'not_open' };
    if (!hasQueue(repository, base)) yield { path, message: `branch ${base} has no merge queue`, code: 'no_merge_queue' };
  }
}

/** Puts pull requests into the queues of their bases, in the order of the seed. */
export function loadQueues({ context, repository, seed, author }: Loading): void {
  const { world, ids, now } = context;
  const numbers = threadNumbers(seed);
  for (const [at, { in_merge_queue }] of seed.pull_requests.entries()) {
    if (!in_merge_queue) continue;
    const issue = world.issues.by.number.first(`${repository.id}/${numbers[seed.issues.length + at]}`);
    const pull = issue && world.pull_requests.get(issue.id);
    if (!pull) throw new Error(`pull request ${at} is missing`);
    world.merge_queue_entries.insert({
      id: nextId(ids, 'merge_queue_entry'),
      repository_id: repository.id,
      base_ref: pull.base_ref,
      issue_id: issue.id,
      enqueuer_id: author.id,
      jump: false,
      enqueued_at: timestamp(now),
      pull_head_sha: pull.head_sha,
      group: null,
    });
  }
}
