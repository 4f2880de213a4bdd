import {
  droppedWithAdvice,
  type Issue,
  nearestName,
  pathSteps,
  type State,
  seedAdvice,
  seedFields,
  type Twin,
  type WorldSpec,
} from '@svc/twin-kit';
import type { Survey } from '../survey.ts';
import type { FindingCode, Found } from './findings.ts';

export type Worlds = Map<string, State<WorldSpec>>;

/** The seed of one twin, and where it stands in the block. */
interface Part {
  seed: unknown;
  below: readonly string[];
}

/** Boots the seeds with the twins' own parsers. @param all ids of twins that there are */
export function lintSeeds(
  survey: Survey,
  twins: ReadonlyMap<string, Twin>,
  ids: readonly string[],
  all: readonly string[],
): { worlds: Worlds; findings: Found[] } {
  const place = (steps: readonly PropertyKey[]) => survey.seed?.placeOf(steps) ?? { line: null, column: null };
  const findings: Found[] = [];
  const about = (steps: readonly PropertyKey[], level: Found['level'], code: FindingCode, message: string, suggestion?: string) =>
    findings.push({ ...place(steps), level, code, message, ...(suggestion !== undefined && { suggestion }) });
  const seeds = survey.scenario.seedState;
  const worlds: Worlds = new Map();
  const wrapped = seeds !== undefined && isWrapped(seeds, twins, ids, all);
  if (seeds && ids.length === 1 && wrapped)
    about([Object.keys(seeds)[0] as string], 'error', 'seed-envelope', ...unwrap(seeds, ids[0] as string));
  if (seeds && ids.length > 1) for (const finding of strays(seeds, twins, ids, all)) about(...finding);
  for (const [id, twin] of twins) {
    const part = partOf(seeds, id, ids, wrapped);
    for (const { steps, ...found } of ofPart(id, twin, part)) findings.push({ ...place([...part.below, ...steps]), ...found });
    for (const [steps, text] of curlyTexts(part.seed)) {
      const message = `seed of ${id}: the quotation marks of ${text} are part of the text, as only straight ones are YAML's`;
      about([...part.below, ...steps], 'warning', 'odd-seed', message, JSON.stringify(text.slice(1, -1)));
    }
    const world =
      part.seed === undefined || twin.parseSeed(part.seed).ok ? twin.initialState(part.seed, { mode: 'logical' }) : undefined;
    if (world) worlds.set(id, world);
  }
  return { worlds, findings };
}

const CURLY = /^(?:“.*”|„.*“|‘.*’|«.*»)$/;

/** Texts as word processors quote them, with the steps that lead to them. */
function* curlyTexts(value: unknown, steps: readonly PropertyKey[] = []): Generator<[PropertyKey[], string]> {
  if (typeof value === 'string' && CURLY.test(value)) yield [[...steps], value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) yield* curlyTexts(inner, [...steps, key]);
}

type OfPart = Omit<Found, 'line' | 'column'> & { steps: readonly (string | number)[] };

/** What a twin drops of its seed, and what it refuses. */
function ofPart(id: string, twin: Twin, { seed }: Part): OfPart[] {
  if (seed === undefined) return [];
  const dropped = droppedWithAdvice(twin.definition, seed).map(({ path, suggestion }): OfPart => {
    const steps = pathSteps(path);
    const isCollection = steps.length === 1 && suggestion !== undefined;
    const meant = suggestion === undefined ? knownAt(twin, steps) : `; did you mean ${suggestion}?`;
    return {
      steps,
      level: isCollection ? 'error' : 'warning',
      code: isCollection ? 'unknown-collection' : 'dropped-field',
      message: `seed of ${id}: ${path}: the twin makes nothing of this field, so it is dropped${meant}`,
      suggestion: suggestion === undefined ? 'the seed without it' : `${suggestion}:`,
    };
  });
  const parsed = twin.parseSeed(seed);
  if (parsed.ok) return dropped;
  const refused = parsed.issues.flatMap((issue) => ofIssue(id, twin, seed, issue));
  return told([...dropped, ...refused]);
}

const UNKNOWN = /^Unrecognized keys?: (.*)$/;

/** What a twin refuses: each key that it doesn't know at its own place, and what is missing where it stands under another name. */
function ofIssue(id: string, twin: Twin, seed: unknown, issue: Issue): OfPart[] {
  const steps = pathSteps(issue.path);
  const found = { level: 'error', code: 'refused-seed' } as const;
  const unknown = UNKNOWN.exec(issue.message)?.[1];
  if (unknown !== undefined) {
    return [...unknown.matchAll(/"([^"]+)"/g)].map(([, key = '']): OfPart => {
      const path = issue.path ? `${issue.path}.${key}` : key;
      const near = nearestName(key, seedFields(twin.definition, steps));
      const meant = near === undefined ? knownAt(twin, [...steps, key]) : `; did you mean ${near}?`;
      const suggestion = near === undefined ? 'the seed without it' : `${near}:`;
      return { ...found, steps: [...steps, key], message: `seed of ${id}: ${path}: there is no such field${meant}`, suggestion };
    });
  }
  const instead = seedAdvice(twin.definition, issue, seed);
  const stranger = instead === undefined ? undefined : misspelt(twin, seed, steps);
  if (stranger !== undefined) {
    const message = `seed of ${id}: ${issue.path} is missing, and ${stranger} is no field; did you mean ${instead}?`;
    return [{ ...found, steps: [...steps.slice(0, -1), stranger], message, suggestion: `${instead}:` }];
  }
  return [
    {
      ...found,
      steps,
      message: `seed of ${id}: ${issue.path || '(document)'}: ${issue.message}${instead ? `; did you mean ${instead}?` : ''}`,
      ...(instead !== undefined && { suggestion: instead }),
    },
  ];
}

/** The name under which a field stands that is missing. */
function misspelt(twin: Twin, seed: unknown, steps: readonly (string | number)[]): string | undefined {
  const name = steps.at(-1);
  const parent = steps
    .slice(0, -1)
    .reduce<unknown>((value, step) => (Object(value) as Record<string | number, unknown>)[step], seed);
  if (typeof name !== 'string' || Object.hasOwn(Object(parent), name)) return undefined;
  const known = seedFields(twin.definition, steps.slice(0, -1));
  return Object.keys(Object(parent)).find((key) => !known.includes(key) && nearestName(key, [name]) !== undefined);
}

/** One finding for a place: that it is refused says more than that it would be dropped, and a misspelt collection more than either. */
function told(parts: readonly OfPart[]): OfPart[] {
  const weight = ({ code }: OfPart) => ['dropped-field', 'refused-seed', 'unknown-collection'].indexOf(code);
  return parts.filter((part) => {
    if (part.code === 'refused-seed' && !/no such field|is no field/.test(part.message)) return true;
    const there = parts.filter(({ steps }) => steps.join('\0') === part.steps.join('\0'));
    return !there.some((other) => weight(other) > weight(part) && /no such field|is no field|dropped/.test(other.message));
  });
}

const MOST_NAMED = 12;

/** The fields that there are, where they are few enough to read. */
function knownAt(twin: Twin, steps: readonly (string | number)[]): string {
  const names = seedFields(twin.definition, steps.slice(0, -1));
  return names.length === 0 || names.length > MOST_NAMED ? '' : `; it knows ${names.join(', ')}`;
}

function partOf(seeds: Record<string, unknown> | undefined, id: string, ids: readonly string[], wrapped: boolean): Part {
  if (seeds === undefined) return { seed: undefined, below: [] };
  if (ids.length > 1 || wrapped) return { seed: Object.hasOwn(seeds, id) ? seeds[id] : undefined, below: [id] };
  return { seed: seeds, below: [] };
}

/** Does a seed stand under the ids of twins? */
function isWrapped(
  seeds: Record<string, unknown>,
  twins: ReadonlyMap<string, Twin>,
  ids: readonly string[],
  all: readonly string[],
): boolean {
  const [only] = ids;
  const twin = only === undefined ? undefined : twins.get(only);
  const known = new Set(twin ? seedFields(twin.definition, []) : []);
  const keys = Object.keys(seeds);
  return (
    keys.length > 0 && keys.every((key) => all.includes(key) && !known.has(key)) && typeof seeds[keys[0] as string] === 'object'
  );
}

/** With one twin the seed is its world. */
function unwrap(seeds: Record<string, unknown>, only: string): [message: string, suggestion: string] {
  const keys = Object.keys(seeds);
  const [first] = Object.keys(Object(seeds[only] ?? seeds[keys[0] as string]));
  if (keys.length === 1 && keys[0] === only)
    return [
      `with one twin the seed is its world: "${only}:" above it makes it something the twin doesn't know`,
      `${first ?? 'repositories'}: … without "${only}:" above it`,
    ];
  return [
    `the seed is of ${keys.join(', ')}, and the scenario's one twin is ${only}`,
    `twins: [${[...new Set([only, ...keys])].join(', ')}]`,
  ];
}

type Stray = [steps: string[], level: 'error', code: FindingCode, message: string, suggestion: string];

/** What stands in the seed of several twins and is the id of none of them. */
function strays(
  seeds: Record<string, unknown>,
  twins: ReadonlyMap<string, Twin>,
  ids: readonly string[],
  all: readonly string[],
): Stray[] {
  return Object.keys(seeds)
    .filter((key) => !ids.includes(key))
    .map((key): Stray => {
      const owner = [...twins].find(([, { definition }]) => seedFields(definition, []).includes(key))?.[0];
      if (owner) {
        const message = `with several twins each world stands under its twin's id, and ${key} stands outside`;
        return [[key], 'error', 'seed-envelope', message, `${owner}:\n  ${key}: …`];
      }
      const message = `the seed names ${key}, which is none of the scenario's twins`;
      const near = nearestName(key, ids);
      if (near) return [[key], 'error', 'seed-twin', `${message}; did you mean ${near}?`, `${near}:`];
      if (all.includes(key)) return [[key], 'error', 'seed-twin', message, `twins: [${[...ids, key].join(', ')}]`];
      return [[key], 'error', 'seed-envelope', message, `one of ${ids.map((id) => `${id}:`).join(' ')} above it`];
    });
}
