import { type Check, nearestName } from '@svc/twin-kit';
import { bindText, isBound } from '../bind.ts';
import type { ScenarioCriterion } from '../scenario.ts';
import type { Survey } from '../survey.ts';
import { type Bench, written } from './bench.ts';
import type { Found } from './findings.ts';

const MOST_NAMED = 6;

type About = Omit<Found, 'line' | 'column' | 'criterion'> & { criterion: ScenarioCriterion };
type Missing = About & { name: string };

/**
 * Criteria that name objects which the seed has not. An agent may make some of them, so it is a remark; of kinds that agents make all the
 * time only a name that looks misspelt is told.
 */
export function missingNames({ scenario: { criteria } }: Survey, { twins, ids, worlds }: Bench): About[] {
  const made = new Set<string>();
  const missing = criteria.flatMap((criterion): Missing[] => {
    const id = criterion.twin ?? (ids[0] as string);
    const [twin, world] = [twins.get(id), worlds.get(id)];
    if (criterion.kind !== 'code' || !twin || !world) return [];
    const binding = bindText(twin.checks, criterion.text, [...twins.values()]);
    if (!isBound(binding)) return [];
    const check = twin.checks.find((one) => one.id === binding.check_id) as Check;
    for (const [param, value] of Object.entries(binding.args)) if (makes(check, param)) made.add(value.toLowerCase());
    return Object.entries(check.params).flatMap(([param, { names }]): Missing[] => {
      const value = binding.args[param];
      if (!names || value === undefined || makes(check, param)) return [];
      const known = [...names.of(world, binding.args)];
      const have = new Set(known.map((name) => name.toLowerCase()));
      const lacking = (names.in?.(value) ?? [value]).filter((name) => !have.has(name.toLowerCase()));
      return lacking.flatMap((name): Missing[] => {
        const near = nearestName(name, known);
        if (names.made && near === undefined) return [];
        return [missingOf(criterion, { check, what: names.what, name, known, near })];
      });
    });
  });
  // What another criterion says to come to be isn't missing.
  return missing.filter(({ name }) => !made.has(name.toLowerCase())).map(({ name, ...found }) => found);
}

/** Is the sentence about what comes to be? Then the seed needn't have it. */
const makes = ({ template }: Check, param: string): boolean =>
  new RegExp(`\\{${param}\\}[^{]*\\b(?:exists?|created)\\b`).test(template);

interface Lack {
  check: Check;
  what: string;
  name: string;
  known: readonly string[];
  near: string | undefined;
}

function missingOf(criterion: ScenarioCriterion, { check, what, name, known, near }: Lack): Missing {
  const has =
    known.length === 0 ? 'none' : `${known.slice(0, MOST_NAMED).join(', ')}${known.length > MOST_NAMED ? ' and others' : ''}`;
  const meant = near === undefined ? `it has ${has}` : `did you mean ${near}?`;
  return {
    criterion,
    name,
    level: 'warning',
    code: 'not-in-seed',
    message: `${check.id} looks for the ${what} ${name}, which the seed has not, so it counts only if the agent makes it; ${meant}`,
    suggestion:
      near === undefined
        ? `the ${what} into the seed, or one that it has`
        : written(
            criterion,
            criterion.text.replace(name, () => near),
          ),
  };
}
