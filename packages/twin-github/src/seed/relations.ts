import { branchRef } from '../actions/branches.ts';
import { nextId } from '../sequences.ts';
import { type ReactionSubject, stateGroup, timestamp } from '../world.ts';
import { account } from './accounts.ts';
import type { Loading } from './loading.ts';
import type { ReactionSeed } from './schema-parts.ts';

/** Reactions to an issue or a comment; nobody reacts twice in one way. */
export function loadReactions(
  { context, repository, author }: Loading,
  type: ReactionSubject,
  id: number,
  reactions: readonly ReactionSeed[],
): void {
  const seen = new Set<string>();
  for (const reaction of reactions) {
    const { content, user } = typeof reaction === 'string' ? { content: reaction, user: undefined } : reaction;
    const user_id = user === undefined ? author.id : account(context, user).id;
    if (seen.has(`${user_id}/${content}`)) continue;
    seen.add(`${user_id}/${content}`);
    context.world.reactions.insert({
      id: nextId(context.ids, 'reaction'),
      repository_id: repository.id,
      subject_type: type,
      subject_id: id,
      user_id,
      content,
      created_at: timestamp(context.now),
    });
  }
}

/** Stars, and offers of access that nobody has answered. */
export function loadFollowers({ context, repository, seed, author }: Loading): void {
  const now = timestamp(context.now);
  for (const login of new Set(seed.stargazers.map((name) => name.toLowerCase()))) {
    context.world.stars.insert({ user_id: account(context, login).id, repository_id: repository.id, starred_at: now });
  }
  for (const offer of seed.invitations) {
    const { login, permission } = typeof offer === 'string' ? { login: offer, permission: 'push' as const } : offer;
    context.world.invitations.insert({
      id: nextId(context.ids, 'invitation'),
      repository_id: repository.id,
      invitee_id: account(context, login).id,
      inviter_id: author.id,
      permission,
      created_at: now,
    });
  }
}

/** Links issues to the parts that their seeds name by number. */
export function loadSubIssues({ context, repository }: Loading, parent: number, parts: readonly number[]): void {
  const { number } = context.world.issues.by;
  const owner = number.first(`${repository.id}/${parent}`);
  for (const [position, part] of parts.entries()) {
    const issue = number.first(`${repository.id}/${part}`);
    if (!owner || !issue) throw new Error(`issue ${part} is missing`);
    context.world.sub_issues.insert({ issue_id: issue.id, parent_id: owner.id, repository_id: repository.id, position });
  }
}

/** Has an issue wait for those that its seed names by number. */
export function loadBlockers({ context, repository }: Loading, waiting: number, blockers: readonly number[]): void {
  const { number } = context.world.issues.by;
  const issue = number.first(`${repository.id}/${waiting}`);
  for (const one of blockers) {
    const blocking = number.first(`${repository.id}/${one}`);
    if (!issue || !blocking) throw new Error(`issue ${one} is missing`);
    context.world.issue_dependencies.insert({ issue_id: issue.id, blocking_id: blocking.id });
  }
}

/** Links an issue to branches that were made for it, and to the pull requests that are from them by now. */
export function loadLinkedBranches({ context, repository }: Loading, number: number, branches: readonly string[]): void {
  const { world } = context;
  const issue = world.issues.by.number.first(`${repository.id}/${number}`);
  if (!issue) throw new Error(`issue ${number} is missing`);
  for (const name of branches) {
    const group = stateGroup(`${repository.id}/${name}`, 'all');
    const pulls = world.pull_requests.by.head.page(group, { limit: world.pull_requests.size });
    for (const { issue_id } of pulls) world.linked_pull_requests.insert({ pull_id: issue_id, issue_id: issue.id });
    if (pulls.length > 0) continue;
    const id = nextId(context.ids, 'linked_branch');
    world.linked_branches.insert({ id, issue_id: issue.id, repository_id: repository.id, ref: branchRef(name) });
  }
}
