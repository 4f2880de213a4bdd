import { collection } from '@svc/twin-kit';

/** Words for why an alert was closed: https://docs.github.com/rest/code-scanning, /rest/secret-scanning and /rest/dependabot/alerts */
export const CODE_SCANNING_REASONS = ['false positive', "won't fix", 'used in tests', 'mitigated'] as const;
export const SECRET_RESOLUTIONS = ['false_positive', 'wont_fix', 'revoked', 'used_in_tests'] as const;
export const DEPENDABOT_REASONS = ['fix_started', 'inaccurate', 'no_bandwidth', 'not_used', 'tolerable_risk'] as const;

export const RULE_SEVERITIES = ['none', 'note', 'warning', 'error'] as const;
export const SECURITY_SEVERITIES = ['low', 'medium', 'high', 'critical'] as const;
export const VALIDITIES = ['active', 'inactive', 'unknown'] as const;
export const SCOPES = ['development', 'runtime'] as const;
export const RELATIONSHIPS = ['unknown', 'direct', 'transitive', 'inconclusive'] as const;
export const ADVISORY_TYPES = ['reviewed', 'unreviewed', 'malware'] as const;
export const ECOSYSTEMS = [
  ...['rubygems', 'npm', 'pip', 'maven', 'nuget', 'composer', 'go', 'rust', 'erlang', 'actions', 'pub', 'other', 'swift'],
] as const;

export type CodeScanningReason = (typeof CODE_SCANNING_REASONS)[number];
export type SecretResolution = (typeof SECRET_RESOLUTIONS)[number];
export type DependabotReason = (typeof DEPENDABOT_REASONS)[number];
export type SecuritySeverity = (typeof SECURITY_SEVERITIES)[number];

interface Numbered {
  repository_id: number;
  /** Each kind of alerts of a repository has a row of its own. */
  number: number;
  created_at: string;
  updated_at: string;
}

interface Dismissed<Reason> {
  dismissed_by_id: number | null;
  dismissed_at: string | null;
  dismissed_reason: Reason | null;
  dismissed_comment: string | null;
  fixed_at: string | null;
}

export interface CodeScanningAlert extends Numbered, Dismissed<CodeScanningReason> {
  state: 'open' | 'dismissed' | 'fixed';
  rule: {
    id: string;
    name: string;
    severity: (typeof RULE_SEVERITIES)[number];
    security_severity_level: SecuritySeverity | null;
    description: string;
    full_description: string;
    tags: string[];
    help: string | null;
    help_uri: string | null;
  };
  tool: { name: string; version: string | null };
  message: string;
  location: { path: string; start_line: number; end_line: number; start_column: number; end_column: number };
  /** The branches on which it was found, with what they had by then. */
  instances: { ref: string; commit_sha: string }[];
}

/** A place in a file of a commit, or in what is written of an issue or a pull request. */
export type SecretLocation =
  | { type: 'commit'; path: string; line: number; column: number; blob_sha: string; commit_sha: string }
  | { type: 'issue_title' | 'issue_body'; issue_number: number };

export interface SecretScanningAlert extends Numbered {
  state: 'open' | 'resolved';
  resolution: SecretResolution | null;
  resolution_comment: string | null;
  resolved_by_id: number | null;
  resolved_at: string | null;
  secret_type: string;
  secret_type_display_name: string;
  secret: string;
  validity: (typeof VALIDITIES)[number];
  publicly_leaked: boolean;
  multi_repo: boolean;
  locations: SecretLocation[];
}

export interface DependabotAlert extends Numbered, Dismissed<DependabotReason> {
  state: 'auto_dismissed' | 'dismissed' | 'fixed' | 'open';
  auto_dismissed_at: string | null;
  package: { ecosystem: string; name: string };
  manifest_path: string;
  scope: (typeof SCOPES)[number] | null;
  relationship: (typeof RELATIONSHIPS)[number];
  ghsa_id: string;
}

export interface Vulnerability {
  package: { ecosystem: string; name: string };
  vulnerable_version_range: string;
  first_patched_version: string | null;
  vulnerable_functions: string[];
}

/** An advisory of GitHub's database, which is everybody's: https://docs.github.com/rest/security-advisories/global-advisories */
export interface Advisory {
  ghsa_id: string;
  cve_id: string | null;
  summary: string;
  description: string;
  type: (typeof ADVISORY_TYPES)[number];
  severity: SecuritySeverity | 'unknown';
  source_code_location: string | null;
  references: string[];
  vulnerabilities: Vulnerability[];
  cvss: { vector_string: string; score: number } | null;
  cwes: { cwe_id: string; name: string }[];
  published_at: string;
  updated_at: string;
  withdrawn_at: string | null;
}

export const alertKey = (repositoryId: number, number: number): string => `${repositoryId}/${number}`;
const keyOf = ({ repository_id, number }: Numbered): string => alertKey(repository_id, number);
const ofRepository = { repository: { group: (one: Numbered) => one.repository_id } };

export const alertCollections = {
  code_scanning_alerts: collection<CodeScanningAlert>()({ key: keyOf, indexes: ofRepository }),
  secret_scanning_alerts: collection<SecretScanningAlert>()({ key: keyOf, indexes: ofRepository }),
  dependabot_alerts: collection<DependabotAlert>()({ key: keyOf, indexes: ofRepository }),
  advisories: collection<Advisory>()({ key: (one) => one.ghsa_id }),
};
