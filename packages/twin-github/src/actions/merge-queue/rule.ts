import type { Repository, RuleParameters } from '../../world.ts';
import type { HasWorld } from '../access.ts';
import { branchRef } from '../branches.ts';
import { sourcesFor } from '../protection/rules-of.ts';

/** What GitHub's form is filled with. */
const DEFAULTS = {
  check_response_timeout_minutes: 60,
  grouping_strategy: 'ALLGREEN',
  max_entries_to_build: 5,
  max_entries_to_merge: 5,
  merge_method: 'MERGE',
  min_entries_to_merge: 1,
  min_entries_to_merge_wait_minutes: 5,
} as const;

export type QueueSettings = { [N in keyof typeof DEFAULTS]: NonNullable<RuleParameters[N]> };

/** https://docs.github.com/rest/repos/rules#create-a-repository-ruleset: rule `merge_queue` */
const BOUNDS: Readonly<Partial<Record<keyof QueueSettings, readonly [least: number, most: number]>>> = {
  check_response_timeout_minutes: [1, 360],
  max_entries_to_build: [0, 100],
  max_entries_to_merge: [0, 100],
  min_entries_to_merge: [0, 100],
  min_entries_to_merge_wait_minutes: [0, 360],
};

export const queueSettings = (parameters: RuleParameters = {}): QueueSettings => {
  const given = Object.fromEntries(Object.entries(parameters).filter(([name, value]) => name in DEFAULTS && value !== undefined));
  return { ...DEFAULTS, ...given };
};

/** What is wrong with a rule's parameters, in words. */
export function queueFault(parameters: RuleParameters | undefined): string | undefined {
  if (!parameters) return undefined;
  for (const name of Object.keys(DEFAULTS) as (keyof QueueSettings)[]) {
    const value = parameters[name];
    if (value === undefined) return `${name} is missing`;
    const [least, most] = BOUNDS[name] ?? [];
    if (least !== undefined && most !== undefined && (Number(value) < least || Number(value) > most))
      return `${name} must be between ${least} and ${most}`;
  }
  return undefined;
}

/** How the queue of a branch works; undefined where it has none. */
export function queueOf(context: HasWorld, repository: Readonly<Repository>, branch: string): QueueSettings | undefined {
  if (context.world.rulesets.size === 0) return undefined;
  const rules = sourcesFor(context, repository, branchRef(branch)).flatMap((source) => source.rules);
  const rule = rules.find(({ type }) => type === 'merge_queue');
  return rule && queueSettings(rule.parameters);
}
