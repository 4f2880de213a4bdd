import type { Chance, DirectCall, PlainWorld, Rule } from '@svc/twin-kit/testing';
import { nodeId } from '../src/node-id.ts';
import { type Args, find, inRepo, levelOf, may, me, repoOf, rowsOf } from './rule-records.ts';

// The rules of issues that go from one repository to another.

const leadsTo = (world: PlainWorld, { repo, number }: Args): number | undefined =>
  inRepo(world, 'issue_transfers', repo).find((one) => one.number === number)?.issue_id;

function* refusals(world: PlainWorld, { repo, to }: Args): Generator<string> {
  const [from, into] = [repoOf(world, repo), repoOf(world, to)];
  if (levelOf(world, repo, me(world)) < 0 || levelOf(world, to, me(world)) < 0) yield 'Could not resolve to';
  if (!may(world, repo, 'push') || !may(world, to, 'push'))
    yield 'does not have the correct permissions to execute `TransferIssue`';
  if (from.archived || into.archived) yield 'Repository was archived so is read-only';
  if (!from.has_issues) yield 'Issues are disabled';
  if (!into.has_issues) yield 'New repository must have issues enabled';
  if (from.id === into.id) yield 'New repository must be another';
  if (from.private && !into.private) yield 'New repository must be private';
}

export const transferRules: Record<string, Rule> = {
  'an issue is transferred to who owns it already, never from a private repository to a public one, and its number leads on': {
    forbids: ({ does, args }, world) => (does === 'transfer issue' ? [...refusals(world, args)] : undefined),
    follows({ does, args, after }) {
      if (does !== 'transfer issue') return undefined;
      const now = find(after, 'issues', leadsTo(after, args));
      if (now?.repository_id !== repoOf(after, args.to).id) return `#${args.number} of ${args.repo} doesn't lead to ${args.to}`;
      return find(after, 'issues', args.issue_id) === undefined || `#${args.number} of ${args.repo} is still there`;
    },
    *faults(world) {
      for (const { repository_id: repository, number, issue_id: id } of rowsOf(world, 'issue_transfers')) {
        if (!find(world, 'issues', id)) yield `#${number} of repository ${repository} leads nowhere`;
        if (rowsOf(world, 'issues').some((one) => one.repository_id === repository && one.number === number))
          yield `#${number} of repository ${repository} is here and elsewhere`;
      }
      for (const { id, repository_id: repository, label_ids } of rowsOf(world, 'issues'))
        if (label_ids.some((label: number) => find(world, 'labels', label)?.repository_id !== repository))
          yield `issue ${id} has a label of another repository`;
    },
  },
};

type Draw = (chance: Chance, world: PlainWorld, repo: string) => Args | undefined;
export const transferDraws: Readonly<Record<string, Draw>> = {
  'transfer issue'(chance, world, repo) {
    const issue = chance.of(inRepo(world, 'issues', repo).filter((one) => !one.is_pull_request));
    const to = chance.of(['web', 'kept', 'vault', 'vault', 'attic', 'quiet', 'calm']);
    const ids = { from_id: repoOf(world, repo).id, to_id: repoOf(world, to).id };
    return issue && { number: issue.number, issue_id: issue.id, to, ...ids };
  },
};

const MUTATION =
  'mutation ($issueId: ID!, $repositoryId: ID!) { transferIssue(input: { issueId: $issueId, repositoryId: $repositoryId }) { issue { number } } }';

/** GitHub transfers issues by GraphQL alone. */
export const transferCall = ({ from_id, to_id, issue_id }: Args): DirectCall => ({
  method: 'POST',
  path: '/graphql',
  body: {
    query: MUTATION,
    variables: { issueId: nodeId('I', from_id, issue_id), repositoryId: nodeId('R', to_id) },
  },
});
