import { z } from 'zod';
import { getAdvisory, listAdvisories } from '../actions/alerts/advisories.ts';
import { getCodeScanningAlert, listCodeScanningAlerts, mainInstance } from '../actions/alerts/code-scanning.ts';
import { getDependabotAlert, listDependabotAlerts } from '../actions/alerts/dependabot.ts';
import { listOrganizationAdvisories, listRepositoryAdvisories } from '../actions/alerts/repository-advisories.ts';
import { getSecretScanningAlert, listSecretScanningAlerts } from '../actions/alerts/secret-scanning.ts';
import { pageAtCursor } from '../actions/cursors.ts';
import { renderAdvisory, renderCodeScanningAlert, renderDependabotAlert, renderSecretScanningAlert } from '../render/alerts.ts';
import { renderRepositoryAdvisory } from '../render/repository-advisories.ts';
import { ADVISORY_TYPES, REPOSITORY_ADVISORY_STATES, SECURITY_SEVERITIES } from '../world.ts';
import { cutOf, DEFAULT_PER_PAGE, pageInfoOf, paging, repository, tool } from './tool.ts';

// Of the toolsets `code_security`, `secret_protection`, `dependabot` and `security_advisories`: github/github-mcp-server, pkg/github/code_scanning.go,
// secret_scanning.go, dependabot.go and security_advisories.go.

const alert = { ...repository, alertNumber: z.number().int().describe('The number of the alert') };

const codeScanningTools = [
  tool({
    name: 'get_code_scanning_alert',
    title: 'Get code scanning alert',
    description: 'Shows an alert of code scanning.',
    mutates: false,
    input: () => z.object(alert),
    handle(context, { owner, repo, alertNumber }) {
      const found = getCodeScanningAlert(context, owner, repo, alertNumber);
      return renderCodeScanningAlert(context, found, mainInstance(context, found));
    },
  }),
  tool({
    name: 'list_code_scanning_alerts',
    title: 'List code scanning alerts',
    description: 'Lists alerts of code scanning in a repository.',
    mutates: false,
    input: () =>
      z.object({
        ...repository,
        state: z.enum(['open', 'closed', 'dismissed', 'fixed']).default('open').describe('In which state; open by default'),
        ref: z.string().optional().describe('On which branch; by default the default one'),
        severity: z
          .enum(['critical', 'high', 'medium', 'low', 'warning', 'note', 'error'])
          .optional()
          .describe('Of which severity'),
        tool_name: z.string().optional().describe('Of which tool'),
        ...paging,
      }),
    handle(context, { owner, repo, page, perPage, ...filter }) {
      const { offset, limit } = cutOf({ page, perPage });
      const found = listCodeScanningAlerts(context, owner, repo, filter).slice(offset, offset + limit);
      return found.map((one) => renderCodeScanningAlert(context, one.alert, one.instance));
    },
  }),
];

const secretScanningTools = [
  tool({
    name: 'get_secret_scanning_alert',
    title: 'Get secret scanning alert',
    description: 'Shows an alert of secret scanning.',
    mutates: false,
    input: () => z.object(alert),
    handle: (context, { owner, repo, alertNumber }) =>
      renderSecretScanningAlert(context, getSecretScanningAlert(context, owner, repo, alertNumber)),
  }),
  tool({
    name: 'list_secret_scanning_alerts',
    title: 'List secret scanning alerts',
    description: 'Lists alerts of secret scanning in a repository.',
    mutates: false,
    input: () =>
      z.object({
        ...repository,
        state: z.enum(['open', 'resolved']).optional().describe('In which state'),
        secret_type: z.string().optional().describe('Types of secrets, with commas between them'),
        resolution: z
          .enum(['false_positive', 'wont_fix', 'revoked', 'pattern_edited', 'pattern_deleted', 'used_in_tests'])
          .optional()
          .describe('How they were resolved'),
        ...paging,
      }),
    handle(context, { owner, repo, page, perPage, ...filter }) {
      const { offset, limit } = cutOf({ page, perPage });
      const found = listSecretScanningAlerts(context, owner, repo, filter).slice(offset, offset + limit);
      return found.map((one) => renderSecretScanningAlert(context, one));
    },
  }),
];

const dependabotTools = [
  tool({
    name: 'get_dependabot_alert',
    title: 'Get dependabot alert',
    description: 'Shows an alert of Dependabot.',
    mutates: false,
    input: () => z.object(alert),
    handle: (context, { owner, repo, alertNumber }) =>
      renderDependabotAlert(context, getDependabotAlert(context, owner, repo, alertNumber)),
  }),
  tool({
    name: 'list_dependabot_alerts',
    title: 'List dependabot alerts',
    description: 'Lists alerts of Dependabot in a repository.',
    mutates: false,
    input: () =>
      z.object({
        ...repository,
        state: z
          .enum(['open', 'fixed', 'dismissed', 'auto_dismissed'])
          .default('open')
          .describe('In which state; open by default'),
        severity: z.enum(['low', 'medium', 'high', 'critical']).optional().describe('Of which severity'),
        perPage: paging.perPage,
        after: z.string().optional().describe('Where the page begins: pageInfo.nextCursor of the one before'),
      }),
    handle(context, { owner, repo, perPage: per_page = DEFAULT_PER_PAGE, after, ...filter }) {
      const found = listDependabotAlerts(context, owner, repo, filter);
      const page = pageAtCursor(found, { per_page, after: after || undefined }, ({ number }) => `alert:${number}`);
      return { alerts: page.records.map((one) => renderDependabotAlert(context, one)), pageInfo: pageInfoOf(page) };
    },
  }),
];

const text = z.string().optional();
const advisoryTools = [
  tool({
    name: 'list_global_security_advisories',
    title: 'List global security advisories',
    description: "Lists advisories of GitHub's database.",
    mutates: false,
    input: () =>
      z.object({
        ghsaId: text.describe('With this id, as GHSA-xxxx-xxxx-xxxx'),
        type: z.enum(ADVISORY_TYPES).default('reviewed').describe('Of which type'),
        cveId: text.describe('With this id of CVE'),
        ecosystem: z
          .enum(['actions', 'composer', 'erlang', 'go', 'maven', 'npm', 'nuget', 'other', 'pip', 'pub', 'rubygems', 'rust'])
          .optional()
          .describe('Of packages of this ecosystem'),
        severity: z
          .enum([...SECURITY_SEVERITIES, 'unknown'])
          .optional()
          .describe('Of which severity'),
        cwes: z.array(z.string()).optional().describe('With one of these weaknesses, as 79'),
        isWithdrawn: z.boolean().optional().describe('Only those that were withdrawn'),
        affects: text.describe('Of one of these packages, with commas between them'),
        published: text.describe('Published on this day, or in this range of days'),
        updated: text.describe('Updated on this day, or in this range of days'),
        modified: text.describe('Published or updated on this day, or in this range of days'),
      }),
    handle(context, { ghsaId, cveId, isWithdrawn, cwes, affects, ...filter }) {
      const found = listAdvisories(context, {
        ...filter,
        ...{ ghsa_id: ghsaId || undefined, cve_id: cveId || undefined, is_withdrawn: isWithdrawn },
        cwes: cwes && cwes.length > 0 ? cwes : undefined,
        affects: affects ? affects.split(',').map((one) => one.trim()) : undefined,
      });
      return found.slice(0, DEFAULT_PER_PAGE).map((one) => renderAdvisory(context, one));
    },
  }),
  tool({
    name: 'get_global_security_advisory',
    title: 'Get a global security advisory',
    description: "Shows an advisory of GitHub's database.",
    mutates: false,
    input: () => z.object({ ghsaId: z.string().describe('Its id, as GHSA-xxxx-xxxx-xxxx') }),
    handle: (context, { ghsaId }) => renderAdvisory(context, getAdvisory(context, ghsaId)),
  }),
];

const listArguments = {
  direction: z.enum(['asc', 'desc']).optional().describe('Sort direction; descending by default'),
  sort: z.enum(['created', 'updated', 'published']).optional().describe('By when it was created, updated or published'),
  state: z.enum(REPOSITORY_ADVISORY_STATES).optional().describe('In which state'),
};
const repositoryAdvisoryTools = [
  tool({
    name: 'list_repository_security_advisories',
    title: 'List repository security advisories',
    description: 'Lists the security advisories of a repository.',
    mutates: false,
    input: () => z.object({ ...repository, ...listArguments }),
    handle: (context, { owner, repo, ...filter }) =>
      listRepositoryAdvisories(context, owner, repo, filter)
        .slice(0, DEFAULT_PER_PAGE)
        .map((one) => renderRepositoryAdvisory(context, one)),
  }),
  tool({
    name: 'list_org_repository_security_advisories',
    title: 'List org repository security advisories',
    description: 'Lists the security advisories of all repositories of an organisation, for its owners.',
    mutates: false,
    input: () => z.object({ org: z.string().describe('Login of the organisation'), ...listArguments }),
    handle: (context, { org, ...filter }) =>
      listOrganizationAdvisories(context, org, filter)
        .slice(0, DEFAULT_PER_PAGE)
        .map((one) => renderRepositoryAdvisory(context, one)),
  }),
];

export const alertTools = [
  ...codeScanningTools,
  ...secretScanningTools,
  ...dependabotTools,
  ...advisoryTools,
  ...repositoryAdvisoryTools,
];
