import { z } from 'zod';
import { baseScore, severityOf } from '../actions/alerts/cvss.ts';
import { newGhsaId } from '../actions/alerts/repository-advisories.ts';
import { slugOf } from '../actions/slug.ts';
import { CREDIT_TYPES, ECOSYSTEMS, REPOSITORY_ADVISORY_STATES, SECURITY_SEVERITIES, timestamp } from '../world.ts';
import { account } from './accounts.ts';
import { cveId, ghsaId } from './alert-schema.ts';
import { duplicates, type Fault } from './fault.ts';
import { type Loading, zoned } from './loading.ts';
import type { RepositorySeed, Seed } from './schema.ts';
import { login, time } from './schema-parts.ts';

const text = z.string().min(1);

const vulnerabilitySchema = z.object({
  ecosystem: z.enum(ECOSYSTEMS).default('npm'),
  package: text.nullish(),
  vulnerable_version_range: z.string().nullish(),
  patched_versions: z.string().nullish(),
  vulnerable_functions: z.array(text).default([]),
});

const isVector = (vector: string): boolean => baseScore(vector) !== undefined;

/** An advisory that the people of a repository write. */
export const repositoryAdvisorySchema = z.object({
  /** By default one that the twin makes. */
  ghsa_id: ghsaId.optional(),
  cve_id: cveId.nullish(),
  summary: text.max(1024),
  description: z.string().max(65_535).default(''),
  severity: z.enum(SECURITY_SEVERITIES).nullish(),
  /** In place of a severity, which follows from it. */
  cvss_vector_string: z
    .string()
    .refine(isVector, 'must be a vector of CVSS 3, as CVSS:3.1/AV:N/AC:L/PR:N/UI:N/S:U/C:H/I:H/A:H')
    .nullish(),
  cwe_ids: z.array(z.string().regex(/^CWE-\d+$/, 'must be an id as CWE-79')).default([]),
  vulnerabilities: z.array(vulnerabilitySchema).default([]),
  state: z.enum(REPOSITORY_ADVISORY_STATES).default('draft'),
  author: login.optional(),
  /** Who published it; by default its author. */
  publisher: login.optional(),
  credits: z.array(z.object({ login, type: z.enum(CREDIT_TYPES).default('reporter') })).default([]),
  collaborating_users: z.array(login).default([]),
  /** Names of teams of the organisation that owns the repository. */
  collaborating_teams: z.array(text).default([]),
  created_at: time.optional(),
  updated_at: time.optional(),
  published_at: time.optional(),
});
export type RepositoryAdvisorySeed = z.output<typeof repositoryAdvisorySchema>;

export function loadRepositoryAdvisory({ context, repository, author }: Loading, seed: RepositoryAdvisorySeed): void {
  const { teams } = context.world;
  const idOf = (name: string | undefined, otherwise: number): number =>
    name === undefined ? otherwise : account(context, name).id;
  const author_id = idOf(seed.author, author.id);
  const created = zoned(seed.created_at) ?? timestamp(context.now);
  const updated = zoned(seed.updated_at) ?? zoned(seed.published_at) ?? created;
  const isPublished = seed.state === 'published';
  const { cvss_vector_string: vector = null, cwe_ids, state, summary, description } = seed;
  const own = teams.by.organization.page(repository.owner_id, { limit: teams.size });
  context.world.repository_advisories.insert({
    ...{ ghsa_id: seed.ghsa_id ?? newGhsaId(context), repository_id: repository.id, cve_id: seed.cve_id ?? null },
    ...{ summary, description, cvss_vector_string: vector, cwe_ids: [...cwe_ids], state, author_id },
    severity: vector === null ? (seed.severity ?? null) : severityOf(baseScore(vector) ?? 0),
    vulnerabilities: seed.vulnerabilities.map((one) => ({
      package: { ecosystem: one.ecosystem, name: one.package ?? null },
      vulnerable_version_range: one.vulnerable_version_range ?? null,
      patched_versions: one.patched_versions ?? null,
      vulnerable_functions: one.vulnerable_functions,
    })),
    publisher_id: isPublished ? idOf(seed.publisher, author_id) : null,
    credits: seed.credits.map((one) => ({ user_id: account(context, one.login).id, type: one.type })),
    collaborating_user_ids: seed.collaborating_users.map((name) => account(context, name).id),
    collaborating_team_ids: seed.collaborating_teams.flatMap((name) => own.find(({ slug }) => slug === slugOf(name))?.id ?? []),
    ...{ created_at: created, updated_at: updated, closed_at: state === 'closed' ? updated : null },
    published_at: isPublished ? (zoned(seed.published_at) ?? updated) : null,
  });
}

/** Advisories have ids of their own, one way of saying how bad it is, and teams that there are. */
export function* checkRepositoryAdvisories({ users, advisories, repositories }: Seed): Generator<Fault> {
  const places = repositories.flatMap((repository, at) =>
    repository.security_advisories.map((one, which) => ({
      one,
      repository,
      path: ['repositories', at, 'security_advisories', which],
    })),
  );
  const ids = [...advisories.map(({ ghsa_id }) => ghsa_id), ...places.map(({ one }) => one.ghsa_id)];
  yield* duplicates(
    ids,
    (at) => [...(places[at - advisories.length]?.path ?? ['advisories', at]), 'ghsa_id'],
    (id) => `advisory ${id} is declared twice`,
  );
  for (const { one, repository, path } of places) {
    if (one.severity != null && one.cvss_vector_string != null)
      yield { path: [...path, 'severity'], message: 'give either severity or cvss_vector_string', code: 'ambiguous_severity' };
    const owner = users.find((user) => user.login.toLowerCase() === repository.owner.toLowerCase());
    const slugs = new Set((owner?.teams ?? []).map(({ name }) => slugOf(name)));
    for (const [which, name] of one.collaborating_teams.entries())
      if (!slugs.has(slugOf(name)))
        yield {
          path: [...path, 'collaborating_teams', which],
          message: `${repository.owner} has no team ${JSON.stringify(name)}`,
          code: 'unknown_team',
        };
  }
}

/** Who published, and when, is told of what is published. */
export function* unusedOfAdvisories({ security_advisories }: RepositorySeed): Generator<readonly (string | number)[]> {
  for (const [at, { state }] of security_advisories.entries())
    if (state !== 'published') yield* ['publisher', 'published_at'].map((field) => ['security_advisories', at, field]);
}
