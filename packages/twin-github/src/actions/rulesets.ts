import { AdminRightsRequired, type FieldError, NotFound, Unprocessable, Unsupported, ValidationFailed } from '../errors.ts';
import { nextId } from '../sequences.ts';
import {
  type BypassActor,
  type GithubContext,
  membershipKey,
  type NamePatterns,
  type Repository,
  RULE_TYPES,
  type Rule,
  type RuleParameters,
  type Ruleset,
  type RuleType,
  timestamp,
  type User,
} from '../world.ts';
import { type HasWorld, requirePermission, viewerOf, visibleRepository } from './access.ts';
import { queueFault, queueSettings } from './merge-queue/rule.ts';
import { organizationByLogin } from './organizations.ts';
import { rulesetsOf } from './protection/rules-of.ts';

export interface RuleInput {
  type: string;
  parameters?: RuleParameters | undefined;
}

type NamesInput = { include?: string[] | undefined; exclude?: string[] | undefined } | undefined;

export interface RulesetInput {
  name?: string | undefined;
  target?: string | undefined;
  enforcement?: Ruleset['enforcement'] | undefined;
  bypass_actors?:
    | {
        actor_id?: number | null | undefined;
        actor_type: BypassActor['actor_type'];
        bypass_mode?: BypassActor['bypass_mode'] | undefined;
      }[]
    | undefined;
  conditions?: { ref_name?: NamesInput; repository_name?: NamesInput } | undefined;
  rules?: RuleInput[] | undefined;
}

/** A ruleset's place: a repository or an organisation. */
export type RulesetPlace = { repository: Readonly<Repository> } | { organization: Readonly<User> };

/** https://docs.github.com/repositories/configuring-branches-and-merges-in-your-repository/managing-rulesets/about-rulesets */
const MOST_RULESETS = 75;

/** Kinds of rules that GitHub has and the twin doesn't model. */
const OTHER_RULES: ReadonlySet<string> = new Set([
  'required_deployments',
  'required_signatures',
  'workflows',
  'code_scanning',
  'copilot_code_review',
  'license_compliance_scanning',
  'file_path_restriction',
  'max_file_path_length',
  'file_extension_restriction',
  'max_file_size',
]);

/** What a rule of a kind must say. */
const NEEDED: Readonly<Partial<Record<RuleType, readonly (keyof RuleParameters)[]>>> = {
  pull_request: [
    'dismiss_stale_reviews_on_push',
    'require_code_owner_review',
    'require_last_push_approval',
    'required_approving_review_count',
    'required_review_thread_resolution',
  ],
  required_status_checks: ['required_status_checks', 'strict_required_status_checks_policy'],
  commit_message_pattern: ['operator', 'pattern'],
  commit_author_email_pattern: ['operator', 'pattern'],
  committer_email_pattern: ['operator', 'pattern'],
  branch_name_pattern: ['operator', 'pattern'],
  tag_name_pattern: ['operator', 'pattern'],
};

const isModelled = (type: string): type is RuleType => RULE_TYPES.some((one) => one === type);

/** @throws Unprocessable, Unsupported */
function ruleOf({ type, parameters }: RuleInput, mayQueue: boolean): Rule {
  if (OTHER_RULES.has(type)) throw new Unsupported(`rules of type ${type}`);
  if (!isModelled(type)) throw new Unprocessable(`Invalid rule '${type}': `);
  if (parameters?.operator === 'regex') throw new Unsupported('rules whose operator is regex');
  const missing = (NEEDED[type] ?? []).find((name) => parameters?.[name] === undefined);
  if (missing !== undefined) throw new Unprocessable(`Invalid rule '${type}': ${missing} is missing`);
  const count = parameters?.required_approving_review_count ?? 0;
  if (count < 0 || count > 10)
    throw new Unprocessable(`Invalid rule '${type}': required_approving_review_count must be between 0 and 10`);
  if (type === 'merge_queue') return queueRule(parameters, mayQueue);
  return { type, ...(parameters && { parameters }) };
}

/** Only what an organisation owns has a queue: https://github.com/s4k10503/velvet/issues/298 shows the refusal. @throws Unprocessable */
function queueRule(parameters: RuleParameters | undefined, mayQueue: boolean): Rule {
  const wrong = mayQueue ? queueFault(parameters) : '';
  if (wrong !== undefined) throw new Unprocessable(`Invalid rule 'merge_queue': ${wrong}`);
  return { type: 'merge_queue', parameters: queueSettings(parameters) };
}

const patternsOf = (named: NamesInput): NamePatterns => ({ include: named?.include ?? [], exclude: named?.exclude ?? [] });

/** What a target is called by, beside `~ALL` and `~DEFAULT_BRANCH`. */
const PLACES = { branch: 'refs/heads/', tag: 'refs/tags/' } as const;

/** Names are whole refs (xmo-odoo/dummy_central, repos/rulesets/test_rulesets.py, in GitHub's words). @throws ValidationFailed */
function refNamesOf(target: keyof typeof PLACES, named: NamesInput): NamePatterns {
  const patterns = patternsOf(named);
  const isRef = (name: string): boolean => name.startsWith(PLACES[target]) && name.length > PLACES[target].length;
  const wrong = [...patterns.include, ...patterns.exclude].filter((name) => !SPECIAL_NAMES.has(name) && !isRef(name));
  if (wrong.length === 0) return patterns;
  throw new ValidationFailed([`Invalid target patterns: ${wrong.map((name) => `'${name}'`).join(', ')}`]);
}

const SPECIAL_NAMES: ReadonlySet<string> = new Set(['~ALL', '~DEFAULT_BRANCH']);

type Settings = Pick<Ruleset, 'name' | 'target' | 'enforcement' | 'bypass_actors' | 'ref_name' | 'repository_name' | 'rules'>;

const isOfOrganization = ({ world }: HasWorld, place: RulesetPlace): boolean =>
  'repository' in place && world.users.get(place.repository.owner_id)?.type === 'Organization';

/** @throws Unprocessable, Unsupported */
function settingsOf(context: HasWorld, place: RulesetPlace, input: RulesetInput, known?: Readonly<Ruleset>): Settings {
  const target = input.target ?? known?.target ?? 'branch';
  if (target !== 'branch' && target !== 'tag') throw new Unsupported(`rulesets of target ${target}`);
  const { conditions } = input;
  const repositoryName = conditions?.repository_name;
  return {
    name: input.name ?? known?.name ?? '',
    target,
    enforcement: input.enforcement ?? known?.enforcement ?? 'active',
    bypass_actors:
      input.bypass_actors?.map(({ actor_id = null, actor_type, bypass_mode = 'always' }) => ({
        actor_id,
        actor_type,
        bypass_mode,
      })) ??
      known?.bypass_actors ??
      [],
    ref_name: conditions?.ref_name ? refNamesOf(target, conditions.ref_name) : (known?.ref_name ?? { include: [], exclude: [] }),
    repository_name: repositoryName ? patternsOf(repositoryName) : (known?.repository_name ?? null),
    rules: input.rules?.map((rule) => ruleOf(rule, isOfOrganization(context, place))) ?? known?.rules ?? [],
  };
}

function siblings({ world }: HasWorld, place: RulesetPlace): readonly Readonly<Ruleset>[] {
  const [index, id] =
    'repository' in place
      ? [world.rulesets.by.repository, place.repository.id]
      : [world.rulesets.by.organization, place.organization.id];
  return index.page(id, { limit: index.count(id) });
}

const fault = (message: string): FieldError => ({ resource: 'RepositoryRuleset', code: 'custom', field: 'name', message });

function requireNew(context: HasWorld, place: RulesetPlace, name: string, self?: number): void {
  if (name.trim() === '') throw new ValidationFailed([{ resource: 'RepositoryRuleset', code: 'missing_field', field: 'name' }]);
  if (siblings(context, place).some((one) => one.id !== self && one.name.toLowerCase() === name.toLowerCase()))
    throw new ValidationFailed([fault('Name must be unique')]);
}

/** The place of a repository's rulesets, for who administers it. @throws NotFound, AdminRightsRequired */
export function administered(context: HasWorld, owner: string, repo: string): { repository: Readonly<Repository> } {
  const repository = visibleRepository(context, owner, repo);
  requirePermission(context, repository, 'admin');
  return { repository };
}

/** The place of an organisation's rulesets, for its owners. @throws NotFound, AdminRightsRequired */
export function ownedOrganization(context: HasWorld, login: string): { organization: Readonly<User> } {
  const organization = organizationByLogin(context, login);
  const role = context.world.memberships.get(membershipKey(organization.id, viewerOf(context).id))?.role;
  if (role === undefined) throw new NotFound();
  if (role !== 'admin') throw new AdminRightsRequired('Organization');
  return { organization };
}

/** @throws ValidationFailed, Unprocessable, Unsupported */
export function createRuleset(context: GithubContext, place: RulesetPlace, input: RulesetInput): Readonly<Ruleset> {
  const settings = settingsOf(context, place, input);
  requireNew(context, place, settings.name);
  if (siblings(context, place).length >= MOST_RULESETS)
    throw new ValidationFailed([fault(`Cannot have more than ${MOST_RULESETS} rulesets`)]);
  const now = timestamp(context.now);
  return context.world.rulesets.insert({
    id: nextId(context.ids, 'ruleset'),
    repository_id: 'repository' in place ? place.repository.id : null,
    organization_id: 'organization' in place ? place.organization.id : null,
    ...settings,
    created_at: now,
    updated_at: now,
  });
}

/** @throws NotFound */
export function getRuleset(context: HasWorld, place: RulesetPlace, id: number, withParents = true): Readonly<Ruleset> {
  const all = 'repository' in place ? rulesetsOf(context, place.repository, withParents) : siblings(context, place);
  const ruleset = all.find((one) => one.id === id);
  if (!ruleset) throw new NotFound();
  return ruleset;
}

/** @throws NotFound, ValidationFailed, Unprocessable, Unsupported */
export function updateRuleset(context: GithubContext, place: RulesetPlace, id: number, input: RulesetInput): Readonly<Ruleset> {
  const known = getRuleset(context, place, id, false);
  const settings = settingsOf(context, place, input, known);
  requireNew(context, place, settings.name, id);
  return context.world.rulesets.update(id, { ...settings, updated_at: timestamp(context.now) });
}

/** @throws NotFound */
export function deleteRuleset(context: GithubContext, place: RulesetPlace, id: number): void {
  context.world.rulesets.remove(getRuleset(context, place, id, false).id);
}

/** The rulesets of a place, last first; of a repository with its organisation's where they are wanted. */
export function listRulesets(context: HasWorld, place: RulesetPlace, withParents = true): readonly Readonly<Ruleset>[] {
  const all = 'repository' in place ? rulesetsOf(context, place.repository, withParents) : siblings(context, place);
  return all.toSorted((one, other) => other.id - one.id);
}
