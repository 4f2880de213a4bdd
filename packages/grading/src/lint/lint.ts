import { DEFAULT_TWINS, MAX_TWINS_PER_SANDBOX } from '@svc/contract';
import { assignFaults, nearestName, seedFields, type Twin } from '@svc/twin-kit';
import { type Survey, surveyScenario } from '../survey.ts';
import type { KnownTwins } from './bench.ts';
import { lintCriteria } from './criteria.ts';
import { type Found, inOrder, ofProblem } from './findings.ts';
import { lintSeeds } from './seeds.ts';

export interface Linted {
  findings: Found[];
  /** False for a document that has nothing of a scenario. */
  isScenario: boolean;
}

/** All that is wrong with a scenario, by its place. @param name of the document, for what is said of the whole of it */
export async function lintScenario(markdown: string, name: string, known: KnownTwins): Promise<Linted> {
  const survey = surveyScenario(markdown);
  const isScenario = survey.scenario.prompt !== null || survey.looksLikeScenario;
  return { findings: inOrder(await lint(survey, name, known)), isScenario };
}

async function lint(survey: Survey, name: string, known: KnownTwins): Promise<Found[]> {
  const { scenario, problems } = survey;
  const findings = problems.map(ofProblem);
  if (scenario.prompt === null && !problems.some(({ suggestion }) => suggestion === '## Prompt'))
    findings.push(noPrompt(survey, name));
  // What is wrong with Config is told once: nothing else is held against twins that nobody meant.
  const ids = [...new Set(scenario.config.twins ?? survey.twinsMeant?.filter((id) => known.ids.includes(id)) ?? DEFAULT_TWINS)];
  const twins = new Map<string, Twin>();
  for (const id of ids) {
    const twin = await known.load(id);
    if (twin) twins.set(id, twin);
    else findings.push(unknownTwin(survey, known.ids, ids, id));
  }
  if (ids.length > MAX_TWINS_PER_SANDBOX) {
    const message = `a scenario has one to ${MAX_TWINS_PER_SANDBOX} twins, and these are ${ids.length}`;
    const suggestion = `twins: [${ids.slice(0, MAX_TWINS_PER_SANDBOX).join(', ')}]`;
    findings.push({ ...placeIn(survey, ['twins']), level: 'error', code: 'too-many-twins', message, suggestion });
  }
  // A seed that can't be read isn't the default one.
  const isRead = ids.length > 0 && !problems.some((problem) => problem.seed && problem.fatal);
  const [first] = twins.values();
  for (const found of findings)
    if (found.code === 'seed-not-object' && first)
      found.suggestion = `${ids.length > 1 ? `${ids[0]}:\n  ` : ''}${listOf(first)}: […]`;
  const { worlds, findings: ofSeed } = isRead ? lintSeeds(survey, twins, ids, known.ids) : { worlds: new Map(), findings: [] };
  findings.push(...ofSeed, ...(await faultFindings(survey, twins)));
  if (scenario.criteria.length > 0)
    return ids.length > 0 ? [...findings, ...(await lintCriteria(survey, { known, twins, ids, worlds }))] : findings;
  if (!problems.some(({ code }) => code.startsWith('criteri'))) findings.push(noCriteria(survey));
  return findings;
}

/** A list by which a twin's seed may begin, e.g. "users". */
const listOf = ({ definition }: Twin): string =>
  seedFields(definition, []).find((name) => name.endsWith('s') && seedFields(definition, [name]).length > 0) ?? 'users';

function noPrompt({ sectionLines }: Survey, name: string): Found {
  const line = sectionLines.get('Prompt') ?? null;
  const message = line === null ? `${name} is no scenario: it has no "## Prompt" section` : 'the "## Prompt" is empty';
  return {
    line,
    column: line && 1,
    level: 'error',
    code: 'no-prompt',
    message,
    suggestion: '## Prompt, and below it what the agent is to do',
  };
}

function noCriteria({ sectionLines }: Survey): Found {
  const line = sectionLines.get('Success Criteria') ?? null;
  const message = 'there are no criteria, so it can only be run with --local';
  const suggestion = '## Success Criteria, and below it lines like "- [code] Issue #1 in acme/web is closed."';
  return { line, column: line && 1, level: 'warning', code: 'no-criteria', message, suggestion };
}

const placeIn = ({ config }: Survey, steps: readonly PropertyKey[]) => config?.placeOf(steps) ?? { line: null, column: null };

function unknownTwin(survey: Survey, all: readonly string[], ids: readonly string[], id: string): Found {
  const near = nearestName(id, all);
  const message = `there is no twin called "${id}"; ${near ? `did you mean ${near}? ` : ''}the twins are ${all.join(', ')}`;
  const suggestion = `twins: [${[...new Set(ids.flatMap((one) => (one === id ? (near ?? []) : one)))].join(', ') || all[0]}]`;
  const place = placeIn(survey, ['twins', (survey.scenario.config.twins ?? []).indexOf(id)]);
  return { ...place, level: 'error', code: 'unknown-twin', message, suggestion };
}

async function faultFindings(survey: Survey, twins: ReadonlyMap<string, Twin>): Promise<Found[]> {
  const assigned = await assignFaults(twins, survey.scenario.config.faults ?? []);
  if (assigned.ok) return [];
  return assigned.issues.map(({ path, message }) => {
    const steps = [...path.matchAll(/\w+/g)].map(([step]) => step);
    const options = /(?:it has|nearest are|it gives|it takes|of) ([\w/, .-]+)$/.exec(message)?.[1]?.split(', ') ?? [];
    const [first] = options;
    return {
      ...placeIn(survey, steps),
      level: 'error',
      code: 'config-fault',
      message: `Config: ${path}: ${message}`,
      ...(first && { suggestion: `${steps.at(-1)}: ${first}` }),
    };
  });
}
