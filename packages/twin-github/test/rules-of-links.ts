import type { Chance, DirectCall, PlainWorld, Rule } from '@svc/twin-kit/testing';
import { nodeId } from '../src/node-id.ts';
import { type Args, find, inRepo, issueOf, levelOf, may, me, repoOf, rowsOf, tipOf } from './rule-records.ts';

// The rules of branches that are made for issues.

const linked = (world: PlainWorld, { repo, number, branch }: Args): boolean =>
  inRepo(world, 'linked_branches', repo).some(
    (one) => one.issue_id === issueOf(world, { repo, number })?.id && one.ref === `refs/heads/${branch}`,
  );

function* refusals(world: PlainWorld, args: Args): Generator<string> {
  const { repo } = args;
  if (levelOf(world, repo, me(world)) < 0) yield 'Could not resolve to';
  if (!may(world, repo, 'push')) yield 'does not have the correct permissions to execute `CreateLinkedBranch`';
  if (repoOf(world, repo).archived) yield 'Repository was archived so is read-only';
  if (!repoOf(world, repo).has_issues) yield 'Issues are disabled';
  if (linked(world, args)) yield 'Branch name has already been taken';
}

export const linkRules: Record<string, Rule> = {
  'a branch is linked to the issue that it is made for, until either goes or a pull request from it takes the link': {
    forbids: ({ does, args }, world) => (does === 'link branch' ? [...refusals(world, args)] : undefined),
    follows({ does, args, before, after }) {
      if (does === 'link branch')
        return (
          linked(after, args) === (tipOf(before, args.repo, args.branch) === undefined) || `${args.branch} is linked wrongly`
        );
      if (does !== 'create pull') return undefined;
      const ref = `refs/heads/${args.head}`;
      const was = inRepo(before, 'linked_branches', args.repo).filter((one) => one.ref === ref);
      if (was.length === 0) return undefined;
      const links = rowsOf(after, 'linked_pull_requests').map(({ issue_id }) => issue_id);
      return was.every(({ issue_id }) => links.includes(issue_id)) || `${args.head} has a pull request that took no link`;
    },
    *faults(world) {
      const refs = new Set(rowsOf(world, 'refs').map(({ repository_id, ref }) => `${repository_id}/${ref}`));
      for (const { issue_id: issue, repository_id: repository, ref } of rowsOf(world, 'linked_branches')) {
        if (!refs.has(`${repository}/${ref}`)) yield `${ref} of repository ${repository} is linked and gone`;
        if (!find(world, 'issues', issue)) yield `${ref} of repository ${repository} is linked to no issue`;
      }
      for (const { pull_id: pull, issue_id: issue } of rowsOf(world, 'linked_pull_requests'))
        if (!find(world, 'issues', pull)?.is_pull_request || !find(world, 'issues', issue))
          yield `${pull} is linked to ${issue}, of which one is gone`;
    },
  },
};

type Draw = (chance: Chance, world: PlainWorld, repo: string) => Args | undefined;
export const linkDraws: Readonly<Record<string, Draw>> = {
  'link branch'(chance, world, repo) {
    const issue = chance.of(inRepo(world, 'issues', repo).filter((one) => !one.is_pull_request));
    // A branch that pull requests are made of, so that one of them takes the link.
    const oid = tipOf(world, repo, 'spare') ?? tipOf(world, repo, 'main');
    const branch = chance.of(['made', 'made', 'spare']);
    return issue && { number: issue.number, issue_id: issue.id, from_id: repoOf(world, repo).id, branch, oid };
  },
};

const MUTATION =
  'mutation ($issueId: ID!, $oid: GitObjectID!, $name: String) { createLinkedBranch(input: { issueId: $issueId, oid: $oid, name: $name }) { linkedBranch { id } } }';

/** GitHub links branches by GraphQL alone. */
export const linkCall = ({ from_id, issue_id, oid, branch }: Args): DirectCall => ({
  method: 'POST',
  path: '/graphql',
  body: { query: MUTATION, variables: { issueId: nodeId('I', from_id, issue_id), oid, name: branch } },
});
