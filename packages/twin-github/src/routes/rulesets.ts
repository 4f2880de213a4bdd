import { created, json, noContent } from '@svc/twin-kit';
import { z } from 'zod';
import { visibleRepository } from '../actions/access.ts';
import { activeRulesets } from '../actions/protection/rules-of.ts';
import {
  administered,
  createRuleset,
  deleteRuleset,
  getRuleset,
  listRulesets,
  ownedOrganization,
  type RulesetPlace,
  updateRuleset,
} from '../actions/rulesets.ts';
import { renderRules, renderRuleset, renderShortRuleset } from '../render/rulesets.ts';
import type { GithubContext } from '../world.ts';
import { numberParam, operation, queryText, repositoryParams } from './operation.ts';
import { pageOfList, pageQuery } from './pagination.ts';

const read = { method: 'GET', fidelity: 'semantic', mutates: false } as const;
const write = { fidelity: 'semantic', mutates: true } as const;

const names = z.object({ include: z.array(z.string()).optional(), exclude: z.array(z.string()).optional() });
const settings = {
  target: z.string().optional(),
  bypass_actors: z
    .array(
      z.object({
        actor_id: z.number().int().nullable().optional(),
        actor_type: z.enum(['Integration', 'OrganizationAdmin', 'RepositoryRole', 'Team', 'DeployKey', 'User']),
        bypass_mode: z.enum(['always', 'pull_request', 'exempt']).optional(),
      }),
    )
    .optional(),
  rules: z
    .array(
      z.object({
        type: z.string(),
        parameters: z
          .object({
            update_allows_fetch_and_merge: z.boolean().optional(),
            allowed_merge_methods: z.array(z.enum(['merge', 'squash', 'rebase'])).optional(),
            dismiss_stale_reviews_on_push: z.boolean().optional(),
            require_code_owner_review: z.boolean().optional(),
            require_last_push_approval: z.boolean().optional(),
            required_approving_review_count: z.number().int().optional(),
            required_review_thread_resolution: z.boolean().optional(),
            do_not_enforce_on_create: z.boolean().optional(),
            required_status_checks: z
              .array(z.object({ context: z.string().min(1), integration_id: z.number().int().optional() }))
              .optional(),
            strict_required_status_checks_policy: z.boolean().optional(),
            check_response_timeout_minutes: z.number().int().optional(),
            grouping_strategy: z.enum(['ALLGREEN', 'HEADGREEN']).optional(),
            max_entries_to_build: z.number().int().optional(),
            max_entries_to_merge: z.number().int().optional(),
            merge_method: z.enum(['MERGE', 'SQUASH', 'REBASE']).optional(),
            min_entries_to_merge: z.number().int().optional(),
            min_entries_to_merge_wait_minutes: z.number().int().optional(),
            name: z.string().optional(),
            negate: z.boolean().optional(),
            operator: z.enum(['starts_with', 'ends_with', 'contains', 'regex']).optional(),
            pattern: z.string().optional(),
          })
          .optional(),
      }),
    )
    .optional(),
};
const enforcement = z.enum(['disabled', 'active', 'evaluate']);
const ofRepository = { conditions: z.object({ ref_name: names.optional() }).optional() };
const ofOrganization = {
  conditions: z.object({ ref_name: names.optional(), repository_name: names.optional() }).optional(),
};
const newRuleset = { name: z.string(), enforcement, ...settings };
const changedRuleset = { name: z.string().optional(), enforcement: enforcement.optional(), ...settings };

type Params = Readonly<Record<string, string>>;

/** Where rulesets are looked for, and for whom. */
const readable = (context: GithubContext, params: Params): RulesetPlace =>
  params.org === undefined
    ? { repository: visibleRepository(context, ...repositoryParams(params)) }
    : ownedOrganization(context, params.org);
const writable = (context: GithubContext, params: Params): RulesetPlace =>
  params.org === undefined ? administered(context, ...repositoryParams(params)) : ownedOrganization(context, params.org);

const full = (context: GithubContext, place: RulesetPlace, ruleset: Parameters<typeof renderRuleset>[1]) =>
  renderRuleset(context, ruleset, 'repository' in place ? place.repository : undefined);

/** The operations of a place's rulesets, which GitHub has twice. */
const operationsOf = (kind: 'repo' | 'org', path: string, conditions: z.ZodRawShape) => [
  operation({
    ...read,
    id: `repos/get-${kind}-rulesets`,
    path,
    action: 'list_rulesets',
    query: z.object({ ...pageQuery, targets: queryText, ...(kind === 'repo' && { includes_parents: queryText }) }),
    handle(context, request) {
      const query = request.query as typeof request.query & { includes_parents?: string };
      const place = readable(context, request.params);
      const targets = query.targets?.split(',');
      const all = listRulesets(context, place, query.includes_parents !== 'false');
      const wanted = all.filter(({ target }) => !targets || targets.includes(target));
      const { records, headers } = pageOfList(request, wanted);
      return json(
        records.map((one) => renderShortRuleset(context, one)),
        200,
        headers,
      );
    },
  }),
  operation({
    ...write,
    id: `repos/create-${kind}-ruleset`,
    method: 'POST',
    path,
    action: 'create_ruleset',
    body: z.object({ ...newRuleset, ...conditions }),
    handle(context, { params, body }) {
      const place = writable(context, params);
      return created(full(context, place, createRuleset(context, place, body)));
    },
  }),
  operation({
    ...read,
    id: `repos/get-${kind}-ruleset`,
    path: `${path}/{ruleset_id}`,
    action: 'get_ruleset',
    ...(kind === 'repo' && { query: z.object({ includes_parents: queryText }) }),
    handle(context, request) {
      const place = readable(context, request.params);
      const { includes_parents } = (request.query ?? {}) as { includes_parents?: string };
      return json(
        full(context, place, getRuleset(context, place, numberParam(request.params.ruleset_id), includes_parents !== 'false')),
      );
    },
  }),
  operation({
    ...write,
    id: `repos/update-${kind}-ruleset`,
    method: 'PUT',
    path: `${path}/{ruleset_id}`,
    action: 'update_ruleset',
    body: z.object({ ...changedRuleset, ...conditions }),
    handle(context, { params, body }) {
      const place = writable(context, params);
      return json(full(context, place, updateRuleset(context, place, numberParam(params.ruleset_id), body)));
    },
  }),
  operation({
    ...write,
    id: `repos/delete-${kind}-ruleset`,
    method: 'DELETE',
    path: `${path}/{ruleset_id}`,
    action: 'delete_ruleset',
    handle(context, { params }) {
      deleteRuleset(context, writable(context, params), numberParam(params.ruleset_id));
      return noContent();
    },
  }),
];

export const rulesetOperations = [
  ...operationsOf('repo', '/repos/{owner}/{repo}/rulesets', ofRepository),
  ...operationsOf('org', '/orgs/{org}/rulesets', ofOrganization),
  operation({
    ...read,
    id: 'repos/get-branch-rules',
    path: '/repos/{owner}/{repo}/rules/branches/{branch*}',
    action: 'list_branch_rules',
    query: z.object(pageQuery),
    handle(context, request) {
      const repository = visibleRepository(context, ...repositoryParams(request.params));
      const rules = activeRulesets(context, repository, `refs/heads/${request.params.branch}`);
      const { records, headers } = pageOfList(
        request,
        rules.flatMap((one) => renderRules(context, one)),
      );
      return json(records, 200, headers);
    },
  }),
];
