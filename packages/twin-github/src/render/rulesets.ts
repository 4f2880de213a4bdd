import { bypassOf } from '../actions/protection/rules-of.ts';
import { nodeId } from '../node-id.ts';
import type { GithubContext, Repository, Rule, Ruleset } from '../world.ts';

const BYPASS = { always: 'always', exempt: 'exempt', pull_request: 'pull_requests_only' } as const;

/** The place that a ruleset stands in, as GitHub names it. */
function placeOf({ world }: GithubContext, { repository_id, organization_id }: Readonly<Ruleset>) {
  const repository = repository_id === null ? undefined : world.repositories.get(repository_id);
  if (repository) return { type: 'Repository', source: repository.full_name, path: `repos/${repository.full_name}` };
  const login = world.users.get(organization_id ?? 0)?.login ?? '';
  return { type: 'Organization', source: login, path: `orgs/${login}` };
}

function ruleJson({ type, parameters }: Rule) {
  if (!parameters) return { type };
  const { required_status_checks: checks, ...rest } = parameters;
  const shown = checks?.map(({ context, integration_id: app }) => ({ context, ...(app != null && { integration_id: app }) }));
  return { type, parameters: { ...rest, ...(shown && { required_status_checks: shown }) } };
}

/** A ruleset as it stands in lists. */
export function renderShortRuleset(context: GithubContext, ruleset: Readonly<Ruleset>) {
  const { type, source, path } = placeOf(context, ruleset);
  const html =
    ruleset.repository_id === null ? `/organizations/${source}/settings/rules/${ruleset.id}` : `/${source}/rules/${ruleset.id}`;
  return {
    id: ruleset.id,
    name: ruleset.name,
    target: ruleset.target,
    source_type: type,
    source,
    enforcement: ruleset.enforcement,
    node_id: nodeId('RRS', ruleset.repository_id ?? ruleset.organization_id ?? 0, ruleset.id),
    _links: { self: { href: context.links.to(`/${path}/rulesets/${ruleset.id}`) }, html: { href: context.links.to(html) } },
    created_at: ruleset.created_at,
    updated_at: ruleset.updated_at,
  };
}

export function renderRuleset(context: GithubContext, ruleset: Readonly<Ruleset>, repository?: Readonly<Repository>) {
  const bypass = repository && bypassOf(context, repository, ruleset);
  return {
    ...renderShortRuleset(context, ruleset),
    conditions: {
      ref_name: ruleset.ref_name,
      ...(ruleset.repository_name && { repository_name: ruleset.repository_name }),
    },
    rules: ruleset.rules.map(ruleJson),
    bypass_actors: ruleset.bypass_actors,
    ...(repository && { current_user_can_bypass: bypass ? BYPASS[bypass] : 'never' }),
  };
}

/** The rules of a ruleset, each with where it comes from. */
export function renderRules(context: GithubContext, ruleset: Readonly<Ruleset>) {
  const { type, source } = placeOf(context, ruleset);
  const from = { ruleset_source_type: type, ruleset_source: source, ruleset_id: ruleset.id };
  return ruleset.rules.map((rule) => ({ ...ruleJson(rule), ...from }));
}
