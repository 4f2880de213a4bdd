import { viewerOf } from '../actions/access.ts';
import { findBranch, pushBranch } from '../actions/branches.ts';
import { newRepository } from '../actions/new-repository.ts';
import { AUTOMATIC_COLOR, DEFAULT_LABELS } from '../default-labels.ts';
import { nextId, reserveMilestoneNumber } from '../sequences.ts';
import { type GithubSeedContext, timestamp } from '../world.ts';
import { account } from './accounts.ts';
import { loadAlerts } from './alerts.ts';
import { loadCommitChecks } from './commit-checks.ts';
import { hasDiscussions } from './discussion-rules.ts';
import { loadDiscussions } from './discussions.ts';
import { loadHistory } from './history.ts';
import { loadInteractionLimit } from './interaction-limits.ts';
import { loadThreads } from './issues.ts';
import { commitFiles, type Loading, zoned } from './loading.ts';
import { loadQueues } from './merge-queue.ts';
import { assignNumbers } from './numbers.ts';
import { loadPlaces } from './places.ts';
import { loadProtection } from './protection.ts';
import { loadFollowers } from './relations.ts';
import { loadRelease, loadTag } from './releases.ts';
import { loadRepositoryAdvisory } from './repository-advisories.ts';
import type { BranchSeed, LabelSeed, RepositorySeed } from './schema.ts';
import { loadWorkflows } from './workflows.ts';

export function loadRepository(context: GithubSeedContext, seed: RepositorySeed): void {
  const owner = account(context, seed.owner);
  const author = owner.type === 'User' ? owner : viewerOf(context);
  const past = seed.created_at === undefined ? context : { ...context, now: Date.parse(seed.created_at) };
  const repository = newRepository(past, owner, { ...seed, has_discussions: hasDiscussions(seed) });
  const loading = { context: past, repository, seed, author };
  loadCollaborators(loading);
  for (const label of seed.labels ?? DEFAULT_LABELS) loadLabel(loading, label);
  loadMilestones(loading);
  if (seed.history) loadHistory(loading, seed.history);
  const files = seed.files ??
    (seed.history && {}) ?? { 'README.md': `# ${seed.name}\n${seed.description ? `\n${seed.description}\n` : ''}` };
  if (Object.keys(files).length > 0)
    commitFiles(loading, {
      branch: seed.default_branch,
      files,
      message: seed.history ? 'Update files' : 'Initial commit',
      by: author,
    });
  for (const branch of seed.branches) loadBranch(loading, branch);
  loadThreads({ ...loading, context });
  loadDiscussions({ ...loading, context });
  loadRest({ ...loading, context });
  // Filling it is not a change: it stands as it was made.
  if (seed.created_at !== undefined) context.world.repositories.update(repository.id, { updated_at: repository.created_at });
}

function loadRest(loading: Loading): void {
  const { context, repository, seed } = loading;
  for (const tag of seed.tags) loadTag(loading, tag);
  for (const release of seed.releases) loadRelease(loading, release);
  const checked = [...seed.statuses, ...seed.check_runs].map(({ branch }) => branch ?? seed.default_branch);
  for (const branch of new Set(checked)) {
    const of = <T extends { branch?: string | undefined }>(all: readonly T[]) =>
      all.filter((one) => (one.branch ?? seed.default_branch) === branch);
    const tip = findBranch(context, repository.id, branch);
    if (!tip) throw new Error(`branch ${branch} is missing`);
    loadCommitChecks(loading, tip.object.sha, { statuses: of(seed.statuses), check_runs: of(seed.check_runs) });
  }
  loadFollowers(loading);
  loadProtection(loading);
  loadQueues(loading);
  loadInteractionLimit(context, { repository_id: repository.id }, seed.interaction_limit);
  loadPlaces(loading);
  loadWorkflows(loading);
  loadAlerts(loading);
  for (const advisory of seed.security_advisories) loadRepositoryAdvisory(loading, advisory);
}

/** Without a list the viewer may do everything, so that a seed of few words gives a world to work in. */
function loadCollaborators({ context, repository, seed }: Loading): void {
  const listed = seed.collaborators ?? [{ login: viewerOf(context).login, permission: 'admin' as const }];
  const everyone = listed.map((one) => (typeof one === 'string' ? { login: one, permission: 'push' as const } : one));
  for (const { login, permission } of everyone) {
    const { id } = account(context, login);
    if (id !== repository.owner_id) context.world.collaborators.insert({ repository_id: repository.id, user_id: id, permission });
  }
}

function loadLabel({ context, repository }: Loading, label: LabelSeed | (typeof DEFAULT_LABELS)[number]): void {
  const declared = typeof label === 'string' ? { name: label } : label;
  const standard = DEFAULT_LABELS.find(({ name }) => name === declared.name.toLowerCase());
  context.world.labels.insert({
    id: nextId(context.ids, 'label'),
    repository_id: repository.id,
    name: declared.name,
    color: (declared.color ?? standard?.color ?? AUTOMATIC_COLOR).replace('#', '').toLowerCase(),
    description: declared.description === undefined ? (standard?.description ?? null) : declared.description,
    default: standard !== undefined,
  });
}

function loadMilestones({ context, repository, seed, author }: Loading): void {
  const numbers = assignNumbers(seed.milestones.map(({ number }) => number));
  for (const [at, milestone] of seed.milestones.entries()) {
    const number = numbers[at] as number;
    const created = zoned(milestone.created_at) ?? timestamp(context.now);
    reserveMilestoneNumber(context.ids, repository.id, number);
    context.world.milestones.insert({
      id: nextId(context.ids, 'milestone'),
      repository_id: repository.id,
      number,
      title: milestone.title,
      description: milestone.description ?? null,
      state: milestone.state,
      creator_id: milestone.creator === undefined ? author.id : account(context, milestone.creator).id,
      created_at: created,
      updated_at: created,
      closed_at: milestone.state === 'closed' ? (zoned(milestone.closed_at) ?? created) : null,
      due_on: zoned(milestone.due_on) ?? null,
    });
  }
}

function loadBranch(loading: Loading, { name, from, files, message, author }: BranchSeed): void {
  const { context, repository, seed } = loading;
  const start = findBranch(context, repository.id, from ?? seed.default_branch);
  if (!start) throw new Error(`branch ${from} is missing`);
  pushBranch(context, repository, name, start.object.sha);
  if (!files) return;
  const by = author === undefined ? loading.author : account(context, author);
  commitFiles(loading, { branch: name, files, message: message ?? `Update ${name}`, by });
}
