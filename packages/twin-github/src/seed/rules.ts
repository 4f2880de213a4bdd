import { slugOf } from '../actions/slug.ts';
import { isValidPath } from '../git/path.ts';
import { checkAlerts } from './alert-rules.ts';
import { checkApps } from './app-rules.ts';
import { checkAutoMerges } from './auto-merge.ts';
import { checkDiscussions } from './discussion-rules.ts';
import { duplicates, type Fault } from './fault.ts';
import { declaredFiles } from './files.ts';
import { firstBranches } from './first-branches.ts';
import { checkHistory } from './history.ts';
import { checkIssueTypes, checkTypesOfIssues } from './issue-types.ts';
import { checkQueues } from './merge-queue.ts';
import { assignNumbers } from './numbers.ts';
import { checkParts, checkTeams } from './part-rules.ts';
import { checkPeople } from './people-schema.ts';
import { checkPlaces } from './place-rules.ts';
import { checkProjects } from './project-rules.ts';
import { checkProtection } from './protection-rules.ts';
import type { FilesSeed, RepositorySeed, Seed } from './schema.ts';
import { checkSharing } from './settings.ts';

/** The rules across fields of a seed. */
export function* checkSeed(seed: Seed): Generator<Fault> {
  const names = new Set(seed.repositories.map(({ owner, name }) => `${owner}/${name}`.toLowerCase()));
  const types = new Map(seed.users.map((user) => [user.login.toLowerCase(), user.type]));
  yield* duplicates(
    seed.users.map((user) => user.login.toLowerCase()),
    (at) => ['users', at, 'login'],
    (login) => `login ${login} is declared twice`,
  );
  for (const [at, user] of seed.users.entries()) {
    if (user.members !== undefined && user.type !== 'Organization') {
      yield { path: ['users', at, 'members'], message: 'only an Organization has members', code: 'not_an_organization' };
    }
    for (const fault of checkIssueTypes(user)) yield { ...fault, path: ['users', at, ...fault.path] };
    for (const fault of checkTeams(user)) yield { ...fault, path: ['users', at, ...fault.path] };
    for (const fault of checkSharing(user, names)) yield { ...fault, path: ['users', at, ...fault.path] };
  }
  if (seed.viewer !== undefined && types.get(seed.viewer.toLowerCase()) === 'Organization') {
    yield { path: ['viewer'], message: 'the viewer must be a User', code: 'not_a_user' };
  }
  yield* checkPeople(seed.users, seed.repositories);
  yield* duplicates(
    seed.repositories.map(({ owner, name }) => `${owner}/${name}`.toLowerCase()),
    (at) => ['repositories', at, 'name'],
    (name) => `repository ${name} is declared twice`,
  );
  yield* checkApps(seed);
  yield* checkProjects(seed);
  yield* checkAlerts(seed);
  for (const [at, repository] of seed.repositories.entries()) {
    for (const fault of checkTypesOfIssues(seed.users, repository)) yield { ...fault, path: ['repositories', at, ...fault.path] };
    for (const fault of checkRequestedTeams(seed, repository)) yield { ...fault, path: ['repositories', at, ...fault.path] };
    for (const fault of checkPlaces(seed, repository)) yield { ...fault, path: ['repositories', at, ...fault.path] };
    for (const fault of checkQueues(seed, repository)) yield { ...fault, path: ['repositories', at, ...fault.path] };
    for (const fault of checkAutoMerges(repository)) yield { ...fault, path: ['repositories', at, ...fault.path] };
    for (const fault of checkProtection(seed, repository)) yield { ...fault, path: ['repositories', at, ...fault.path] };
    for (const fault of checkRepository(repository)) yield { ...fault, path: ['repositories', at, ...fault.path] };
  }
}

/** Teams that are asked for a review belong to the owner of the repository. */
function* checkRequestedTeams({ users }: Seed, { owner, pull_requests }: RepositorySeed): Generator<Fault> {
  const account = users.find(({ login }) => login.toLowerCase() === owner.toLowerCase());
  const slugs = new Set((account?.teams ?? []).map(({ name }) => slugOf(name)));
  for (const [at, { requested_teams }] of pull_requests.entries()) {
    for (const [which, name] of requested_teams.entries()) {
      const path = ['pull_requests', at, 'requested_teams', which];
      if (!slugs.has(slugOf(name))) yield { path, message: `${owner} has no team ${JSON.stringify(name)}`, code: 'unknown_team' };
    }
  }
}

function* checkRepository(repository: RepositorySeed): Generator<Fault> {
  yield* checkNames(repository);
  yield* checkNumbers(repository);
  if (repository.history)
    for (const fault of checkHistory(repository.history, repository.default_branch))
      yield { ...fault, path: ['history', ...fault.path] };
  yield* checkBranches(repository);
  yield* checkParts(repository);
  yield* checkDiscussions(repository);
  if (repository.files) yield* checkFiles(repository.files, ['files']);
  const numbers = assignNumbers(repository.milestones.map(({ number }) => number));
  for (const [key, threads] of [
    ['issues', repository.issues],
    ['pull_requests', repository.pull_requests],
  ] as const) {
    for (const [at, { milestone }] of threads.entries()) {
      const known = repository.milestones.some((one, index) => one.title === milestone || numbers[index] === milestone);
      if (milestone !== undefined && milestone !== null && !known) {
        yield {
          path: [key, at, 'milestone'],
          message: `milestone ${JSON.stringify(milestone)} is not among the repository's milestones`,
          code: 'unknown_milestone',
        };
      }
    }
  }
}

function* checkNames({ labels, milestones, collaborators }: RepositorySeed): Generator<Fault> {
  const nameOf = (label: string | { name: string }) => (typeof label === 'string' ? label : label.name).toLowerCase();
  yield* duplicates(
    (labels ?? []).map(nameOf),
    (at) => ['labels', at],
    (name) => `label ${JSON.stringify(name)} is declared twice`,
  );
  yield* duplicates(
    milestones.map(({ title }) => title),
    (at) => ['milestones', at, 'title'],
    (title) => `milestone ${JSON.stringify(title)} is declared twice`,
  );
  yield* duplicates(
    milestones.map(({ number }) => number),
    (at) => ['milestones', at, 'number'],
    (number) => `milestone number ${number} is declared twice`,
  );
  yield* duplicates(
    (collaborators ?? []).map((one) => (typeof one === 'string' ? one : one.login).toLowerCase()),
    (at) => ['collaborators', at],
    (login) => `collaborator ${login} is declared twice`,
  );
}

/** Issues, pull requests and discussions share one row of numbers. */
function* checkNumbers({ issues, pull_requests, discussions }: RepositorySeed): Generator<Fault> {
  const places = (['issues', 'pull_requests', 'discussions'] as const).flatMap((key) =>
    ({ issues, pull_requests, discussions })[key].map(({ number }, at) => ({ number, path: [key, at, 'number'] })),
  );
  yield* duplicates(
    places.map(({ number }) => number),
    (at) => places[at]?.path ?? [],
    (number) => `number ${number} is taken by another issue, pull request or discussion`,
  );
}

function* checkBranches(repository: RepositorySeed): Generator<Fault> {
  const { default_branch, branches, pull_requests } = repository;
  const known = new Set(firstBranches(repository));
  const unknown = (path: readonly (string | number)[], branch: string): Fault => ({
    path,
    message: `branch ${branch} is neither the default branch nor declared before this`,
    code: 'unknown_branch',
  });
  for (const [at, { name, from, files: changed }] of branches.entries()) {
    if (known.has(name)) yield { path: ['branches', at, 'name'], message: `branch ${name} is declared twice`, code: 'duplicate' };
    if (!known.has(from ?? default_branch))
      yield unknown(['branches', at, from === undefined ? 'name' : 'from'], from ?? default_branch);
    if (changed) yield* checkFiles(changed, ['branches', at, 'files']);
    known.add(name);
  }
  for (const [at, { head, base, files: changed }] of pull_requests.entries()) {
    const path = ['pull_requests', at];
    const target = base ?? default_branch;
    if (!known.has(target)) yield unknown([...path, base === undefined ? 'head' : 'base'], target);
    if (head === target) yield { path: [...path, 'head'], message: 'head and base are the same branch', code: 'same_branch' };
    if (changed) {
      yield* checkFiles(changed, [...path, 'files']);
      known.add(head);
    } else if (!known.has(head)) yield unknown([...path, 'head'], head);
  }
}

function* checkFiles(files: FilesSeed, path: readonly (string | number)[]): Generator<Fault> {
  const declared = declaredFiles(files);
  const place = ({ at }: { at: string | number }) => (typeof at === 'number' ? [...path, at, 'path'] : [...path, at]);
  const present = declared.filter(({ bytes }) => bytes !== null);
  const paths = new Set(present.map((file) => file.path));
  for (const file of declared) {
    if (!isValidPath(file.path)) {
      yield {
        path: place(file),
        message: `${JSON.stringify(file.path)} is not a path inside a repository`,
        code: 'invalid_path',
      };
    }
  }
  for (const file of present) {
    const parents = file.path.split('/').map((_, at, segments) => segments.slice(0, at).join('/'));
    const taken = parents.find((parent) => paths.has(parent));
    if (taken !== undefined) yield { path: place(file), message: `${taken} is a file, not a directory`, code: 'path_conflict' };
  }
  yield* duplicates(
    declared.map((file) => file.path),
    (at) => place(declared[at] as (typeof declared)[number]),
    (name) => `file ${name} is declared twice`,
  );
}
