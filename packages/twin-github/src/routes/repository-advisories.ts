import { json } from '@svc/twin-kit';
import { z } from 'zod';
import {
  createRepositoryAdvisory,
  getRepositoryAdvisory,
  listOrganizationAdvisories,
  listRepositoryAdvisories,
  updateRepositoryAdvisory,
} from '../actions/alerts/repository-advisories.ts';
import { Unsupported } from '../errors.ts';
import { renderRepositoryAdvisory } from '../render/repository-advisories.ts';
import {
  CREDIT_TYPES,
  ECOSYSTEMS,
  type GithubContext,
  REPOSITORY_ADVISORY_STATES,
  type RepositoryAdvisory,
  SECURITY_SEVERITIES,
} from '../world.ts';
import { cursorPage, cursorQuery, direction } from './cursors.ts';
import { operation, repositoryParams } from './operation.ts';

const path = '/repos/{owner}/{repo}/security-advisories';
const onePath = `${path}/{ghsa_id}`;
const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;

const listQuery = z.object({
  ...{ ...cursorQuery, direction },
  sort: z.enum(['created', 'updated', 'published']).optional(),
  state: z.enum(REPOSITORY_ADVISORY_STATES).optional(),
});

const said = {
  cve_id: z.string().nullish(),
  cwe_ids: z.array(z.string()).nullish(),
  severity: z.enum(SECURITY_SEVERITIES).nullish(),
  cvss_vector_string: z.string().nullish(),
  credits: z.array(z.object({ login: z.string(), type: z.enum(CREDIT_TYPES) })).nullish(),
};
const summary = z.string().max(1024);
const description = z.string().max(65_535);
const vulnerabilities = z.array(
  z.object({
    package: z.object({ ecosystem: z.enum(ECOSYSTEMS), name: z.string().nullish() }),
    vulnerable_version_range: z.string().nullish(),
    patched_versions: z.string().nullish(),
    vulnerable_functions: z.array(z.string()).nullish(),
  }),
);

function listed(context: GithubContext, asked: Parameters<typeof cursorPage>[0], found: readonly Readonly<RepositoryAdvisory>[]) {
  const { records, headers } = cursorPage(asked, found, ({ ghsa_id }) => ghsa_id);
  const shown = records.map((one) => renderRepositoryAdvisory(context, one));
  return json(shown, 200, headers);
}

export const repositoryAdvisoryOperations = [
  operation({
    ...read,
    id: 'security-advisories/list-repository-advisories',
    path,
    action: 'list_repository_security_advisories',
    query: listQuery,
    handle: (context, request) =>
      listed(context, request, listRepositoryAdvisories(context, ...repositoryParams(request.params), request.query)),
  }),
  operation({
    ...read,
    id: 'security-advisories/list-org-repository-advisories',
    path: '/orgs/{org}/security-advisories',
    action: 'list_org_repository_security_advisories',
    query: listQuery,
    handle: (context, request) =>
      listed(context, request, listOrganizationAdvisories(context, request.params.org ?? '', request.query)),
  }),
  operation({
    ...read,
    id: 'security-advisories/get-repository-advisory',
    path: onePath,
    action: 'get_repository_security_advisory',
    handle(context, { params }) {
      const found = getRepositoryAdvisory(context, ...repositoryParams(params), params.ghsa_id ?? '');
      return json(renderRepositoryAdvisory(context, found));
    },
  }),
  operation({
    id: 'security-advisories/create-repository-advisory',
    method: 'POST',
    path,
    action: 'create_repository_security_advisory',
    fidelity: 'semantic',
    mutates: true,
    body: z.object({ ...said, summary, description, vulnerabilities, start_private_fork: z.boolean().optional() }),
    handle(context, { params, body: { start_private_fork, ...input } }) {
      if (start_private_fork) throw new Unsupported('private forks of advisories');
      return json(renderRepositoryAdvisory(context, createRepositoryAdvisory(context, ...repositoryParams(params), input)), 201);
    },
  }),
  operation({
    id: 'security-advisories/update-repository-advisory',
    method: 'PATCH',
    path: onePath,
    action: 'update_repository_security_advisory',
    fidelity: 'semantic',
    mutates: true,
    body: z.object({
      ...said,
      summary: summary.optional(),
      description: description.optional(),
      vulnerabilities: vulnerabilities.optional(),
      state: z.enum(['published', 'closed', 'draft']).optional(),
      collaborating_users: z.array(z.string()).nullish(),
      collaborating_teams: z.array(z.string()).nullish(),
    }),
    handle(context, { params, body }) {
      const changed = updateRepositoryAdvisory(context, ...repositoryParams(params), params.ghsa_id ?? '', body);
      return json(renderRepositoryAdvisory(context, changed));
    },
  }),
];
