import { z } from 'zod';
import {
  ADVISORY_TYPES,
  CODE_SCANNING_REASONS,
  DEPENDABOT_REASONS,
  ECOSYSTEMS,
  RELATIONSHIPS,
  RULE_SEVERITIES,
  SCOPES,
  SECRET_RESOLUTIONS,
  SECURITY_SEVERITIES,
  VALIDITIES,
} from '../world.ts';
import { branchName, login, nameOr, time } from './schema-parts.ts';

// Plain objects: GitHub's parser drops unknown keys (spec, "Seed").

const text = z.string().min(1);
const number = z.int().positive();

const common = { number: number.optional(), created_at: time.optional(), updated_at: time.optional() };
/** Who dismissed it or resolved it is by default the author of what the repository has. */
const dismissed = { dismissed_by: login.optional(), dismissed_comment: z.string().max(280).nullish() };

const ruleSchema = nameOr(
  text,
  z.object({
    id: text,
    name: text.optional(),
    severity: z.enum(RULE_SEVERITIES).default('warning'),
    security_severity_level: z.enum(SECURITY_SEVERITIES).nullish(),
    description: z.string().optional(),
    full_description: z.string().optional(),
    tags: z.array(text).default([]),
    help: z.string().nullish(),
    help_uri: z.url().nullish(),
  }),
);

const codeScanningAlertSchema = z.object({
  ...common,
  ...dismissed,
  state: z.enum(['open', 'dismissed', 'fixed']).default('open'),
  dismissed_reason: z.enum(CODE_SCANNING_REASONS).optional(),
  rule: ruleSchema,
  /** By default CodeQL. */
  tool: nameOr(text, z.object({ name: text, version: z.string().nullish() })).default('CodeQL'),
  message: z.string().optional(),
  path: text,
  start_line: number.default(1),
  end_line: number.optional(),
  start_column: number.default(1),
  end_column: number.optional(),
  /** By default the default branch alone. */
  branches: z.array(branchName).min(1).optional(),
});

const secretScanningAlertSchema = z.object({
  ...common,
  state: z.enum(['open', 'resolved']).default('open'),
  resolution: z.enum(SECRET_RESOLUTIONS).optional(),
  resolution_comment: z.string().nullish(),
  resolved_by: login.optional(),
  secret_type: text,
  secret_type_display_name: text.optional(),
  secret: text,
  validity: z.enum(VALIDITIES).default('unknown'),
  publicly_leaked: z.boolean().default(false),
  multi_repo: z.boolean().default(false),
  /** A file of the default branch that holds it. */
  path: text.optional(),
  line: number.default(1),
  /** The number of an issue or a pull request whose title or text holds it. */
  issue: number.optional(),
});

const dependabotAlertSchema = z.object({
  ...common,
  ...dismissed,
  state: z.enum(['open', 'dismissed', 'fixed', 'auto_dismissed']).default('open'),
  dismissed_reason: z.enum(DEPENDABOT_REASONS).optional(),
  /** One of `advisories`. */
  advisory: text,
  /** By default the first package that the advisory names. */
  package: text.optional(),
  manifest_path: text.default('package.json'),
  scope: z.enum(SCOPES).nullable().default('runtime'),
  relationship: z.enum(RELATIONSHIPS).default('direct'),
});

/** What a repository's scans have found. Nothing is scanned here. */
export const alertFields = {
  code_scanning_alerts: z.array(codeScanningAlertSchema).default([]),
  secret_scanning_alerts: z.array(secretScanningAlertSchema).default([]),
  dependabot_alerts: z.array(dependabotAlertSchema).default([]),
};

const vulnerabilitySchema = z.object({
  ecosystem: z.enum(ECOSYSTEMS).default('npm'),
  package: text,
  vulnerable_version_range: text.default('>= 0'),
  first_patched_version: z.string().nullish(),
  vulnerable_functions: z.array(text).default([]),
});

export const ghsaId = z.string().regex(/^GHSA(-[23456789cfghjmpqrvwx]{4}){3}$/, 'must be an id as GHSA-2222-3333-4444');
export const cveId = z.string().regex(/^CVE-\d{4}-\d{4,}$/, 'must be an id as CVE-2026-12345');

/** Of GitHub's database of advisories. */
export const advisorySchema = z.object({
  ghsa_id: ghsaId,
  cve_id: cveId.nullish(),
  summary: text.max(1024),
  description: z.string().max(65_535).default(''),
  type: z.enum(ADVISORY_TYPES).default('reviewed'),
  severity: z.enum([...SECURITY_SEVERITIES, 'unknown']).default('medium'),
  source_code_location: z.url().nullish(),
  references: z.array(z.url()).default([]),
  vulnerabilities: z.array(vulnerabilitySchema).default([]),
  cvss: z.object({ vector_string: text, score: z.number().min(0).max(10) }).nullish(),
  cwes: z
    .array(z.object({ cwe_id: z.string().regex(/^CWE-\d+$/, 'must be an id as CWE-79'), name: z.string().default('') }))
    .default([]),
  published_at: time.optional(),
  updated_at: time.optional(),
  withdrawn_at: time.nullish(),
});

export type CodeScanningAlertSeed = z.output<typeof codeScanningAlertSchema>;
export type SecretScanningAlertSeed = z.output<typeof secretScanningAlertSchema>;
export type DependabotAlertSeed = z.output<typeof dependabotAlertSchema>;
export type AdvisorySeed = z.output<typeof advisorySchema>;
