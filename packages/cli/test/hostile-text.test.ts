import { describe, expect, test } from '@jest/globals';
import type { Criterion, CriterionResult, RunRecord } from '@svc/contract';
import { Grader, renderCheck, renderReport } from '@svc/grading';
import type { Check, TapeRow, Twin } from '@svc/twin-kit';
import { Chance } from '@svc/twin-kit/testing';
import { shareOf } from '@svc/twin-kit/testing/share';
import { loadTwin, twinIds } from '@svc/twins';
import markdownIt from 'markdown-it';
import { callLine } from '../src/scenario/call-line.ts';
import { jobSummary } from '../src/scenario/job-summary.ts';
import { junitXml } from '../src/scenario/junit.ts';
import { criterionLines } from '../src/scenario/report-line.ts';
import type { HostedResult } from '../src/scenario/result.ts';
import { worldsOf } from './hostile/examples.ts';
import { COMMANDS, HOSTILE, NEUTRAL } from './hostile/texts.ts';
import { tapeOf, textsOf, type World, withMore } from './hostile/worlds.ts';

const SEED = 20_261_128;
/** Sentences held against each changed world. */
const SENTENCES = 25;
/** Fields of a world that are tried at least, of every kind one. */
const PLACES = 60;
const twins = (await Promise.all(twinIds.map(loadTwin))).filter((twin) => twin !== undefined);

/** Every sentence of a twin with its examples, and so many more whose texts are those of the world. */
function sentencesOf(twin: Twin, world: World, chance: Chance): string[] {
  const texts = textsOf(world).map(({ text }) => text);
  const rendered = (check: Check, args: Record<string, string>): string[] => {
    try {
      return [renderCheck(check, args)];
    } catch {
      // A value that the slot doesn't take.
      return [];
    }
  };
  return twin.checks.flatMap((check) => {
    const examples = Object.fromEntries(Object.entries(check.params).map(([name, { example }]) => [name, example]));
    const ofWorld = Object.fromEntries(
      Object.entries(check.params).map(([name, { pattern, example, values }]) => {
        const fits = texts.filter((text) => new RegExp(`^(?:${pattern.source})$`, 'u').test(text));
        return [name, values || fits.length === 0 ? example : chance.of(fits)];
      }),
    );
    return [...rendered(check, examples), ...rendered(check, ofWorld)];
  });
}

function grade(twin: Twin, sentences: readonly string[], given: { seed: World; final: World; rows: readonly TapeRow[] }) {
  const { seed, final, rows } = given;
  const grader = new Grader({
    criteria: sentences.map(
      (text, index): Criterion => ({ id: `c${index}`, text, kind: 'code', twin: twin.id, always_scored: true }) as Criterion,
    ),
    primary: twin.id,
    vocabularies: new Map([[twin.id, twin.checks]]),
    products: [twin],
    seeds: new Map([[twin.id, seed]]),
    finalAnswer: 'done',
  });
  for (const row of rows) grader.row(row);
  return grader.finish(new Map([[twin.id, { seed, final }]]));
}

/** Whether a sentence asks for a word of a text, as such or as a pattern: its verdict rightly changes with that. */
const asksFor = (sentence: string, text: string): boolean =>
  [...sentence.matchAll(/"([^"]+)"| \/([^/\s]+)\/(?=[\s.]|$)/g)].some(([, word, pattern = word]) =>
    text.toLowerCase().includes((pattern as string).toLowerCase()),
  );

interface Shown {
  results: CriterionResult[];
  rows: TapeRow[];
}

/** Verdicts on each world that differs by one text: written by somebody with plans, or by nobody in particular. @returns what told of the former */
function hold(twin: Twin): { differences: unknown[]; compared: number; shown: Shown } {
  const chance = new Chance(SEED);
  const tool = twin.definition.tools[0]?.name ?? 'write';
  const differences: unknown[] = [];
  const shown: Shown = { results: [], rows: [] };
  let compared = 0;
  const worlds = worldsOf(twin).map((seed) => ({ seed, sentences: sentencesOf(twin, seed, chance) }));
  const places = worlds.flatMap(({ seed, sentences }) => textsOf(seed).map(({ path }) => ({ seed, sentences, path })));
  const fieldOf = ({ path }: (typeof places)[number]) => path.filter((step) => typeof step === 'string').join('.');
  for (const [index, { seed, sentences, path }] of shareOf(places, PLACES, fieldOf).entries()) {
    const hostile = HOSTILE[index % HOSTILE.length] as string;
    const asked = Array.from({ length: SENTENCES }, () => chance.of(sentences)).filter((text) => !asksFor(text, hostile));
    const [plain, other] = [NEUTRAL, hostile].map((more) => {
      const final = withMore(seed, path, more);
      const rows = tapeOf(twin.id, tool, final).filter(({ request_body }) =>
        JSON.stringify(request_body).includes(JSON.stringify(more).slice(1, -1)),
      );
      return { rows, results: grade(twin, asked, { seed, final, rows }).results };
    }) as [Shown, Shown];
    for (const [at, { status, text, reason }] of other.results.entries()) {
      compared += 1;
      if (status !== plain.results[at]?.status)
        differences.push({ path, hostile, text, reason, plainly: plain.results[at]?.reason });
    }
    shown.results.push(...other.results.filter(({ reason }) => reason.includes(hostile.trim().slice(0, 8))));
    shown.rows.push(...other.rows);
  }
  return { differences, compared, shown };
}

const html = markdownIt({ html: true, linkify: true });
const asResult = (criteria: CriterionResult[]): HostedResult => ({
  scenario: HOSTILE.join(' '),
  path: HOSTILE.join(' '),
  trial: 1,
  group_id: 'g',
  run_dir: 'x',
  calls: 1,
  exit_code: 0,
  stop_reason: 'exited',
  duration_ms: 1,
  agent_usage: null,
  session_id: 'ses_x',
  run_id: 'run_x',
  score: 0,
  threshold: 100,
  verdict: 'not_passed',
  reason: 'score 0, needed 100',
  vacuous: true,
  unsupported_calls: [{ twin: 'github', call: HOSTILE.join(' '), count: 1, first_row: 1 }],
  injected_faults: [{ twin: 'github', kind: HOSTILE.join(' '), count: 1, first_row: 1 }],
  recovered: [{ twin: 'github', host: HOSTILE.join(' '), at: '2026-01-01T00:00:00.000Z', calls: 1 }],
  criteria: criteria.map((criterion) => ({ ...criterion, status: 'failed' })),
  urls: null,
});

describe.each(twins.map((twin) => [twin.id, twin] as const))('hostile text in %s', (_id, twin) => {
  const { differences, compared, shown } = hold(twin);

  test('changes no verdict, in whatever field it stands', () => {
    expect(compared).toBeGreaterThan(1_000);
    expect(differences.slice(0, 5)).toEqual([]);
  });

  test('is quoted by some verdicts, so that the following means something', () => {
    expect(shown.results.length).toBeGreaterThan(5);
    expect(shown.rows.length).toBeGreaterThan(50);
  });

  test('gives the terminal no commands', () => {
    const lines = [...shown.results.flatMap(criterionLines), ...shown.rows.map(callLine)];
    expect(lines.filter((line) => COMMANDS.test(line))).toEqual([]);
  });

  test("adds nothing to JUnit's elements", () => {
    const xml = junitXml([asResult(shown.results)]);
    const known = /^<(?:\?xml |\/?(?:testsuites|testsuite|testcase|properties|property|failure|system-out)[ />])/;
    expect([...xml.matchAll(/<[^<]{0,20}/g)].filter(([tag]) => !known.test(tag))).toEqual([]);
    expect([...xml.matchAll(/<testcase /g)]).toHaveLength(1);
    expect(xml.replaceAll(/&(?:amp|lt|gt|quot|#10);/g, '')).not.toMatch(
      /&|[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u,
    );
  });

  test('stays text on the summary page of a job and in the report', () => {
    const report = renderReport({ ...REPORTED, criteria_results: shown.results, summary: HOSTILE.join(' ') });
    for (const page of [jobSummary([asResult(shown.results)]), report]) {
      expect(html.render(page)).not.toMatch(/<(?:script|img|td><script)|<a [^>]*(?:evil|javascript)/);
      expect(page.split('\n').filter((line) => /^(?:::|# Score: 100)/.test(line))).toEqual([]);
    }
  });
});

const REPORTED = {
  id: `run_${'0'.repeat(26)}`,
  session_id: `ses_${'0'.repeat(26)}`,
  task_name: HOSTILE.join(' '),
  task_hash: null,
  satisfaction_score: 0,
  group_id: null,
  environment: 'hosted',
  dashboard_url: 'https://svc.example/x',
  agent_model: HOSTILE.join(' '),
  agent_usage: { models: [HOSTILE.join(' ').slice(0, 500)], turns: 1, input_tokens: 1, output_tokens: 1, cost_usd: 0 },
  transcript: [
    { kind: 'model', name: null, at: null, text: HOSTILE.join(' '), input_tokens: null, output_tokens: null, failed: false },
  ],
  outcome: 'failed',
  outcome_reason: null,
  pass_threshold: 100,
  vacuous: false,
  unsupported_calls: [],
  injected_faults: [],
  recovered: [{ twin: 'github', host: HOSTILE.join(' '), at: '2026-01-01T00:00:00.000Z', calls: 1 }],
  regraded_from: null,
  state_initial_keys: {},
  state_seed_keys: {},
  parent: null,
  created_at: '2026-01-01T00:00:00.000Z',
  finished_at: '2026-01-01T00:00:01.000Z',
  twins: ['github'],
  criteria_breakdown: { total: 0, passed: 0, failed: 0, skipped: 0, unmatched: 0, model: 0, not_gradable: 0, denominator: 0 },
  all_skipped: false,
  steps: [],
  lanes: [],
  fix_prompt: null,
  provenance: 'hosted',
  evaluator: { name: 'svc-grading', version: '0.1.0', vocabulary_digests: {}, judge_model: null },
  twin_runtime: 'x',
  tape_rows: 0,
} as unknown as RunRecord;
