import { readFile } from 'node:fs/promises';
import { DEFAULT_TWINS, MAX_TWINS_PER_SANDBOX } from '@svc/contract';
import { type Survey, surveyScenario } from '@svc/grading';
import { assignFaults, nearestName, type Twin } from '@svc/twin-kit';
import { loadTwin, twinIds } from '@svc/twins';
import { lintCriteria } from './lint/criteria.ts';
import { type Finding, type Found, inOrder, ofProblem } from './lint/findings.ts';
import { lintSeeds } from './lint/seeds.ts';

export type { Finding } from './lint/findings.ts';

/** @returns undefined for markdown that is no scenario, where that may be. */
export async function lintFile(path: string, needed: boolean): Promise<Finding[] | undefined> {
  const survey = surveyScenario(await readFile(path, 'utf8'));
  if (survey.scenario.prompt === null && !needed && !survey.looksLikeScenario) return undefined;
  return inOrder(await lint(survey, path)).map((found) => ({ path, ...found }));
}

async function lint(survey: Survey, path: string): Promise<Found[]> {
  const { scenario, problems } = survey;
  const findings = problems.map(ofProblem);
  if (scenario.prompt === null && !problems.some(({ suggestion }) => suggestion === '## Prompt'))
    findings.push(noPrompt(survey, path));
  const ids = [...new Set(scenario.config.twins ?? DEFAULT_TWINS)];
  const twins = new Map<string, Twin>();
  for (const id of ids) {
    const twin = await loadTwin(id);
    if (twin) twins.set(id, twin);
    else findings.push(unknownTwin(survey, ids, id));
  }
  if (ids.length > MAX_TWINS_PER_SANDBOX) {
    const message = `a scenario has one to ${MAX_TWINS_PER_SANDBOX} twins, and these are ${ids.length}`;
    const suggestion = `twins: [${ids.slice(0, MAX_TWINS_PER_SANDBOX).join(', ')}]`;
    findings.push({ ...placeIn(survey, ['twins']), level: 'error', code: 'too-many-twins', message, suggestion });
  }
  // A seed that can't be read isn't the default one.
  const isRead = !problems.some((problem) => problem.seed && problem.fatal);
  const { worlds, findings: ofSeed } = isRead ? lintSeeds(survey, twins, ids) : { worlds: new Map(), findings: [] };
  findings.push(...ofSeed, ...(await faultFindings(survey, twins)));
  if (scenario.criteria.length > 0) return [...findings, ...(await lintCriteria(survey, { twins, ids, worlds }))];
  if (!problems.some(({ code }) => code.startsWith('criteri'))) findings.push(noCriteria(survey));
  return findings;
}

function noPrompt({ sectionLines }: Survey, path: string): Found {
  const line = sectionLines.get('Prompt') ?? null;
  const message = line === null ? `${path} is no scenario: it has no "## Prompt" section` : 'the "## Prompt" is empty';
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

function unknownTwin(survey: Survey, ids: readonly string[], id: string): Found {
  const near = nearestName(id, twinIds);
  const message = `there is no twin called "${id}"; ${near ? `did you mean ${near}? ` : ''}the twins are ${twinIds.join(', ')}`;
  const suggestion = `twins: [${[...new Set(ids.flatMap((one) => (one === id ? (near ?? []) : one)))].join(', ') || 'github'}]`;
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
