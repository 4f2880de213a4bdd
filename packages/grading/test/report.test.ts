import { describe, expect, test } from '@jest/globals';
import { type RunRecord, runRecordSchema } from '@svc/contract';
import { renderReport } from '@svc/grading';
import markdownIt from 'markdown-it';

const result = (fields: Partial<RunRecord['criteria_results'][number]>) => ({
  id: 'c1',
  text: 'Note #1 exists.',
  kind: 'code' as const,
  twin: 'notes',
  check_id: 'notes.note-exists',
  status: 'passed' as const,
  passed: true,
  skipped: false,
  already_true: false,
  reason: 'note #1 is there',
  ...fields,
});

const run = (fields: Partial<RunRecord> = {}): RunRecord =>
  runRecordSchema.parse({
    id: `run_${'0'.repeat(26)}`,
    session_id: `ses_${'0'.repeat(26)}`,
    task_name: 'Triage',
    task_hash: null,
    satisfaction_score: 66.67,
    group_id: null,
    environment: 'hosted',
    agent_model: 'model-x',
    agent_usage: null,
    transcript: [],
    outcome: 'failed',
    outcome_reason: null,
    pass_threshold: 100,
    vacuous: false,
    unsupported_calls: [],
    injected_faults: [],
    recovered: [],
    regraded_from: null,
    state_initial_keys: {},
    state_seed_keys: {},
    parent: null,
    created_at: '2026-01-01T00:00:00.000Z',
    finished_at: '2026-01-01T00:00:01.000Z',
    twins: ['notes'],
    criteria_results: [
      result({}),
      result({ status: 'skipped', passed: false, skipped: true, reason: 'already_true_in_seed' }),
      result({ kind: 'model', text: 'Polite.', status: 'model', passed: false, skipped: true, reason: 'not scored' }),
    ],
    criteria_breakdown: { total: 5, passed: 2, failed: 1, skipped: 1, unmatched: 0, model: 1, not_gradable: 0, denominator: 3 },
    all_skipped: false,
    steps: [],
    lanes: [],
    summary: null,
    fix_prompt: null,
    provenance: 'hosted',
    evaluator: { name: 'svc-grading', version: '0.1.0', vocabulary_digests: {}, judge_model: null },
    twin_runtime: 'svc-twins 0.1.0',
    tape_rows: 7,
    agent_sdk: null,
    agent_version: null,
    stop_reason: 'done',
    exit_code: 0,
    duration_ms: 5,
    scenario_name: null,
    trace_s3_key: null,
    state_s3_key: null,
    events_jsonl_url: null,
    dashboard_url: 'https://dashboard.example/runs/1',
    ...fields,
  });

describe('a report', () => {
  test('states score, passed of evaluated, and excluded in its heading line', () => {
    expect(renderReport(run()).split('\n')[0]).toBe(
      '# Score 66.67 / 100: 2 of 3 evaluated criteria passed, 1 excluded as already true in the seed',
    );
  });

  test('has kind, status and reason on every row, the models, the runtime and the dashboard', () => {
    const report = renderReport(run());
    expect(report).toContain('| 1 | Note #1 exists. | code | notes | passed | note #1 is there |');
    expect(report).toContain('| 2 | Note #1 exists. | code | notes | skipped | already_true_in_seed |');
    expect(report).toContain('| 3 | Polite. | model | notes | model | not scored |');
    for (const line of ['Agent model: model-x', 'Evaluator: svc-grading 0.1.0', 'Evaluator model: none (checks only)'])
      expect(report).toContain(`- ${line}\n`);
    expect(report).toContain('- Twin runtime: svc-twins 0.1.0\n');
    expect(report).toContain('- Dashboard: <https://dashboard.example/runs/1>\n');
  });

  test('says when nothing was left to score and when nothing was declared', () => {
    const breakdown = { total: 1, passed: 0, failed: 0, skipped: 1, unmatched: 0, model: 0, not_gradable: 0, denominator: 0 };
    expect(renderReport(run({ satisfaction_score: 0, criteria_breakdown: breakdown }))).toMatch(
      /^# Score 0 \/ 100: no criterion was left to evaluate, 1 excluded/,
    );
    expect(renderReport(run({ satisfaction_score: null, criteria_results: [] }))).toMatch(
      /^# Not graded: no criteria were declared\n/,
    );
  });

  test('says which calls may be missing, as a host was lost', () => {
    expect(renderReport(run())).not.toContain('Lost calls');
    const recovered = [{ twin: 'notes', host: 'worker|2', at: '2026-01-01T00:00:00.500Z', calls: 4 }];
    expect(renderReport(run({ recovered }))).toContain(
      '**Lost calls**: The host of its notes twin was lost; it came back on worker\\|2 from a copy made up to 2026-01-01T00:00:00.500Z with 4 calls; later calls are missing.',
    );
  });

  test('says which faults were asked for, so that nobody takes them for the agent’s', () => {
    expect(renderReport(run())).not.toContain('njected');
    const report = renderReport(run({ injected_faults: [{ twin: 'notes', kind: 'lost|after', count: 2, first_row: 7 }] }));
    expect(report).toContain(
      "**Injected faults**: some calls met faults that the sandbox was asked to make (below). None of them is the agent's.",
    );
    expect(report).toContain(
      '## Faults that were injected\n\n| Twin | Fault | Times | First row |\n|---|---|---|---|\n| notes | lost\\|after | 2 | 7 |\n',
    );
  });

  test('shows untrusted text as text', () => {
    const hostile = [
      'a | b\n| c |',
      '<script>alert(1)</script>',
      '![x](https://evil.example/x.png)',
      '[click](javascript:alert(1))',
      '`code` **bold** _em_ ~~gone~~ snake_case',
      'https://evil.example and www.evil.example',
      '\\| &lt;b&gt; \\',
      '# heading',
      '1. list',
      '> quote',
    ];
    const html = markdownIt({ html: true, linkify: true }).render(
      renderReport(
        run({
          criteria_results: hostile.map((text) => result({ text, reason: text })),
          agent_model: hostile.join(' '),
          summary: hostile[7]!,
          fix_prompt: hostile[8]!,
        }),
      ),
    );
    const tags = new Set([...html.matchAll(/<([a-z][a-z0-9]*)/g)].map(([, tag]) => tag));
    expect(tags).toEqual(new Set(['h1', 'h2', 'ul', 'li', 'a', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'p']));
    expect([...html.matchAll(/<a href="([^"]+)"/g)].map(([, href]) => href)).toEqual(['https://dashboard.example/runs/1']);
    expect([...html.matchAll(/<tr>/g)].length).toBe(1 + hostile.length);
    const cells = [...html.matchAll(/<td>(.*?)<\/td>/g)].map(([, cell]) => cell);
    expect(cells.length).toBe(6 * hostile.length);
    expect(cells[1]).toBe('a | b | c |');
    expect(cells[7]).toBe('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(cells[6 * 6 + 1]).toBe('\\| &amp;lt;b&amp;gt; \\');
  });
});
