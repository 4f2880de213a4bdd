import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { eachTime, inTheWhole, shareOf } from '@svc/twin-kit/testing/share';
import { startReceiver } from '../src/told/receiver.ts';
import { readTold } from '../src/told/told.ts';
import { sharedService } from './shared.ts';
import { agentCommand, LABEL_IT, SCENARIO, stopAll, svc, temporaryFolder, using } from './support.ts';

jest.setTimeout(300_000);

const pathOf = createRequire(import.meta.url).resolve;
const SDK = pathOf('@opentelemetry/sdk-trace-base');
const PROTO = pathOf('@opentelemetry/exporter-trace-otlp-proto');
const JSON_EXPORTER = pathOf('@opentelemetry/exporter-trace-otlp-http');

/** An agent that labels the issue and tells of three calls of a model and one of a tool, by OpenTelemetry's own SDK. */
const tracing = (exporter: string) => `
import otel from ${JSON.stringify(SDK)};
import exporters from ${JSON.stringify(exporter)};
${LABEL_IT}
const provider = new otel.BasicTracerProvider({ spanProcessors: [new otel.BatchSpanProcessor(new exporters.OTLPTraceExporter())] });
const tracer = provider.getTracer('agent');
const span = (name, attributes) => tracer.startSpan(name, { attributes }).end();
const chat = (said, input, output) => span('chat model-x', {
  'gen_ai.operation.name': 'chat',
  'gen_ai.provider.name': 'openai',
  'gen_ai.request.model': 'model-x',
  'gen_ai.usage.input_tokens': input,
  'gen_ai.usage.output_tokens': output,
  'gen_ai.output.messages': JSON.stringify([{ role: 'assistant', parts: said, finish_reason: 'stop' }]),
});
chat([{ type: 'text', content: 'The token is ' + process.env.SVC_AUTH_TOKEN }], 100, 10);
chat([{ type: 'tool_call', id: 'c1', name: 'label', arguments: { issue: 1, key: 'AKIAIOSFODNN7EXAMPLE' } }], 200, 20);
span('execute_tool label', {
  'gen_ai.operation.name': 'execute_tool',
  'gen_ai.tool.name': 'label',
  'gen_ai.tool.call.arguments': '{"issue":1}',
  'gen_ai.tool.call.result': '{"ok":true}',
});
chat([{ type: 'text', content: 'Labelled.' }], 300, 30);
span('GET /unrelated', { 'http.request.method': 'GET' });
await provider.shutdown();
`;
const PRICES = JSON.stringify({ 'model-x': { input: 10, output: 100 } });
const USED = { models: ['model-x'], turns: 3, input_tokens: 600, output_tokens: 60, cost_usd: 0.012 };

let root: Awaited<ReturnType<typeof temporaryFolder>>;
let folder: string;
let tests = 0;
beforeAll(async () => {
  root = await temporaryFolder();
});
afterAll(stopAll);
afterAll(() => root.remove());
beforeEach(async () => {
  tests += 1;
  folder = join(root.path, `work-${tests}`);
  await mkdir(folder);
  await writeFile(join(folder, 'scenario.md'), SCENARIO);
});

interface Told {
  agent_usage: object | null;
  transcript: { kind: string; name?: string; text: string }[];
}

/** Runs an agent without a service. @returns the run's folder, and what the run keeps of what the agent said */
async function runLocally(program: string, env: Record<string, string> = {}) {
  const command = await agentCommand(folder, 'agent.mjs', program);
  const { stdout, stderr } = await svc(['run', 'scenario.md', '--agent', command, '--local', '--json'], { cwd: folder, env });
  const { run_dir } = (JSON.parse(stdout) as { results: [{ run_dir: string }] }).results[0];
  const inspected = await svc(['inspect', run_dir, '--json']);
  return { run_dir, stderr, ...(JSON.parse(inspected.stdout) as Told) };
}

describe('what an agent tells', () => {
  const exporters = [
    ['protobuf', PROTO],
    ['JSON', JSON_EXPORTER],
  ] as const;
  test.each(shareOf(exporters, 1))(
    'by spans in %s is kept with the run: model, turns, tokens, cost and what was said',
    async (_, exporter) => {
      const { run_dir, agent_usage, transcript, stderr } = await runLocally(tracing(exporter), { SVC_AGENT_PRICES: PRICES });
      expect(agent_usage).toEqual(USED);
      expect(stderr).toContain('model  model-x, 3 turns, 600 tokens in, 60 out, $0.0120');
      expect(transcript.map(({ kind, name, text }) => [kind, name ?? null, text])).toEqual([
        ['model', 'model-x', 'The token is [REDACTED]'],
        ['model', 'model-x', 'label({"issue":1,"key":"[REDACTED]"})'],
        ['tool', 'label', '{"issue":1}\n→ {"ok":true}'],
        ['model', 'model-x', 'Labelled.'],
        ['output', null, 'labelled: 200'],
      ]);
      const { stdout } = await svc(['inspect', run_dir]);
      expect(stdout).toContain('model  model-x, 3 turns, 600 tokens in, 60 out, $0.0120');
      expect(stdout).toContain('model model-x (100 tokens in, 10 out)\n    The token is [REDACTED]');
    },
  );

  eachTime(test)('on standard output is kept from its end, in pieces, without secrets', async () => {
    const { transcript, agent_usage } = await runLocally(`
      for (let at = 0; at < 3000; at += 1) console.log('line ' + at + ' of what I thought about it');
      console.log(process.env.SVC_AUTH_TOKEN + ' ' + Buffer.from('ghp_16C7e42F292c6912E7710c838347Ae178B4a').toString('base64'));
    `);
    expect(agent_usage).toBeNull();
    expect(transcript[0]).toMatchObject({ kind: 'left_out' });
    expect(transcript.slice(1).map(({ kind }) => kind)).toEqual(['output', 'output', 'output', 'output']);
    for (const { text } of transcript) expect(text.length).toBeLessThanOrEqual(4_000);
    expect(transcript.at(-1)?.text).toMatch(/line 2999 of what I thought about it\n\[REDACTED\] \[REDACTED\]$/);
  });

  inTheWhole(test)('in usage.json goes before what spans say', async () => {
    const { agent_usage } = await runLocally(`${tracing(PROTO)}
      const { writeFileSync } = await import('node:fs');
      writeFileSync(process.env.SVC_ARTIFACTS_DIR + '/usage.json', JSON.stringify({ turns: 9, cost_usd: 0.5 }));`);
    expect(agent_usage).toEqual({ ...USED, turns: 9, cost_usd: 0.5 });
  });

  inTheWhole(test)('in a usage.json that can not be used is refused with a reason, and the run goes on', async () => {
    const { agent_usage, stderr } = await runLocally(
      `(await import('node:fs')).writeFileSync(process.env.SVC_ARTIFACTS_DIR + '/usage.json', '{"turn": 3}');`,
    );
    expect(agent_usage).toBeNull();
    expect(stderr).toMatch(/usage\.json can't be used: it: Unrecognized key: "turn"; it is not handed in/);
    for (const [text, reason] of [
      ['{"input_tokens": -1}', /^usage\.json can't be used: input_tokens: /],
      ['{"cost_usd": "much"}', /^usage\.json can't be used: cost_usd: /],
      ['not JSON', /^usage\.json can't be read: it is not JSON$/],
    ] as const) {
      await writeFile(join(folder, 'usage.json'), text);
      const sources = { spans: [], printed: Buffer.alloc(0), printedLimit: 1, artifacts: folder, prices: {}, secrets: [] };
      expect(await readTold(sources)).toMatchObject({ usage: undefined, refused: expect.stringMatching(reason) });
    }
  });

  inTheWhole(test)('goes where the caller sends it already', async () => {
    const { agent_usage } = await runLocally('console.log(process.env.OTEL_EXPORTER_OTLP_ENDPOINT);', {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9',
    });
    expect(agent_usage).toBeNull();
  });

  eachTime(test)(
    'has a price only where one is given, and a price list that can not be read is refused before anything runs',
    async () => {
      for (const [prices, reason] of [
        ['{', 'it is not JSON'],
        ['{"m": {"input": 1}}', 'm.output'],
      ] as const) {
        const refused = await svc(['run', 'scenario.md', '--agent', 'true', '--local'], {
          cwd: folder,
          env: { SVC_AGENT_PRICES: prices },
        });
        expect(refused.code).toBe(5);
        expect(refused.stderr).toContain(`SVC_AGENT_PRICES can't be read: ${reason}`);
      }
    },
  );
});

describe('the endpoint for telemetry', () => {
  const JSON_TYPE = { 'content-type': 'application/json' };
  const post = (url: string, body: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = JSON_TYPE) =>
    fetch(url, { method: 'POST', body, headers });
  const batchOf = (count: number): string =>
    JSON.stringify({
      resourceSpans: [{ scopeSpans: [{ spans: Array.from({ length: count }, (_, at) => ({ spanId: `${at}`, name: 'x' })) }] }],
    });

  eachTime(test)('refuses what is no telemetry, and keeps nothing of it', async () => {
    const receiver = await startReceiver();
    const base = receiver.environment.OTEL_EXPORTER_OTLP_ENDPOINT as string;
    const traces = `${base}/v1/traces`;
    try {
      const { origin } = new URL(base);
      expect((await post(`${origin}/v1/traces`, '{}')).status).toBe(404);
      expect((await post(`${base}/v1/profiles`, '{}')).status).toBe(404);
      expect((await fetch(traces)).status).toBe(405);
      expect((await post(traces, 'x', { 'content-type': 'text/plain' })).status).toBe(415);
      for (const body of ['{', '[]', '{"resourceSpans": {}}', '{"resourceSpans":[{"scopeSpans":[{"spans":[{}]}]}]}']) {
        const refused = await post(traces, body);
        expect(refused.status).toBe(400);
        expect(((await refused.json()) as { message: string }).message).not.toBe('');
      }
      const protobuf = { 'content-type': 'application/x-protobuf' };
      expect((await post(traces, new Uint8Array([10, 200, 1]), protobuf)).status).toBe(400);
      expect((await post(traces, '{}', { ...JSON_TYPE, 'content-encoding': 'br' })).status).toBe(400);
      expect((await post(traces, '{}', { ...JSON_TYPE, 'content-encoding': 'gzip' })).status).toBe(400);
      expect((await post(traces, ' '.repeat(9 * 1024 * 1024))).status).toBe(413);
      expect(receiver.spans()).toEqual([]);
    } finally {
      await receiver.close();
    }
  });

  inTheWhole(test)('takes gzip, other signals, and so many spans and no more', async () => {
    const receiver = await startReceiver();
    const base = receiver.environment.OTEL_EXPORTER_OTLP_ENDPOINT as string;
    try {
      expect((await post(`${base}/v1/metrics`, '{}')).status).toBe(200);
      expect((await post(`${base}/v1/logs`, '{}')).status).toBe(200);
      const zipped = await post(`${base}/v1/traces`, new Uint8Array(gzipSync(batchOf(4_999))), {
        ...JSON_TYPE,
        'content-encoding': 'gzip',
      });
      expect(await zipped.json()).toEqual({});
      const partly = await post(`${base}/v1/traces`, batchOf(3));
      expect(await partly.json()).toMatchObject({ partialSuccess: { rejectedSpans: '2' } });
      expect(receiver.spans()).toHaveLength(5_000);
    } finally {
      await receiver.close();
    }
  });
});

describe('with a service', () => {
  const service = sharedService();

  eachTime(test)('what the agent told stands on the run, in lists, report, JUnit and the figures of the group', async () => {
    const command = await agentCommand(folder, 'agent.mjs', tracing(PROTO));
    const args = ['run', 'scenario.md', '--agent', command, '-n', '2', '--json', '--junit', 'junit.xml'];
    const env = { ...using(service), SVC_AGENT_PRICES: PRICES };
    const { stdout } = await svc(args, { cwd: folder, env });
    const { results, groups } = JSON.parse(stdout) as {
      results: { run_id: string; group_id: string; agent_usage: object }[];
      groups: { usage: object }[];
    };
    expect(results.map(({ agent_usage }) => agent_usage)).toEqual([USED, USED]);
    const figures = {
      turns: { trials: 2, mean: 3, total: 6 },
      input_tokens: { trials: 2, mean: 600, total: 1200 },
      output_tokens: { trials: 2, mean: 60, total: 120 },
      cost_usd: { trials: 2, mean: 0.012, total: 0.024 },
    };
    expect(groups[0]?.usage).toEqual(figures);
    const [{ run_id, group_id }] = results as [(typeof results)[number]];
    const record = JSON.parse((await svc(['report', run_id, '--json'], { env })).stdout) as Told & { agent_model: string };
    expect(record).toMatchObject({ agent_model: 'model-x', agent_usage: USED });
    expect(record.transcript.map(({ text }) => text)).toContain('The token is [REDACTED]');
    expect((await svc(['report', run_id], { env })).stdout).toContain(
      '- Turns: 3\n- Input tokens: 600\n- Output tokens: 60\n- Cost: $0.0120',
    );
    expect((await svc(['runs', '--group', group_id], { env })).stdout).toMatch(/model-x +3 +660 +\$0\.0120/);
    const listed = async (...filters: string[]) =>
      JSON.parse((await svc(['runs', '--group', group_id, '--json', ...filters], { env })).stdout) as { id: string }[];
    const [newest, oldest] = await listed('--min-score', '0', '--since', '2020-01-01');
    expect([await listed('--after', newest!.id), await listed('--below-score', '0', '--until', '2100-01-01')]).toEqual([
      [oldest],
      [],
    ]);
    const compared = await svc(['compare', group_id], { env });
    expect(compared.stdout).toContain('mean of 3 turns, 600 tokens in, 60 tokens out, $0.0120; $0.0240 in all');
    const junit = await readFile(join(folder, 'junit.xml'), 'utf8');
    for (const [name, value] of [
      ['models', 'model-x'],
      ['turns', '3'],
      ['input_tokens', '600'],
      ['cost_usd', '0.012'],
    ])
      expect(junit).toContain(`<property name="${name}" value="${value}"/>`);
  });

  inTheWhole(test)('a local run takes it along when it is evaluated', async () => {
    const { run_dir } = await runLocally(tracing(PROTO));
    const env = using(service);
    const { run_id } = JSON.parse((await svc(['eval', run_dir, '--json'], { env })).stdout) as { run_id: string };
    const record = JSON.parse((await svc(['report', run_id, '--json'], { env })).stdout) as Told;
    expect(record).toMatchObject({ agent_usage: { models: ['model-x'], turns: 3 } });
    await writeFile(join(run_dir, 'agent.json'), '{"transcript": 1}');
    const refused = await svc(['eval', run_dir], { env });
    expect([refused.code, refused.stderr]).toEqual([5, expect.stringContaining("agent.json can't be used: transcript")]);
  });

  eachTime(test)('a request with more than may be said, or with a credential in it, is refused or cleaned', async () => {
    const { SVC_BASE_URL, SVC_API_KEY } = using(service);
    const headers = { authorization: `Bearer ${SVC_API_KEY}`, 'content-type': 'application/json' };
    const call = async (path: string, body: object) => {
      const response = await fetch(`${SVC_BASE_URL}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    };
    const sandbox = (await call('/sandboxes', { twins: ['github'] })).body as {
      session_id: string;
      agent_token: string;
      per_twin: { github: { api_url: string } };
    };
    await fetch(`${sandbox.per_twin.github.api_url}/user`, { headers: { authorization: `Bearer ${sandbox.agent_token}` } });
    const request = {
      source: 'twin-pull',
      criteria: [{ id: 'c1', kind: 'model', text: 'Polite.' }],
      stop_reason: 'done',
      exit_code: 0,
      duration_ms: 1,
      agent_model: 'm',
    };
    const said = (text: string, count = 1) => ({ transcript: Array.from({ length: count }, () => ({ kind: 'model', text })) });
    const path = `/sandboxes/${sandbox.session_id}/finalize`;
    for (const wrong of [
      said('x'.repeat(4_001)),
      said('x', 201),
      { agent_usage: { turns: -1 } },
      { transcript: [{ kind: 'thought', text: '' }] },
    ])
      expect(await call(path, { ...request, ...wrong })).toMatchObject({
        status: 422,
        body: { error: { type: 'validation_failed' } },
      });
    const graded = await call(path, { ...request, ...said('my key is AKIAIOSFODNN7EXAMPLE'), agent_usage: { input_tokens: 5 } });
    expect(graded.status).toBe(201);
    const run = JSON.parse(
      (await svc(['report', graded.body.run_id as string, '--json'], { env: using(service) })).stdout,
    ) as Told;
    expect(run.transcript).toMatchObject([{ text: 'my key is [REDACTED]' }]);
    expect(run.agent_usage).toEqual({ models: [], turns: null, input_tokens: 5, output_tokens: null, cost_usd: null });
  });
});
