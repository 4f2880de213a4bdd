import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { ID_PREFIXES, OPERATIONS, type OperationId, type OperationSpec } from '@svc/contract';
import { revokeApiKey } from '../src/index.ts';
import { type Account, base64, finalizeBody, Installation, type RawAnswer, refusal } from './support/installation.ts';

/** A valid body for every operation that has one: a walk over the contract fails for an operation left out here. */
const BODIES: Partial<Record<OperationId, object>> = {
  validateSeed: { twins: ['github'], seed: {} },
  createSandbox: {},
  setFaults: { faults: [] },
  createEvalSession: {},
  createStateUploads: {},
  finalizeSandbox: finalizeBody,
  renderChecks: { twin: 'github', items: [{ check: 'github.issue-exists', args: { issue: '1' } }] },
  bindChecks: { twin: 'github', texts: ['a'] },
  createTask: { task_source: base64('# x') },
  regradeRun: {},
  forkSandbox: { at: 0 },
};

/** Queries that an operation needs. */
const QUERIES: Partial<Record<OperationId, string>> = { compareGroups: '?with=group-x' };

const operations = (Object.entries(OPERATIONS) as [OperationId, OperationSpec][]).flatMap(([id, spec]) =>
  spec.paths.map((path) => [`${spec.method} ${path}`, id, spec, path] as const),
);
/** Those that ask who calls. */
const guarded = operations.filter(([, , { auth }]) => auth !== 'none');
const withId = operations.filter(([, , , path]) => path.includes('{id}'));

let service: Installation;
let owner: Account;
let stranger: Account;
const ids = { sandboxes: '', runs: '', tasks: '' };

beforeAll(async () => {
  service = await Installation.start();
  [owner, stranger] = [await service.account({ planTier: 'enterprise' }), await service.account({ planTier: 'enterprise' })];
  const { session_id } = await owner.client.sandboxes.create();
  ids.runs = (await owner.client.sandboxes.finalize(session_id, finalizeBody)).run_id;
  ids.sandboxes = (await owner.client.sandboxes.create()).session_id;
  ids.tasks = (await owner.client.tasks.create({ task_source: base64('# x') })).id;
});
afterAll(() => service.stop());

function call(operation: OperationId, spec: OperationSpec, path: string, key: string | undefined, id = 'x'): Promise<RawAnswer> {
  const body = BODIES[operation];
  if (spec.body && !body) throw new Error(`No example body for ${operation}.`);
  return service.request(spec.method, `${path.replace('{id}', id)}${QUERIES[operation] ?? ''}`, {
    ...(key !== undefined && { key }),
    ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  });
}

const kindOf = (path: string) => (path.startsWith('/runs') ? 'runs' : path.startsWith('/tasks') ? 'tasks' : 'sandboxes');
const UNKNOWN = { sandboxes: ID_PREFIXES.sandbox, runs: ID_PREFIXES.run, tasks: ID_PREFIXES.task };

describe('every operation', () => {
  test.each(guarded)('%s without a key is 401', async (_name, operation, spec, path) => {
    expect(refusal(await call(operation, spec, path, undefined))).toMatchObject({ status: 401, type: 'invalid_auth' });
  });

  test('with a revoked key is 403', async () => {
    const revoked = await service.account();
    await revokeApiKey(service.database, revoked.keyId);
    for (const [, operation, spec, path] of guarded) {
      expect(refusal(await call(operation, spec, path, revoked.key))).toMatchObject({ status: 403, type: 'revoked_key' });
    }
  });
});

/** The answer as it is, request id and time of day aside. */
const bytesOf = ({ status, headers, text }: RawAnswer): string => {
  const kept = [...headers].filter(([name]) => name !== 'x-request-id' && name !== 'date');
  return JSON.stringify([status, kept, text.replace(/req_\w+/, 'req_')]);
};

describe("another team's id is answered like an unknown one", () => {
  test.each(withId)('%s', async (_name, operation, spec, path) => {
    const kind = kindOf(path);
    const foreign = await call(operation, spec, path, stranger.key, ids[kind]);
    const unknown = await call(operation, spec, path, stranger.key, `${UNKNOWN[kind]}_${'0'.repeat(26)}`);
    expect(bytesOf(foreign)).toBe(bytesOf(unknown));
    expect(refusal(foreign)).toMatchObject({ status: 404, type: 'not_found', details: {} });
  });

  test('and changes nothing', async () => {
    expect((await owner.client.sandboxes.get(ids.sandboxes)).state).toBe('ready');
  });
});

test('lists hold nothing of another team', async () => {
  expect(await stranger.client.sandboxes.list()).toEqual([]);
  expect(await stranger.client.runs.list()).toEqual([]);
  expect(await stranger.client.tasks.list()).toEqual([]);
});

test("another team's task can't be started from", async () => {
  const answer = await service.post('/sandboxes', stranger.key, { task_id: ids.tasks });
  expect(refusal(answer)).toMatchObject({ status: 422, details: { issues: [{ path: 'task_id' }] } });
});
