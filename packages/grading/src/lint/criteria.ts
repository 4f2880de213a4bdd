import type { Check, Twin } from '@svc/twin-kit';
import { bindText, isBound, isCorrupted, renderCheck } from '../bind.ts';
import { correctedSentence, likestChecks } from '../corrected.ts';
import { evaluate } from '../evaluate.ts';
import { doubtfulValue, refusedValues } from '../refused-values.ts';
import type { ScenarioCriterion } from '../scenario.ts';
import type { Survey } from '../survey.ts';
import { templateOf } from '../template.ts';
import { type Bench, type KnownTwins, written } from './bench.ts';
import type { Found } from './findings.ts';
import { missingNames } from './names.ts';

/** Criteria that can't be graded, that say nothing of the agent, or that name what isn't there. */
export async function lintCriteria(survey: Survey, bench: Bench): Promise<Found[]> {
  const { scenario, criterionLines: lines } = survey;
  const of = (criterion: ScenarioCriterion, found: Omit<Found, 'line' | 'column' | 'criterion'>): Found => ({
    line: lines[scenario.criteria.indexOf(criterion)] ?? null,
    column: 1,
    ...found,
    criterion: criterion.text,
  });
  const findings: Found[] = repeated(scenario.criteria).map((criterion) =>
    of(criterion, {
      level: 'warning',
      code: 'duplicate-criterion',
      message: `"${criterion.text}" stands here twice and counts twice`,
      suggestion: 'it once',
    }),
  );
  for (const criterion of scenario.criteria) {
    const twin = bench.twins.get(criterion.twin ?? (bench.ids[0] as string));
    if (criterion.kind !== 'code' || !twin) continue;
    const found = await misread(twin, criterion, bench);
    if (found) findings.push(of(criterion, found));
  }
  findings.push(...missingNames(survey, bench).map(({ criterion, ...found }) => of(criterion, found)));
  findings.push(...(await alreadyTrue(survey, bench)).map(({ criterion, ...found }) => of(criterion, found)));
  return findings;
}

function repeated(criteria: readonly ScenarioCriterion[]): ScenarioCriterion[] {
  const key = ({ kind, twin, text }: ScenarioCriterion): string => JSON.stringify([kind, twin, text]);
  return criteria.filter((criterion, at) => criteria.findIndex((one) => key(one) === key(criterion)) < at);
}

type About = Omit<Found, 'line' | 'column' | 'criterion'>;

async function misread(twin: Twin, criterion: ScenarioCriterion, { twins, known }: Bench): Promise<About | undefined> {
  const { text } = criterion;
  const products = [...twins.values()];
  const binding = bindText(twin.checks, text, products);
  if (isBound(binding)) return doubtful(twin.checks.find(({ id }) => id === binding.check_id) as Check, criterion);
  if (isCorrupted(binding)) return refusal(twin.checks.find(({ id }) => id === binding.check_id) as Check, criterion, products);
  const nearest = binding.nearest.map(({ id }) => sentenceOf(twin.checks.find((check) => check.id === id) as Check));
  const message = `"${text}" is the sentence of no ${twin.id} check, so it is not graded${unseenIn(text)}`;
  const error = { level: 'error', code: 'unbound-criterion', nearest } as const;
  const elsewhere = await bindsElsewhere(known, twin, text);
  if (elsewhere) {
    const has = twins.has(elsewhere);
    const where = has ? `it is one of ${elsewhere}` : `it is one of ${elsewhere}, which Config's twins leave out`;
    return { ...error, message: `${message}; ${where}`, suggestion: written({ ...criterion, twin: elsewhere }, text) };
  }
  const corrected = correctedSentence(twin.checks, text, products);
  if (corrected)
    return { ...error, message: `${message}; did you mean "${corrected}"?`, suggestion: written(criterion, corrected) };
  const [likest] = likestChecks(twin.checks, text);
  const suggestion = likest ? written(criterion, sentenceOf(likest).example) : `a sentence of: svc checks ${twin.id}`;
  return { ...error, message, suggestion };
}

/** Characters that look like a space or like nothing. */
const UNSEEN = /[\p{Default_Ignorable_Code_Point}\p{Cf}[\p{Zs}--\x20]]/v;

function unseenIn(text: string): string {
  const code = UNSEEN.exec(text)?.[0].codePointAt(0);
  return code === undefined ? '' : `: nobody sees the character U+${code.toString(16).toUpperCase().padStart(4, '0')} in it`;
}

/** The twin whose sentence a text is. */
async function bindsElsewhere(known: KnownTwins, twin: Twin, text: string): Promise<string | undefined> {
  for (const id of known.ids) {
    const other = id === twin.id ? undefined : await known.load(id);
    if (other && isBound(bindText(other.checks, text))) return id;
  }
  return undefined;
}

function doubtful(check: Check, criterion: ScenarioCriterion): About | undefined {
  const doubt = doubtfulValue(check, criterion.text);
  if (!doubt) return undefined;
  const suggestion = written(criterion, doubt.instead);
  return { level: 'warning', code: 'odd-value', message: `"${criterion.text}": ${doubt.because}`, suggestion };
}

function refusal(check: Check, criterion: ScenarioCriterion, products: readonly Twin[]): About {
  const { text } = criterion;
  const refused = refusedValues(check, text, products);
  const isSeveral = (param: string, value: string): boolean =>
    templateOf(check).slots.some(({ name, firstOfSeveral }) => name === param && firstOfSeveral(value) !== undefined);
  const slots = refused.map(({ param, value, pattern, example }) =>
    isSeveral(param, value)
      ? `{${param}} is one text, and "${value}" reads as several; write a criterion for each`
      : `{${param}} takes /${pattern}/, for example ${example}, not "${value}"`,
  );
  const message = `"${text}" is the wording of ${check.id} with a value that it refuses${slots.length > 0 ? `: ${slots.join('; ')}` : ''}`;
  // Slots may repeat: each of a name gets the same value.
  const instead = refused.reduce(
    (sentence, { value, suggestion, example }) => sentence.replace(value, () => suggestion ?? example),
    text,
  );
  const fits = instead !== text && isBound(bindText([check], instead, products));
  const { example } = sentenceOf(check);
  return {
    level: 'error',
    code: 'refused-value',
    message,
    suggestion: written(criterion, fits ? instead : example),
    nearest: [sentenceOf(check)],
    refused,
  };
}

function sentenceOf(check: Check): { check: string; sentence: string; example: string } {
  const examples = Object.fromEntries(Object.entries(check.params).map(([name, { example }]) => [name, example]));
  return { check: check.id, sentence: check.template, example: renderCheck(check, examples) };
}

/** Criteria that the seed satisfies leave the score: often a restraint that was meant to count. */
async function alreadyTrue(
  { scenario: { criteria } }: Survey,
  { twins, ids, worlds }: Bench,
): Promise<(About & { criterion: ScenarioCriterion })[]> {
  const states = new Map([...worlds].map(([id, world]) => [id, { seed: world, final: world }]));
  const vocabularies = new Map([...twins].filter(([id]) => worlds.has(id)).map(([id, { checks }]) => [id, checks]));
  const tape = (async function* () {})();
  const primary = ids[0] as string;
  const { results } = await evaluate({
    criteria,
    primary,
    vocabularies,
    seeds: worlds,
    tape,
    states,
    products: [...twins.values()],
  });
  return results.flatMap(({ status, id }) => {
    const criterion = criteria.find((one) => one.id === id);
    if (status !== 'skipped' || !criterion) return [];
    const message = `"${criterion.text}" is true before the agent begins, so it is left out of the score unless it is [code always-scored]`;
    const suggestion = written({ ...criterion, always_scored: true }, criterion.text);
    return [{ criterion, level: 'warning', code: 'already-true', message, suggestion }];
  });
}
