import { DEFAULT_TWINS, faultListSchema } from '@svc/contract';
import { type ClockSetting, nearestName } from '@svc/twin-kit';
import { z } from 'zod';
import { type Block, readOnlyBlock } from './blocks.ts';
import type { Section } from './markdown.ts';
import { fatal, type Problem, remark } from './problem.ts';
import type { ScenarioConfig } from './scenario.ts';

const clockSchema = z.union([
  z.enum(['wall', 'logical']).transform((mode): ClockSetting => ({ mode })),
  z.strictObject({ mode: z.literal('wall') }),
  z.strictObject({ mode: z.literal('logical'), start: z.iso.datetime({ offset: true }).optional() }),
]);

const shape = {
  twins: z.array(z.string().min(1)).min(1),
  timeout: z.number().positive(),
  runs: z.int().min(1),
  passThreshold: z.number().min(0).max(100),
  clock: clockSchema,
  faults: faultListSchema,
  agent: z.string().trim().min(1),
  finalAnswer: z
    .string()
    .regex(
      /^(?![/\\]|[A-Za-z]:)(?!.*(?:^|[/\\])\.\.(?:[/\\]|$))[^\0]+$/,
      'stdout, or the path of a file below SVC_ARTIFACTS_DIR',
    ),
};
type Key = keyof typeof shape;
const KEYS = Object.keys(shape) as Key[];

const EXAMPLES: Readonly<Record<Key, string>> = {
  twins: `twins: [${DEFAULT_TWINS.join(', ')}]`,
  timeout: 'timeout: 300',
  runs: 'runs: 1',
  passThreshold: 'passThreshold: 100',
  clock: 'clock: logical',
  faults: 'faults: [{ kind: server_error, nth: 1 }]',
  agent: 'agent: node agent.mjs',
  finalAnswer: 'finalAnswer: stdout',
};

/** What these settings are called elsewhere. */
const OTHER_NAMES: Readonly<Record<string, Key>> = {
  trials: 'runs',
  repeat: 'runs',
  repetitions: 'runs',
  attempts: 'runs',
  threshold: 'passThreshold',
  timeoutseconds: 'timeout',
  command: 'agent',
  services: 'twins',
  answer: 'finalAnswer',
};

const meantKey = (name: string): Key | undefined => {
  const plain = name.toLowerCase().replaceAll(/[\s_-]/g, '');
  return Object.hasOwn(OTHER_NAMES, plain) ? OTHER_NAMES[plain] : (nearestName(name, KEYS) as Key | undefined);
};

const isKey = (name: string): name is Key => Object.hasOwn(shape, name);
const asNumber = (value: unknown): number =>
  Number(/^\s*(\d+(?:\.\d+)?)\s*(?:%|s|sec|seconds)?\s*$/i.exec(String(value))?.[1] ?? Number.NaN);

/** The twins that a setting of another form names; undefined where it names none. */
function twinsIn(value: unknown): string[] | undefined {
  const named = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [value].flat();
  const names = named.flatMap((one) => (typeof one === 'string' ? one.split(/[\s,]+/).filter(Boolean) : []));
  return names.length > 0 ? names : undefined;
}

/** The line that was probably meant. */
function lineInstead(key: Key, value: unknown): string {
  if (key === 'twins') return `twins: [${(twinsIn(value) ?? DEFAULT_TWINS).join(', ')}]`;
  if (key === 'clock') return `clock: ${nearestName(String(value), ['wall', 'logical']) ?? 'logical'}`;
  if (key === 'timeout' && /^\s*\d+\s*m(in|inutes?)?\s*$/i.test(String(value)))
    return `timeout: ${Number.parseInt(String(value), 10) * 60}`;
  const number = asNumber(value);
  const fits = shape[key].safeParse(number).success;
  return fits ? `${key}: ${number}` : EXAMPLES[key];
}

export interface ReadConfig {
  config: ScenarioConfig;
  /** The twins that were probably meant; undefined where the settings name them, or leave them out. Empty where nobody can tell. */
  twinsMeant?: readonly string[];
  block?: Block;
  problems: Problem[];
}

/** Reads each setting by itself, so that one which is wrong hides no other. */
export function readConfig(section: Section | undefined): ReadConfig {
  if (!section) return { config: {}, problems: [] };
  const { block, problems } = readOnlyBlock(section, ['yaml', 'yml']);
  if (!block) return { config: {}, twinsMeant: [], problems };
  const value = block.value ?? {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    const message = 'Config: must be an object of settings';
    return {
      config: {},
      twinsMeant: [],
      block,
      problems: [...problems, fatal('bad-config', { line: block.line, column: 1 }, message, EXAMPLES.twins)],
    };
  }
  const config: Record<string, unknown> = {};
  let twinsMeant: readonly string[] | undefined;
  for (const [name, setting] of Object.entries(value)) {
    const place = block.placeOf([name]);
    if (!isKey(name)) {
      const meant = meantKey(name);
      if (meant === 'twins') twinsMeant = twinsIn(setting) ?? [];
      const message = `Config: there is no setting "${name}"${meant ? `; did you mean ${meant}?` : `; there are ${KEYS.join(', ')}`}`;
      problems.push(fatal('unknown-config', place, message, meant && shown(meant, setting)));
      continue;
    }
    const parsed = shape[name].safeParse(setting);
    if (parsed.success) config[name] = parsed.data;
    else {
      problems.push(...refused(name, setting, parsed.error, block));
      if (name === 'twins') twinsMeant = twinsIn(setting) ?? [];
    }
  }
  const guess = config.twins === undefined && twinsMeant !== undefined ? { twinsMeant } : {};
  return {
    config: config as ScenarioConfig,
    ...guess,
    block,
    problems: [...problems, ...oddities(config as ScenarioConfig, block)],
  };
}

const shown = (key: Key, value: unknown): string =>
  shape[key].safeParse(value).success && typeof value !== 'object' ? `${key}: ${value}` : lineInstead(key, value);

function refused(key: Key, value: unknown, { issues }: z.ZodError, block: Block): Problem[] {
  return issues.map(({ path, message }) => {
    const steps = [key, ...path];
    const place = block.placeOf(steps);
    return fatal(
      'bad-config',
      place,
      `Config: ${steps.join('.')}: ${message}`,
      path.length < 2 ? lineInstead(key, value) : undefined,
    );
  });
}

/** What is allowed and hardly meant. */
function oddities({ passThreshold = 100, twins = [] }: ScenarioConfig, block: Block): Problem[] {
  const problems: Problem[] = [];
  if (passThreshold > 0 && passThreshold <= 1) {
    const message = `Config: passThreshold is of 100, so ${passThreshold} lets nearly every run pass`;
    problems.push(
      remark('warning', 'odd-config', block.placeOf(['passThreshold']), message, `passThreshold: ${passThreshold * 100}`),
    );
  }
  twins.forEach((twin, at) => {
    if (twins.indexOf(twin) === at) return;
    const place = block.placeOf(['twins', at]);
    problems.push(
      remark('error', 'bad-config', place, `Config: twins names ${twin} twice`, `twins: [${[...new Set(twins)].join(', ')}]`),
    );
  });
  return problems;
}
