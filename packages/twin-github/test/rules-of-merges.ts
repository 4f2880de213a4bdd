import type { Chance, DirectCall, PlainWorld, Rule, RuledOperation } from '@svc/twin-kit/testing';
import { nodeId } from '../src/node-id.ts';
import { type Args, find, history, inRepo, may, pullOf, repoOf, rowsOf, tipOf, when } from './rule-records.ts';

// The rules of what is merged by itself, brought up to its base, and taken back.

const FLAGS: Readonly<Record<string, string>> = {
  MERGE: 'allow_merge_commit',
  SQUASH: 'allow_squash_merge',
  REBASE: 'allow_rebase_merge',
};
const NOTHING_MISSING = 'Pull request is in ';

const isRuled = (world: PlainWorld, repo: string, name: string): boolean =>
  inRepo(world, 'branch_protections', repo).some(({ branch }) => branch === name);
/** What is said to who can't write, and where nobody can. */
const refusedTo = (world: PlainWorld, { repo }: Args): string[] => [
  ...(may(world, repo, 'push') ? [] : ['does not have the correct permissions']),
  ...(repoOf(world, repo).archived ? ['Repository was archived so is read-only'] : []),
];

export const mergeRules: Record<string, Rule> = {
  "an open pull request is merged by itself where its repository allows that and its base's rules lack something, by who can write":
    {
      forbids({ does, args }, world) {
        if (does !== 'let merge') return undefined;
        const repository = repoOf(world, args.repo);
        const pull = pullOf(world, args);
        return [
          ...refusedTo(world, args),
          ...(repository.allow_auto_merge ? [] : ['Auto merge is not allowed']),
          ...(pull.state === 'open' ? [] : ['Pull request is closed']),
          ...(pull.draft ? ['Pull request is a draft'] : []),
          ...(pull.auto_merge ? ['Auto merge is already enabled'] : []),
          ...(repository[FLAGS[args.method] as string] ? [] : ['Merge method']),
          ...(isRuled(world, args.repo, pull.base_ref) ? [] : [NOTHING_MISSING, 'Protected branch rules not configured']),
        ];
      },
      // Whether something is missing, reviews say.
      mayForbid: ({ does }) => when(does === 'let merge', NOTHING_MISSING),
      follows({ does, args, after }) {
        if (does !== 'let merge') return undefined;
        return pullOf(after, args).auto_merge?.merge_method === args.method.toLowerCase() || 'it does not wait';
      },
      *faults(world) {
        for (const { auto_merge, merged_at, state, draft, number, repository_id } of rowsOf(world, 'pull_requests')) {
          if (!auto_merge || merged_at !== null) continue;
          if (state !== 'open' || draft) yield `#${number} is ${draft ? 'a draft' : state} and waits to be merged`;
          if (!find(world, 'repositories', repository_id).allow_auto_merge) yield `#${number} waits where nothing may`;
        }
      },
    },
  "an open pull request's branch is brought up to its base where that has gone on, by who can write to it": {
    forbids({ does, args }, world) {
      if (does !== 'bring up') return undefined;
      const { state, head_ref, base_ref, head_sha } = pullOf(world, args);
      const [head, base] = [tipOf(world, args.repo, head_ref), tipOf(world, args.repo, base_ref)];
      if (state !== 'open') return [...refusedTo(world, args), 'is not open'];
      return [
        ...refusedTo(world, args),
        ...(head === undefined || base === undefined ? ['The branch does not exist'] : []),
        ...(base !== undefined && history(world, args.repo, head_sha).has(base) ? ['There are no new commits'] : []),
        ...(isRuled(world, args.repo, head_ref) ? ['Changes must be made', 'Cannot force-push', 'merge conflict'] : []),
      ];
    },
    mayForbid: ({ does }) => when(does === 'bring up', 'merge conflict between base and head'),
    follows({ does, args, after }) {
      if (does !== 'bring up') return undefined;
      const { head_sha, base_ref } = pullOf(after, args);
      return history(after, args.repo, head_sha).has(tipOf(after, args.repo, base_ref) as string) || 'it lacks its base';
    },
  },
  'a merged pull request is taken back by another one while its base has what it brought, by who can write': {
    forbids({ does, args }, world) {
      if (does !== 'take back') return undefined;
      return [...refusedTo(world, args), ...(pullOf(world, args).merged_at === null ? ['has not been merged'] : [])];
    },
    mayForbid: ({ does }) => when(does === 'take back', "couldn't be reverted automatically"),
    follows({ does, args, before, after }) {
      if (does !== 'take back') return undefined;
      const made = inRepo(after, 'pull_requests', args.repo).slice(inRepo(before, 'pull_requests', args.repo).length);
      return made.some(({ head_ref }) => head_ref.startsWith(`revert-${args.number}-`)) || 'nothing takes it back';
    },
  },
};

type Draw = (chance: Chance, world: PlainWorld, repo: string) => Args | undefined;
const anyPull: Draw = (chance, world, repo) => {
  const pull = chance.of(inRepo(world, 'pull_requests', repo));
  // What nobody sees is told in other words there.
  if (repo === 'vault' || !pull) return undefined;
  return { number: pull.number, id: nodeId('PR', pull.repository_id, pull.issue_id) };
};
export const mergeDraws: Readonly<Record<string, Draw>> = {
  'let merge'(chance, world, repo) {
    const pull = anyPull(chance, world, repo);
    return pull && { ...pull, method: chance.of(['MERGE', 'SQUASH', 'REBASE']) };
  },
  'bring up'(chance, world, repo) {
    const pull = anyPull(chance, world, repo);
    return pull && { ...pull, method: chance.of(['MERGE', 'REBASE']) };
  },
  'take back': anyPull,
};

/** They are there through GraphQL alone, or do more there. */
const MUTATIONS: Readonly<Record<string, string>> = {
  'let merge':
    'mutation ($id: ID!, $method: PullRequestMergeMethod!) { enablePullRequestAutoMerge(input: { pullRequestId: $id, mergeMethod: $method }) { clientMutationId } }',
  'bring up':
    'mutation ($id: ID!, $method: PullRequestBranchUpdateMethod!) { updatePullRequestBranch(input: { pullRequestId: $id, updateMethod: $method }) { clientMutationId } }',
  'take back': 'mutation ($id: ID!) { revertPullRequest(input: { pullRequestId: $id }) { clientMutationId } }',
};

export function mergeCall({ does, args: { id, method } }: RuledOperation): DirectCall | undefined {
  const query = MUTATIONS[does];
  return query === undefined ? undefined : { method: 'POST', path: '/graphql', body: { query, variables: { id, method } } };
}
