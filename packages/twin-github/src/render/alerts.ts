import { advisoryOf } from '../actions/alerts/dependabot.ts';
import type {
  Advisory,
  CodeScanningAlert,
  DependabotAlert,
  GithubContext,
  SecretLocation,
  SecretScanningAlert,
  Vulnerability,
} from '../world.ts';
import { repositoryHtmlUrl, repositoryUrl } from './repository-path.ts';
import { nullableUserById } from './users.ts';

type Instance = CodeScanningAlert['instances'][number];

/** Where an alert is in the API and on a page. */
function places(context: GithubContext, kind: string, alert: { repository_id: number; number: number }) {
  return {
    url: `${repositoryUrl(context, alert)}/${kind}/alerts/${alert.number}`,
    html_url: `${repositoryHtmlUrl(context, alert)}/security/${kind}/${alert.number}`,
  };
}

export const renderInstance = (alert: Readonly<CodeScanningAlert>, { ref, commit_sha }: Instance) => ({
  ref,
  analysis_key: alert.tool.name,
  environment: '{}',
  category: alert.tool.name,
  state: alert.state === 'dismissed' ? 'open' : alert.state,
  commit_sha,
  message: { text: alert.message },
  location: alert.location,
  classifications: [],
});

/** https://docs.github.com/rest/code-scanning/code-scanning: schema `code-scanning-alert` */
export function renderCodeScanningAlert(context: GithubContext, alert: Readonly<CodeScanningAlert>, instance: Instance) {
  const { url, html_url } = places(context, 'code-scanning', alert);
  return {
    number: alert.number,
    created_at: alert.created_at,
    updated_at: alert.updated_at,
    url,
    html_url,
    state: alert.state,
    fixed_at: alert.fixed_at,
    dismissed_by: nullableUserById(context, alert.dismissed_by_id),
    dismissed_at: alert.dismissed_at,
    dismissed_reason: alert.dismissed_reason,
    dismissed_comment: alert.dismissed_comment,
    rule: alert.rule,
    tool: { ...alert.tool, guid: null },
    most_recent_instance: { ...renderInstance(alert, instance), state: alert.state },
    instances_url: `${url}/instances`,
  };
}

/** The place with its addresses, by the name of its type where it is no file. */
function locationDetails(context: GithubContext, alert: Readonly<SecretScanningAlert>, location: SecretLocation) {
  const api = repositoryUrl(context, alert);
  if (location.type !== 'commit') return { [`${location.type}_url`]: `${api}/issues/${location.issue_number}` };
  const { path, line, column, blob_sha, commit_sha } = location;
  return {
    ...{ path, start_line: line, end_line: line, start_column: column, end_column: column + alert.secret.length },
    ...{ blob_sha, blob_url: `${api}/git/blobs/${blob_sha}` },
    ...{ commit_sha, commit_url: `${api}/git/commits/${commit_sha}` },
  };
}

export const renderSecretLocation = (context: GithubContext, alert: Readonly<SecretScanningAlert>, location: SecretLocation) => ({
  type: location.type,
  details: locationDetails(context, alert, location),
});

/** https://docs.github.com/rest/secret-scanning/secret-scanning: schema `secret-scanning-alert` */
export function renderSecretScanningAlert(context: GithubContext, alert: Readonly<SecretScanningAlert>, isHidden = false) {
  const { url, html_url } = places(context, 'secret-scanning', alert);
  const [first] = alert.locations;
  return {
    number: alert.number,
    created_at: alert.created_at,
    updated_at: alert.updated_at,
    url,
    html_url,
    locations_url: `${url}/locations`,
    state: alert.state,
    resolution: alert.resolution,
    resolved_at: alert.resolved_at,
    resolved_by: nullableUserById(context, alert.resolved_by_id),
    resolution_comment: alert.resolution_comment,
    secret_type: alert.secret_type,
    secret_type_display_name: alert.secret_type_display_name,
    ...(!isHidden && { secret: alert.secret }),
    validity: alert.validity,
    publicly_leaked: alert.publicly_leaked,
    multi_repo: alert.multi_repo,
    push_protection_bypassed: false,
    push_protection_bypassed_by: null,
    push_protection_bypassed_at: null,
    ...(first && { first_location_detected: locationDetails(context, alert, first) }),
    has_more_locations: alert.locations.length > 1,
  };
}

const identifiersOf = ({ ghsa_id, cve_id }: Readonly<Advisory>) => [
  { type: 'GHSA', value: ghsa_id },
  ...(cve_id === null ? [] : [{ type: 'CVE', value: cve_id }]),
];

/** As it stands in an alert, where a version is an object. */
const vulnerabilityIn = (severity: string, one: Vulnerability) => ({
  package: one.package,
  severity,
  vulnerable_version_range: one.vulnerable_version_range,
  first_patched_version: one.first_patched_version === null ? null : { identifier: one.first_patched_version },
});

/** https://docs.github.com/rest/dependabot/alerts: schema `dependabot-alert` */
export function renderDependabotAlert(context: GithubContext, alert: Readonly<DependabotAlert>) {
  const advisory = advisoryOf(context, alert);
  const vulnerabilities = advisory.vulnerabilities.map((one) => vulnerabilityIn(advisory.severity, one));
  const { package: dependency, manifest_path, scope, relationship } = alert;
  return {
    number: alert.number,
    state: alert.state,
    dependency: { package: dependency, manifest_path, scope, relationship },
    security_advisory: {
      ghsa_id: advisory.ghsa_id,
      cve_id: advisory.cve_id,
      summary: advisory.summary,
      description: advisory.description,
      severity: advisory.severity,
      classification: advisory.type === 'malware' ? 'malware' : 'general',
      identifiers: identifiersOf(advisory),
      references: advisory.references.map((url) => ({ url })),
      published_at: advisory.published_at,
      updated_at: advisory.updated_at,
      withdrawn_at: advisory.withdrawn_at,
      vulnerabilities,
      cvss: advisory.cvss ?? { vector_string: null, score: 0 },
      cwes: advisory.cwes,
    },
    security_vulnerability: vulnerabilities.find((one) => one.package.name === dependency.name),
    ...places(context, 'dependabot', alert),
    created_at: alert.created_at,
    updated_at: alert.updated_at,
    dismissed_at: alert.dismissed_at,
    dismissed_by: nullableUserById(context, alert.dismissed_by_id),
    dismissed_reason: alert.dismissed_reason,
    dismissed_comment: alert.dismissed_comment,
    fixed_at: alert.fixed_at,
    auto_dismissed_at: alert.auto_dismissed_at,
  };
}

/** https://docs.github.com/rest/security-advisories/global-advisories: schema `global-advisory` */
export function renderAdvisory({ links }: GithubContext, advisory: Readonly<Advisory>) {
  const url = links.to(`/advisories/${advisory.ghsa_id}`);
  return {
    ghsa_id: advisory.ghsa_id,
    cve_id: advisory.cve_id,
    url,
    html_url: url,
    summary: advisory.summary,
    description: advisory.description,
    type: advisory.type,
    severity: advisory.severity,
    repository_advisory_url: null,
    source_code_location: advisory.source_code_location,
    identifiers: identifiersOf(advisory),
    references: advisory.references,
    published_at: advisory.published_at,
    updated_at: advisory.updated_at,
    github_reviewed_at: advisory.type === 'unreviewed' ? null : advisory.published_at,
    nvd_published_at: null,
    withdrawn_at: advisory.withdrawn_at,
    vulnerabilities: advisory.vulnerabilities,
    cvss: advisory.cvss ?? { vector_string: null, score: null },
    cwes: advisory.cwes,
    credits: [],
  };
}
