import { Unprocessable } from '../errors.ts';
import { nextId } from '../sequences.ts';
import { type GithubContext, type Issue, type LinkedBranch, refKey } from '../world.ts';
import { writableRepository } from './access.ts';
import { branchRef } from './branches.ts';
import { getIssue } from './issues.ts';
import { linkedBranchesOf } from './linked-pulls.ts';
import { createRef } from './refs.ts';

/** Bytes that git's own files take of a name, and leave for a lock. */
const LONGEST_NAME = 244;

/** "Defaults to issue number and title": as the title's words with hyphens, which is what people see. */
export function branchNameOf({ number, title }: Pick<Issue, 'number' | 'title'>): string {
  const words = title
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{M}\p{N}_\s-]/gu, '')
    .split(/[\s-]+/u)
    .filter((word) => word !== '');
  const letters = [...[number, ...words].join('-')];
  while (Buffer.byteLength(letters.join('')) > LONGEST_NAME) letters.pop();
  return letters.join('').replace(/-$/, '');
}

interface LinkInput {
  oid: string;
  name?: string | null | undefined;
  /** Where the branch is made; by default where the issue is. */
  repository?: readonly [owner: string, repo: string] | undefined;
}

/**
 * Makes a branch for an issue. One that is there already isn't linked, and GitHub doesn't say why (cli/cli#6562); one that is linked is
 * refused (cli/cli#8311). It takes write rights on both sides (cli/cli#12303).
 * @throws NotFound, Forbidden, Gone, RepositoryArchived, Unprocessable, RefProtected
 */
export function createLinkedBranch(
  context: GithubContext,
  owner: string,
  repo: string,
  number: number,
  { oid, name, repository = [owner, repo] }: LinkInput,
): Readonly<LinkedBranch> | undefined {
  const { issue } = getIssue(context, owner, repo, number);
  writableRepository(context, owner, repo);
  const home = writableRepository(context, ...repository);
  const ref = branchRef(name || branchNameOf(issue));
  const links = linkedBranchesOf(context, issue.id);
  if (links.some((one) => one.repository_id === home.id && one.ref === ref))
    throw new Unprocessable('Validation failed: Branch name has already been taken');
  if (context.world.refs.has(refKey(home.id, ref))) return undefined;
  createRef(context, ...repository, ref, oid);
  const id = nextId(context.ids, 'linked_branch');
  return context.world.linked_branches.insert({ id, issue_id: issue.id, repository_id: home.id, ref });
}

/** Unlinks a branch from its issue; the branch stays. @returns the issue. @throws NotFound, Forbidden, RepositoryArchived */
export function deleteLinkedBranch(context: GithubContext, { id, issue_id }: Readonly<LinkedBranch>): Readonly<Issue> {
  const { world } = context;
  const issue = world.issues.get(issue_id) as Readonly<Issue>;
  const [owner = '', repo = ''] = world.repositories.get(issue.repository_id)?.full_name.split('/') ?? [];
  writableRepository(context, owner, repo);
  world.linked_branches.remove(id);
  return issue;
}
