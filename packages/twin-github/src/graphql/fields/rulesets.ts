import { listRulesets, type RulesetPlace } from '../../actions/rulesets.ts';
import { GithubError } from '../../errors.ts';
import { nodeId } from '../../node-id.ts';
import type { Repository, Rule, RuleParameters, Ruleset, User } from '../../world.ts';
import { listed } from '../connection.ts';
import { type Fields, type Graph, type Resolve, withArgs } from '../graph.ts';
import { type Thing, thing } from '../thing.ts';
import { userThing } from './accounts.ts';

/** Those that the viewer may see; REST refuses where there are none for him. */
function rulesetsOf(place: RulesetPlace, includeParents: unknown, { context }: Graph): readonly Readonly<Ruleset>[] {
  try {
    return listRulesets(context, place, includeParents !== false);
  } catch (error) {
    if (error instanceof GithubError) return [];
    throw error;
  }
}

const rulesetsAt = <T>(place: (of: Readonly<T>) => RulesetPlace): Fields<T> => ({
  ruleset: withArgs(['databaseId', 'includeParents'], (of: Readonly<T>, { databaseId, includeParents }, graph) => {
    const found = rulesetsOf(place(of), includeParents, graph).find(({ id }) => id === databaseId);
    return found ? thing('RepositoryRuleset', found) : null;
  }),
  rulesets: listed(['includeParents', 'targets'], (of: Readonly<T>, { includeParents, targets }, graph) =>
    rulesetsOf(place(of), includeParents, graph)
      .filter(({ target }) => targets == null || targets.includes(target.toUpperCase()))
      .map((ruleset) => thing('RepositoryRuleset', ruleset)),
  ),
});

export const rulesetsOfRepository = rulesetsAt<Repository>((repository) => ({ repository }));
export const rulesetsOfOrganization = rulesetsAt<User>((organization) => ({ organization }));

interface RuleOf {
  ruleset: Readonly<Ruleset>;
  rule: Rule;
  at: number;
}

/** The type that the parameters of a rule have. */
const PARAMETERS: Readonly<Partial<Record<Rule['type'], string>>> = {
  update: 'UpdateParameters',
  pull_request: 'PullRequestParameters',
  required_status_checks: 'RequiredStatusChecksParameters',
  merge_queue: 'MergeQueueParameters',
  commit_message_pattern: 'CommitMessagePatternParameters',
  commit_author_email_pattern: 'CommitAuthorEmailPatternParameters',
  committer_email_pattern: 'CommitterEmailPatternParameters',
  branch_name_pattern: 'BranchNamePatternParameters',
  tag_name_pattern: 'TagNamePatternParameters',
};

/** What REST calls `max_entries_to_build` is `maxEntriesToBuild` here. */
const inCamels = (name: string): string => name.replaceAll(/_(\w)/g, (_all, letter: string) => letter.toUpperCase());

const parameters = (names: readonly (keyof RuleParameters)[], otherwise: RuleParameters = {}): Fields<RuleParameters> =>
  Object.fromEntries(
    names.map((name): [string, Resolve<RuleParameters>] => [inCamels(name), (of) => of[name] ?? otherwise[name] ?? null]),
  );

const pattern = parameters(['name', 'negate', 'operator', 'pattern'], { negate: false });

function sourceOf({ repository_id, organization_id }: Readonly<Ruleset>, { context: { world } }: Graph): Thing | null {
  const repository = repository_id === null ? undefined : world.repositories.get(repository_id);
  if (repository) return thing('Repository', repository);
  const organization = world.users.get(organization_id ?? 0);
  return organization ? userThing(organization) : null;
}

export const rulesetFields: Readonly<Record<string, Fields>> = {
  RepositoryRuleset: {
    id: ({ repository_id, organization_id, id }) => nodeId('RRS', repository_id ?? organization_id ?? 0, id),
    databaseId: ({ id }) => id,
    name: ({ name }) => name,
    target: ({ target }) => target.toUpperCase(),
    enforcement: ({ enforcement }) => enforcement.toUpperCase(),
    createdAt: ({ created_at }) => created_at,
    updatedAt: ({ updated_at }) => updated_at,
    source: (ruleset, _args, graph) => sourceOf(ruleset, graph),
    conditions: ({ ref_name, repository_name }) => ({
      refName: ref_name,
      repositoryName: repository_name && { ...repository_name, protected: false },
    }),
    rules: listed(['type'], (ruleset: Readonly<Ruleset>, { type }) =>
      ruleset.rules
        .map((rule, at) => thing<RuleOf>('RepositoryRule', { ruleset, rule, at }))
        .filter(({ of }) => type == null || of.rule.type.toUpperCase() === type),
    ),
  } satisfies Fields<Ruleset>,
  RepositoryRule: {
    id: ({ ruleset, at }) => nodeId('RRU', ruleset.id, at),
    type: ({ rule }) => rule.type.toUpperCase(),
    parameters: ({ rule }) => {
      const type = PARAMETERS[rule.type];
      return type !== undefined && rule.parameters ? thing(type, rule.parameters) : null;
    },
    repositoryRuleset: ({ ruleset }) => thing('RepositoryRuleset', ruleset),
  } satisfies Fields<RuleOf>,
  UpdateParameters: parameters(['update_allows_fetch_and_merge'], { update_allows_fetch_and_merge: false }),
  PullRequestParameters: parameters([
    'allowed_merge_methods',
    'dismiss_stale_reviews_on_push',
    'require_code_owner_review',
    'require_last_push_approval',
    'required_approving_review_count',
    'required_review_thread_resolution',
  ]),
  RequiredStatusChecksParameters: {
    ...parameters(['do_not_enforce_on_create', 'strict_required_status_checks_policy'], {
      do_not_enforce_on_create: false,
      strict_required_status_checks_policy: false,
    }),
    requiredStatusChecks: ({ required_status_checks = [] }) =>
      required_status_checks.map(({ context, integration_id }) => ({ context, integrationId: integration_id ?? null })),
  } satisfies Fields<RuleParameters>,
  MergeQueueParameters: parameters([
    'check_response_timeout_minutes',
    'grouping_strategy',
    'max_entries_to_build',
    'max_entries_to_merge',
    'merge_method',
    'min_entries_to_merge',
    'min_entries_to_merge_wait_minutes',
  ]),
  CommitMessagePatternParameters: pattern,
  CommitAuthorEmailPatternParameters: pattern,
  CommitterEmailPatternParameters: pattern,
  BranchNamePatternParameters: pattern,
  TagNamePatternParameters: pattern,
};
