import { findBranch } from '../actions/branches.ts';
import { RepositoryStore } from '../actions/git-store.ts';
import { commitOf, textOf } from '../git/store.ts';
import { entryAt } from '../git/tree.ts';
import { type CodeScanningAlert, type GithubSeedContext, type SecretLocation, timestamp } from '../world.ts';
import { account } from './accounts.ts';
import type { AdvisorySeed, CodeScanningAlertSeed, DependabotAlertSeed, SecretScanningAlertSeed } from './alert-schema.ts';
import { type Loading, zoned } from './loading.ts';
import { assignNumbers } from './numbers.ts';

export function loadAdvisory({ world, now }: GithubSeedContext, { vulnerabilities, ...said }: AdvisorySeed): void {
  const published = zoned(said.published_at) ?? timestamp(now);
  world.advisories.insert({
    ...said,
    cve_id: said.cve_id ?? null,
    source_code_location: said.source_code_location ?? null,
    cvss: said.cvss ?? null,
    vulnerabilities: vulnerabilities.map(({ ecosystem, package: name, first_patched_version, ...one }) => ({
      package: { ecosystem, name },
      first_patched_version: first_patched_version ?? null,
      ...one,
    })),
    published_at: published,
    updated_at: zoned(said.updated_at) ?? published,
    withdrawn_at: zoned(said.withdrawn_at) ?? null,
  });
}

/** What scans of the repository have found by now. */
export function loadAlerts(loading: Loading): void {
  const { seed } = loading;
  for (const [one, number] of numbered(seed.code_scanning_alerts)) loadCodeScanningAlert(loading, one, number);
  for (const [one, number] of numbered(seed.secret_scanning_alerts)) loadSecretScanningAlert(loading, one, number);
  for (const [one, number] of numbered(seed.dependabot_alerts)) loadDependabotAlert(loading, one, number);
}

function numbered<T extends { number?: number | undefined }>(all: readonly T[]): [T, number][] {
  const numbers = assignNumbers(all.map(({ number }) => number));
  return all.map((one, at) => [one, numbers[at] as number]);
}

interface Dated {
  created_at?: string | undefined;
  updated_at?: string | undefined;
}

function datesOf({ context }: Loading, { created_at, updated_at }: Dated) {
  const created = zoned(created_at) ?? timestamp(context.now);
  return { created_at: created, updated_at: zoned(updated_at) ?? created };
}

const personId = ({ context, author }: Loading, login: string | undefined): number =>
  login === undefined ? author.id : account(context, login).id;

interface DismissedSeed<Reason> {
  state: string;
  dismissed_by?: string | undefined;
  dismissed_reason?: Reason | undefined;
  dismissed_comment?: string | null | undefined;
}

/** What closed it, when it changed last. */
function closing<Reason>(loading: Loading, seed: DismissedSeed<Reason>, at: string) {
  const isDismissed = seed.state === 'dismissed';
  return {
    dismissed_by_id: isDismissed ? personId(loading, seed.dismissed_by) : null,
    dismissed_at: isDismissed ? at : null,
    dismissed_reason: seed.dismissed_reason ?? null,
    dismissed_comment: isDismissed ? (seed.dismissed_comment ?? null) : null,
    fixed_at: seed.state === 'fixed' ? at : null,
  };
}

function ruleOf(rule: CodeScanningAlertSeed['rule']): CodeScanningAlert['rule'] {
  const said: Exclude<typeof rule, string> = typeof rule === 'string' ? { id: rule, severity: 'warning', tags: [] } : rule;
  const { name = said.id, description = name } = said;
  return {
    ...{ id: said.id, name, severity: said.severity, security_severity_level: said.security_severity_level ?? null },
    ...{ description, full_description: said.full_description ?? description },
    ...{ tags: said.tags, help: said.help ?? null, help_uri: said.help_uri ?? null },
  };
}

function loadCodeScanningAlert(loading: Loading, seed: CodeScanningAlertSeed, number: number): void {
  const { context, repository } = loading;
  const { name, version } = typeof seed.tool === 'string' ? { name: seed.tool, version: null } : seed.tool;
  const rule = ruleOf(seed.rule);
  const dates = datesOf(loading, seed);
  const { path, start_line, end_line = start_line, start_column, end_column = start_column + 1 } = seed;
  context.world.code_scanning_alerts.insert({
    ...{ repository_id: repository.id, number, state: seed.state, ...dates },
    ...closing(loading, seed, dates.updated_at),
    ...{ rule, tool: { name, version: version ?? null }, message: seed.message ?? rule.description },
    location: { path, start_line, end_line, start_column, end_column },
    instances: (seed.branches ?? [loading.seed.default_branch]).map((branch) => ({
      ref: `refs/heads/${branch}`,
      commit_sha: tipOf(loading, branch),
    })),
  });
}

function tipOf({ context, repository }: Loading, branch: string): string {
  const tip = findBranch(context, repository.id, branch);
  if (!tip) throw new Error(`branch ${branch} is missing`);
  return tip.object.sha;
}

function loadSecretScanningAlert(loading: Loading, seed: SecretScanningAlertSeed, number: number): void {
  const dates = datesOf(loading, seed);
  const isResolved = seed.state === 'resolved';
  const { secret_type, secret_type_display_name = secret_type, secret, validity, publicly_leaked, multi_repo } = seed;
  loading.context.world.secret_scanning_alerts.insert({
    ...{ repository_id: loading.repository.id, number, state: seed.state, ...dates },
    resolution: seed.resolution ?? null,
    resolution_comment: isResolved ? (seed.resolution_comment ?? null) : null,
    resolved_by_id: isResolved ? personId(loading, seed.resolved_by) : null,
    resolved_at: isResolved ? dates.updated_at : null,
    ...{ secret_type, secret_type_display_name, secret, validity, publicly_leaked, multi_repo },
    locations: [...fileLocation(loading, seed), ...issueLocation(loading, seed)],
  });
}

function fileLocation(loading: Loading, { path, line, secret }: SecretScanningAlertSeed): SecretLocation[] {
  if (path === undefined) return [];
  const store = new RepositoryStore(loading.context, loading.repository.id);
  const commit_sha = tipOf(loading, loading.seed.default_branch);
  const entry = entryAt(store, commitOf(store, commit_sha).tree, path);
  if (!entry) throw new Error(`file ${path} is missing`);
  const text = textOf(store, entry.sha)?.split('\n')[line - 1] ?? '';
  return [{ type: 'commit', path, line, column: Math.max(0, text.indexOf(secret)) + 1, blob_sha: entry.sha, commit_sha }];
}

function issueLocation({ context, repository }: Loading, { issue: number, secret }: SecretScanningAlertSeed): SecretLocation[] {
  if (number === undefined) return [];
  const issue = context.world.issues.by.number.first(`${repository.id}/${number}`);
  return [{ type: issue?.title.includes(secret) ? 'issue_title' : 'issue_body', issue_number: number }];
}

function loadDependabotAlert(loading: Loading, seed: DependabotAlertSeed, number: number): void {
  const { world } = loading.context;
  const dates = datesOf(loading, seed);
  const vulnerable = world.advisories.get(seed.advisory)?.vulnerabilities ?? [];
  const found = vulnerable.find(({ package: one }) => seed.package === undefined || one.name === seed.package);
  if (!found) throw new Error(`package ${seed.package} of ${seed.advisory} is missing`);
  world.dependabot_alerts.insert({
    ...{ repository_id: loading.repository.id, number, state: seed.state, ...dates },
    ...closing(loading, seed, dates.updated_at),
    auto_dismissed_at: seed.state === 'auto_dismissed' ? dates.updated_at : null,
    package: found.package,
    manifest_path: seed.manifest_path,
    scope: seed.scope,
    relationship: seed.relationship,
    ghsa_id: seed.advisory,
  });
}
