import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { errorEnvelopeSchema, OPERATIONS, type OperationId, type OperationSpec } from '@svc/contract';
import { type Account, base64, finalizeBody, Installation } from './support/installation.ts';

/** Answers slower than this count as a hang, in milliseconds. */
const SLOW_MS = 2000;

/** Valid bodies with every field that an operation knows: what is changed in one is what is wrong with it. */
const FULL_BODIES: Partial<Record<OperationId, Record<string, unknown>>> = {
  validateSeed: { twins: ['github'], seed: { issues: [] } },
  createSandbox: {
    twins: ['github'],
    task_source: base64('# x'),
    seed: {},
    idempotency_key: '9b2f0c52-6a3e-4f0e-9a51-0f6f0a1d2c3b',
    group_id: 'group-1',
    agent_version: 'v',
    clock: { mode: 'logical', start: '2026-01-01T00:00:00Z' },
  },
  createEvalSession: { twins: ['github'], task_source: base64('# x'), group_id: 'group-1', agent_version: 'v' },
  createStateUploads: { twins: ['github'] },
  finalizeSandbox: {
    ...finalizeBody,
    agent_sdk: 's',
    agent_version: 'v',
    scenario_name: 'n',
    scenario_prompt: 'p',
    expected_behavior: 'e',
    per_twin_state_keys: { github: {} },
  },
  renderChecks: { twin: 'github', items: [{ check: 'github.issue-exists', args: { issue: '1' } }] },
  bindChecks: { twin: 'github', texts: ['Issue #1 exists.'] },
  createTask: { task_source: base64('# x'), name: 'n' },
};

const VALUES: unknown[] = [
  null,
  true,
  0,
  -1,
  1.5,
  1e308,
  '',
  'x'.repeat(100_000),
  '\0',
  '\ud800',
  '../../etc/passwd',
  "'; drop table teams; --",
  '{}',
  [],
  [null],
  [[]],
  ['github', 'github'],
  Array(1000).fill('github'),
  {},
  { __proto__: null, constructor: 1, toString: 2, __defineGetter__: 3 },
  { github: null, slack: [] },
];

const RAW_BODIES = [
  '',
  ' ',
  '{',
  '[]',
  'null',
  '1',
  '"x"',
  '{"a":1}{"a":2}',
  '\u0000',
  '{"twins":["github"],}',
  '[['.repeat(50_000),
  '{"__proto__":{"twins":1}}',
];
const IDS = [
  '%00',
  '%ff',
  '..%2f..',
  'ses_',
  'ses_%27',
  `ses_${'0'.repeat(26)}`,
  `run_${'0'.repeat(26)}`,
  'x'.repeat(5000),
  '%F0%9F%92%A9',
  '__proto__',
];
const QUERIES = [
  'limit=',
  'limit=99999999999999999999',
  'limit=0x10',
  'limit[]=1',
  'state=%00',
  'twin=%ff',
  'twin=__proto__',
  'confirm_discard=',
  'confirm_discard=dsc_%F0',
  'group_id=%27',
  'a&&=&%',
  'twin=a&twin=b',
];

let service: Installation;
let account: Account;
let id: string;

beforeAll(async () => {
  service = await Installation.start();
  account = await service.account({ planTier: 'enterprise' });
  id = (await account.client.sandboxes.create()).session_id;
});
afterAll(() => service.stop());

interface Variant {
  path: string;
  body?: string | Uint8Array;
  headers?: Record<string, string>;
}

/** `{id}` in a path stands for the sandbox that is open when the variant is sent. */
function* variantsOf(operation: OperationId, spec: OperationSpec): Generator<Variant> {
  const path = spec.paths[0]!;
  const full = FULL_BODIES[operation];
  const json = { 'content-type': 'application/json' };
  const example = full && { body: JSON.stringify(full), headers: json };
  if (path.includes('{id}')) for (const wrong of IDS) yield { path: path.replace('{id}', wrong), ...example };
  for (const query of QUERIES) yield { path: `${path}?${query}`, ...example };
  if (!full) return;
  for (const body of [...RAW_BODIES, Uint8Array.of(0xff, 0xfe), Uint8Array.of(0xc3)]) yield { path, body, headers: json };
  for (const type of ['text/plain', 'multipart/form-data', 'application/json; charset=utf-16', '\u00e9']) {
    yield { path, body: JSON.stringify(full), headers: { 'content-type': type } };
  }
  for (const body of mutationsOf(full)) yield { path, body: JSON.stringify(body), headers: json };
}

/** The body with each field, at any depth, left out or replaced by each value. */
function* mutationsOf(value: unknown): Generator<unknown> {
  if (typeof value !== 'object' || value === null) return;
  for (const key of Object.keys(value)) {
    const copy = () => structuredClone(value) as Record<string, unknown>;
    const without = copy();
    delete without[key];
    yield Array.isArray(value) ? value.filter((_, index) => String(index) !== key) : without;
    for (const replacement of VALUES) yield Object.assign(copy(), { [key]: replacement });
    for (const inner of mutationsOf((value as Record<string, unknown>)[key])) yield Object.assign(copy(), { [key]: inner });
  }
}

const counts = async () => {
  const count = async (table: 'sandboxes' | 'evaluations' | 'runs' | 'tasks') =>
    (
      await service.database
        .selectFrom(table)
        .select((row) => row.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow()
    ).n;
  return {
    sandboxes: await count('sandboxes'),
    evaluations: await count('evaluations'),
    runs: await count('runs'),
    tasks: await count('tasks'),
  };
};

test.each(Object.entries(OPERATIONS) as [OperationId, OperationSpec][])(
  '%s never fails, hangs or leaves the envelope on bad input',
  async (operation, spec) => {
    for (const { path, body, headers } of variantsOf(operation, spec)) {
      const before = await counts();
      const started = performance.now();
      const answer = await service.request(spec.method, path.replace('{id}', id), {
        key: account.key,
        ...(body !== undefined && { body }),
        ...(headers && { headers }),
      });
      const shown = `${spec.method} ${path.slice(0, 100)} ${String(body).slice(0, 300)} → ${answer.status} ${answer.text.slice(0, 300)}`;
      if (answer.status >= 500) throw new Error(shown);
      if (performance.now() - started > SLOW_MS) throw new Error(`slow: ${shown}`);
      if (answer.status < 400) {
        if (operation === 'finalizeSandbox') id = (await account.client.sandboxes.create()).session_id;
        continue;
      }
      if (!errorEnvelopeSchema.safeParse(answer.json).success) throw new Error(`no envelope: ${shown}`);
      expect(await counts()).toEqual(before);
    }
  },
  120_000,
);
