import { slugOf } from '../actions/slug.ts';
import { duplicates, type Fault } from './fault.ts';
import type { RepositorySeed, Seed } from './schema.ts';

/** Rules of what protects branches: branches that are there, each protected once, and teams of the owner. */
export function* checkProtection({ users }: Seed, repository: RepositorySeed): Generator<Fault> {
  const { branch_protections: protections, rulesets, default_branch, branches, pull_requests, owner } = repository;
  const heads = pull_requests.filter(({ files }) => files !== undefined).map(({ head }) => head);
  const known = new Set([default_branch, ...branches.map(({ name }) => name), ...heads]);
  const account = users.find(({ login }) => login.toLowerCase() === owner.toLowerCase());
  const slugs = new Set((account?.teams ?? []).map(({ name }) => slugOf(name)));
  for (const [at, { branch = default_branch, restrictions }] of protections.entries()) {
    const path = ['branch_protections', at];
    if (!known.has(branch))
      yield { path: [...path, 'branch'], message: `branch ${branch} is not in the repository`, code: 'unknown_branch' };
    if (restrictions && account?.type !== 'Organization')
      yield {
        path: [...path, 'restrictions'],
        message: 'only repositories of an Organization have restrictions',
        code: 'not_an_organization',
      };
    for (const [which, name] of (restrictions?.teams ?? []).entries())
      if (!slugs.has(slugOf(name)))
        yield {
          path: [...path, 'restrictions', 'teams', which],
          message: `${owner} has no team ${JSON.stringify(name)}`,
          code: 'unknown_team',
        };
  }
  yield* duplicates(
    protections.map(({ branch = default_branch }) => branch),
    (at) => ['branch_protections', at, 'branch'],
    (branch) => `branch ${branch} is protected twice`,
  );
  yield* duplicates(
    rulesets.map(({ name }) => name.toLowerCase()),
    (at) => ['rulesets', at, 'name'],
    (name) => `ruleset ${name} is declared twice`,
  );
  yield* checkRules(repository);
}

/** What a rule of patterns can't do without. */
function* checkRules({ rulesets }: RepositorySeed): Generator<Fault> {
  for (const [at, { rules }] of rulesets.entries()) {
    for (const [which, rule] of rules.entries()) {
      const { type, parameters = {} } = typeof rule === 'string' ? { type: rule } : rule;
      if (!type.endsWith('_pattern')) continue;
      for (const name of ['operator', 'pattern'] as const)
        if (parameters[name] === undefined)
          yield {
            path: ['rulesets', at, 'rules', which, ...(typeof rule === 'string' ? [] : ['parameters'])],
            message: `a rule of type ${type} needs ${name}`,
            code: 'missing_parameter',
          };
    }
  }
}
