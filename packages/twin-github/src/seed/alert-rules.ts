import { duplicates, type Fault } from './fault.ts';
import { declaredFiles } from './files.ts';
import { firstBranches } from './first-branches.ts';
import { threadNumbers } from './numbers.ts';
import { checkRepositoryAdvisories } from './repository-advisories.ts';
import type { RepositorySeed, Seed } from './schema.ts';

const KINDS = ['code_scanning_alerts', 'secret_scanning_alerts', 'dependabot_alerts'] as const;

/** Advisories have ids of their own, and alerts what there is to be alert about. */
export function* checkAlerts(seed: Seed): Generator<Fault> {
  yield* checkRepositoryAdvisories(seed);
  for (const [at, repository] of seed.repositories.entries())
    for (const fault of ofRepository(seed, repository)) yield { ...fault, path: ['repositories', at, ...fault.path] };
}

function* ofRepository(seed: Seed, repository: RepositorySeed): Generator<Fault> {
  for (const kind of KINDS) {
    yield* duplicates(
      repository[kind].map(({ number }) => number),
      (at) => [kind, at, 'number'],
      (number) => `alert ${number} is declared twice`,
    );
  }
  yield* checkReasons(repository);
  yield* checkBranches(repository);
  yield* checkLocations(repository);
  for (const [at, { advisory, package: name }] of repository.dependabot_alerts.entries()) {
    const path = ['dependabot_alerts', at];
    const found = seed.advisories.find(({ ghsa_id }) => ghsa_id === advisory);
    if (!found) yield { path: [...path, 'advisory'], message: `there is no advisory ${advisory}`, code: 'unknown_advisory' };
    else if (found.type === 'unreviewed' || found.severity === 'unknown')
      yield {
        path: [...path, 'advisory'],
        message: `${advisory} is unreviewed or of no known severity: it raises no alert`,
        code: 'unreviewed_advisory',
      };
    else if (!found.vulnerabilities.some((one) => name === undefined || one.package === name))
      yield {
        path: [...path, 'package'],
        message: `${advisory} names ${name === undefined ? 'no package' : `no package ${name}`}`,
        code: 'unknown_package',
      };
  }
}

/** What was dismissed or resolved was so for a reason, and nothing else was. */
function* checkReasons(repository: RepositorySeed): Generator<Fault> {
  for (const [kind, closed, field] of [
    ['code_scanning_alerts', 'dismissed', 'dismissed_reason'],
    ['secret_scanning_alerts', 'resolved', 'resolution'],
    ['dependabot_alerts', 'dismissed', 'dismissed_reason'],
  ] as const) {
    for (const [at, one] of (repository[kind] as readonly (Record<string, unknown> & { state: string })[]).entries()) {
      const isClosed = one.state === closed;
      if (isClosed && one[field] === undefined)
        yield { path: [kind, at, field], message: `an alert that is ${closed} has a ${field}`, code: 'missing_reason' };
      if (!isClosed && one[field] !== undefined)
        yield { path: [kind, at, field], message: `an alert that is ${one.state} has no ${field}`, code: 'state_conflict' };
    }
  }
}

function* checkBranches(repository: RepositorySeed): Generator<Fault> {
  const { branches, pull_requests, code_scanning_alerts } = repository;
  const known = new Set([
    ...firstBranches(repository),
    ...branches.map(({ name }) => name),
    ...pull_requests.map(({ head }) => head),
  ]);
  for (const [at, one] of code_scanning_alerts.entries())
    for (const [which, branch] of (one.branches ?? [repository.default_branch]).entries())
      if (!known.has(branch))
        yield {
          path: ['code_scanning_alerts', at, ...(one.branches ? ['branches', which] : [])],
          message: `there is no branch ${branch}`,
          code: 'unknown_branch',
        };
}

function* checkLocations(repository: RepositorySeed): Generator<Fault> {
  const { files = { 'README.md': '' }, history, issues, pull_requests } = repository;
  const paths = new Set(declaredFiles(files).flatMap(({ path, bytes }) => (bytes === null ? [] : [path])));
  const numbers = new Set(threadNumbers(repository).slice(0, issues.length + pull_requests.length));
  for (const [at, { path, issue }] of repository.secret_scanning_alerts.entries()) {
    const place = ['secret_scanning_alerts', at];
    if (path !== undefined && !history && !paths.has(path))
      yield { path: [...place, 'path'], message: `there is no file ${path}`, code: 'unknown_file' };
    if (issue !== undefined && !numbers.has(issue))
      yield { path: [...place, 'issue'], message: `there is no issue ${issue}`, code: 'unknown_issue' };
  }
}
