import { collection } from '@svc/twin-kit';
import type { SecuritySeverity } from './alerts.ts';

export const REPOSITORY_ADVISORY_STATES = ['triage', 'draft', 'published', 'closed'] as const;
export const CREDIT_TYPES = [
  'analyst',
  'finder',
  'reporter',
  'coordinator',
  'remediation_developer',
  'remediation_reviewer',
  'remediation_verifier',
  'tool',
  'sponsor',
  'other',
] as const;
export type CreditType = (typeof CREDIT_TYPES)[number];

/** An advisory that a repository's own people write: https://docs.github.com/rest/security-advisories/repository-advisories */
export interface RepositoryAdvisory {
  ghsa_id: string;
  repository_id: number;
  cve_id: string | null;
  summary: string;
  description: string;
  /** Null where nobody has said it; follows from a vector where there is one. */
  severity: SecuritySeverity | null;
  cvss_vector_string: string | null;
  cwe_ids: string[];
  vulnerabilities: {
    package: { ecosystem: string; name: string | null };
    vulnerable_version_range: string | null;
    patched_versions: string | null;
    vulnerable_functions: string[];
  }[];
  state: (typeof REPOSITORY_ADVISORY_STATES)[number];
  author_id: number;
  publisher_id: number | null;
  credits: { user_id: number; type: CreditType }[];
  collaborating_user_ids: number[];
  collaborating_team_ids: number[];
  created_at: string;
  updated_at: string;
  published_at: string | null;
  closed_at: string | null;
}

export const repositoryAdvisoryCollections = {
  repository_advisories: collection<RepositoryAdvisory>()({
    key: (one) => one.ghsa_id,
    indexes: { repository: { group: (one) => one.repository_id } },
  }),
};
