import { MOST_DEPENDENCIES } from '../actions/issue-dependencies.ts';
import { MOST_PINNED } from '../actions/pinned-issues.ts';
import { slugOf } from '../actions/slug.ts';
import { FOLDER } from '../actions/workflows/records.ts';
import { duplicates, type Fault } from './fault.ts';
import { declaredFiles } from './files.ts';
import { firstBranches } from './first-branches.ts';
import { pathsInHistory } from './history.ts';
import { threadNumbers } from './numbers.ts';
import type { PullSeed, RepositorySeed, UserSeed } from './schema.ts';
import { checkSettings } from './settings.ts';

const nameOf = (one: string | { name: string }) => (typeof one === 'string' ? one : one.name);

/** Teams belong to organisations, one of a name. */
export function* checkTeams(user: UserSeed): Generator<Fault> {
  if (user.teams.length > 0 && user.type !== 'Organization') {
    yield { path: ['teams'], message: 'only an Organization has teams', code: 'not_an_organization' };
  }
  yield* duplicates(
    user.teams.map(({ name }) => slugOf(name)),
    (at) => ['teams', at, 'name'],
    (slug) => `team ${slug} is declared twice`,
  );
}

/** Rules of what hangs on branches, commits and issues. */
export function* checkParts(repository: RepositorySeed): Generator<Fault> {
  yield* checkTargets(repository);
  yield* duplicates(
    [...Object.keys(repository.history?.tags ?? {}), ...repository.tags.map(nameOf)],
    (at) => ['tags', at - Object.keys(repository.history?.tags ?? {}).length],
    (name) => `tag ${name} is declared twice`,
  );
  yield* duplicates(
    repository.releases.map(({ tag_name, draft }) => (draft ? undefined : tag_name)),
    (at) => ['releases', at, 'tag_name'],
    (tag) => `there is a release of ${tag} already`,
  );
  for (const [at, { assets }] of repository.releases.entries()) {
    yield* duplicates(
      assets.map(({ name }) => name),
      (which) => ['releases', at, 'assets', which, 'name'],
      (name) => `asset ${name} is declared twice`,
    );
  }
  for (const [at, { linked_branches }] of repository.issues.entries()) {
    yield* duplicates(
      linked_branches,
      (which) => ['issues', at, 'linked_branches', which],
      (name) => `branch ${name} is linked already`,
    );
  }
  yield* checkSubIssues(repository);
  yield* checkBlockers(repository);
  yield* checkInvitations(repository);
  yield* checkWorkflows(repository);
  for (const [at, pull] of repository.pull_requests.entries()) {
    for (const fault of checkReviews(pull)) yield { ...fault, path: ['pull_requests', at, ...fault.path] };
  }
}

/** Tags, releases and checks stand on branches that are there. */
function* checkTargets(repository: RepositorySeed): Generator<Fault> {
  const { default_branch, branches, pull_requests, ...parts } = repository;
  const heads = pull_requests.filter((pull) => pull.files !== undefined).map(({ head }) => head);
  const known = new Set([...firstBranches(repository), ...branches.map(({ name }) => name), ...heads]);
  const targets: [path: (string | number)[], branch: string | undefined][] = [
    ...parts.tags.map((tag, at): [(string | number)[], string | undefined] => [
      ['tags', at, 'target'],
      typeof tag === 'string' ? undefined : tag.target,
    ]),
    ...parts.releases.map((release, at): [(string | number)[], string | undefined] => [
      ['releases', at, 'target_commitish'],
      release.target_commitish,
    ]),
    ...parts.issues.flatMap(({ linked_branches }, at) =>
      linked_branches.map((name, which): [(string | number)[], string | undefined] => [
        ['issues', at, 'linked_branches', which],
        name,
      ]),
    ),
    ...(['statuses', 'check_runs'] as const).flatMap((key) =>
      parts[key].map((one, at): [(string | number)[], string | undefined] => [[key, at, 'branch'], one.branch]),
    ),
  ];
  for (const [path, branch = default_branch] of targets) {
    if (!known.has(branch)) yield { path, message: `branch ${branch} is not in the repository`, code: 'unknown_branch' };
  }
}

/** Files of workflows on the default branch: a history's, with what the seed puts there and takes away. */
function workflowPaths({ files, history, default_branch }: RepositorySeed): string[] {
  const paths = new Set(history ? pathsInHistory(history, default_branch, FOLDER) : []);
  for (const { path, bytes } of declaredFiles(files ?? {})) {
    if (bytes === null) paths.delete(path);
    else paths.add(path);
  }
  return [...paths];
}

/** Workflows stand in files of the default branch, and runs on branches that are there. */
function* checkWorkflows(repository: RepositorySeed): Generator<Fault> {
  const { default_branch, branches, pull_requests, ...seed } = repository;
  const isAsked = seed.workflows.length + seed.workflow_runs.length > 0;
  const paths = new Set(isAsked ? workflowPaths(repository) : []);
  for (const [at, { path }] of seed.workflows.entries())
    if (!paths.has(path))
      yield { path: ['workflows', at, 'path'], message: `there is no file ${path}`, code: 'unknown_workflow' };
  const heads = pull_requests.map(({ head }) => head);
  const names = new Set([...firstBranches(repository), ...branches.map(({ name }) => name), ...heads]);
  for (const [at, { workflow, branch = default_branch }] of seed.workflow_runs.entries()) {
    if (!paths.has(workflow))
      yield { path: ['workflow_runs', at, 'workflow'], message: `there is no file ${workflow}`, code: 'unknown_workflow' };
    if (!names.has(branch))
      yield {
        path: ['workflow_runs', at, 'branch'],
        message: `branch ${branch} is not in the repository`,
        code: 'unknown_branch',
      };
  }
  yield* duplicates(
    seed.workflows.map(({ path }) => path),
    (at) => ['workflows', at, 'path'],
    (path) => `workflow ${path} is declared twice`,
  );
  yield* checkPins(seed);
  yield* checkSettings(seed);
}

/** Only so many stand above the others. */
function* checkPins({ issues }: Pick<RepositorySeed, 'issues'>): Generator<Fault> {
  const pinned = [...issues.entries()].filter(([, one]) => one.pinned).map(([at]) => at);
  for (const at of pinned.slice(MOST_PINNED))
    yield { path: ['issues', at, 'pinned'], message: `at most ${MOST_PINNED} issues are pinned`, code: 'too_many' };
}

/** Parts are issues of the same repository with one parent each, and none contains itself. */
function* checkSubIssues(seed: RepositorySeed): Generator<Fault> {
  const { issues } = seed;
  const numbers = threadNumbers(seed).slice(0, issues.length);
  const parents = new Map<number, number>();
  for (const [at, { sub_issues }] of issues.entries()) {
    const parent = numbers[at] as number;
    for (const [which, part] of sub_issues.entries()) {
      const path = ['issues', at, 'sub_issues', which];
      if (!numbers.includes(part)) yield { path, message: `there is no issue ${part}`, code: 'unknown_issue' };
      else if (parents.has(part)) yield { path, message: `issue ${part} has a parent already`, code: 'duplicate' };
      else if (part === parent || ancestors(parents, parent).includes(part))
        yield { path, message: `issue ${part} would contain itself`, code: 'circular' };
      else parents.set(part, parent);
    }
  }
}

/** Issues wait for others of the same repository, for each once, and none for itself or for one that waits for it. */
function* checkBlockers(seed: RepositorySeed): Generator<Fault> {
  const { issues } = seed;
  const numbers = threadNumbers(seed).slice(0, issues.length);
  const pairs = new Set<string>();
  const counts = new Map<string, number>();
  const isFull = (side: string): boolean => {
    counts.set(side, (counts.get(side) ?? 0) + 1);
    return (counts.get(side) as number) > MOST_DEPENDENCIES;
  };
  for (const [at, { blocked_by }] of issues.entries()) {
    const issue = numbers[at] as number;
    for (const [which, blocking] of blocked_by.entries()) {
      const path = ['issues', at, 'blocked_by', which];
      if (!numbers.includes(blocking)) yield { path, message: `there is no issue ${blocking}`, code: 'unknown_issue' };
      else if (pairs.has(`${issue}/${blocking}`))
        yield { path, message: `issue ${issue} waits for issue ${blocking} already`, code: 'duplicate' };
      else if (blocking === issue || pairs.has(`${blocking}/${issue}`))
        yield { path, message: `issue ${blocking} would wait for itself`, code: 'circular' };
      else if (isFull(`blocked ${issue}`) || isFull(`blocking ${blocking}`))
        yield { path, message: `an issue waits for at most ${MOST_DEPENDENCIES} and as many for it`, code: 'too_many' };
      pairs.add(`${issue}/${blocking}`);
    }
  }
}

function ancestors(parents: ReadonlyMap<number, number>, issue: number): number[] {
  const found: number[] = [];
  for (let at = parents.get(issue); at !== undefined; at = parents.get(at)) found.push(at);
  return found;
}

function* checkInvitations({ owner, collaborators, invitations }: RepositorySeed): Generator<Fault> {
  const loginOf = (one: string | { login: string }) => (typeof one === 'string' ? one : one.login).toLowerCase();
  const inside = new Set([owner.toLowerCase(), ...(collaborators ?? []).map(loginOf)]);
  for (const [at, invitation] of invitations.entries()) {
    if (inside.has(loginOf(invitation))) {
      yield { path: ['invitations', at], message: `${loginOf(invitation)} has access already`, code: 'duplicate' };
    }
  }
  yield* duplicates(
    invitations.map(loginOf),
    (at) => ['invitations', at],
    (login) => `${login} is invited twice`,
  );
}

/** As GitHub has it: one pending review a person, and none by the author that approves or refuses. */
function* checkReviews({ user, reviews }: PullSeed): Generator<Fault> {
  yield* duplicates(
    reviews.map((review) => (review.state === 'PENDING' ? review.user.toLowerCase() : undefined)),
    (at) => ['reviews', at, 'state'],
    (login) => `${login} has a pending review already`,
  );
  for (const [at, review] of reviews.entries()) {
    const isVerdict = review.state === 'APPROVED' || review.state === 'CHANGES_REQUESTED';
    if (isVerdict && user !== undefined && review.user.toLowerCase() === user.toLowerCase()) {
      yield { path: ['reviews', at, 'user'], message: 'the author of a pull request cannot decide on it', code: 'own_review' };
    }
  }
}
