import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { errorEnvelopeSchema } from '@svc/contract';
import { waitedMs } from '@svc/twin-kit/testing/processor';
import { isWhole, shareOf } from '@svc/twin-kit/testing/share';
import { sql } from 'kysely';
import { revokeApiKey } from '../src/index.ts';
import { type Account, base64, finalizeBody, Installation, type RawAnswer } from './support/installation.ts';
import { serveUntouchedTwin } from './support/untouched-twin.ts';
import { describedOperations, type Facts, kindOf, type Operation, type Variant, variantsOf } from './support/variants.ts';

/** Answers slower than this are looked into, in milliseconds. */
const SLOW_MS = 2000;
/** One hangs that, alone, takes so many times as long as a plain request after it. */
const HANG_RATIO = 10;
/** At least so many variants go to each operation, or a share of so many. */
const MIN_VARIANTS = 200;
const SHARE = 12;
/** Variants under way at once; the tables are compared around each such batch. */
const BATCH = 10;

const operations = describedOperations();
/** Second spellings reach the same implementation: they get a sample. */
const isSecondSpelling = ({ path }: Operation) => /^\/(sessions|eval-sandboxes)/.test(path);

let service: Installation;
let account: Account;
let facts: Facts;
let twin: Awaited<ReturnType<typeof serveUntouchedTwin>>;
const ids = { sandboxes: '', runs: '', tasks: '' };

beforeAll(async () => {
  // A disk that is busy with other things is no store that is away.
  service = await Installation.start({ downstreamTimeoutMs: 120_000 });
  twin = await serveUntouchedTwin();
  service.runtime.twinsAt = twin.url;
  const newTeam = () => service.account({ planTier: 'enterprise', quota: 100_000 });
  const [stranger, revoked] = [await newTeam(), await newTeam()];
  account = await newTeam();
  await revokeApiKey(service.database, revoked.keyId);
  const theirs = await thingsOf(stranger);
  Object.assign(ids, await thingsOf(account));
  const { agent_token: agentToken } = await account.client.sandboxes.create();
  facts = { key: account.key, agentToken, revokedKey: revoked.key, foreign: Object.values(theirs) };
});
afterAll(async () => {
  await service.stop();
  twin.close();
});

async function thingsOf({ client }: Account): Promise<typeof ids> {
  const { session_id } = await client.sandboxes.create();
  const { run_id } = await client.sandboxes.finalize(session_id, finalizeBody);
  const task = await client.tasks.create({ task_source: base64('# x') });
  return { sandboxes: (await client.sandboxes.create()).session_id, runs: run_id, tasks: task.id };
}

/** Everything the database holds, as one hash. */
async function dump(): Promise<string> {
  const tables = (await service.database.introspection.getTables()).map(({ name }) => name);
  const parts = tables.map(
    (table) =>
      sql`select ${table} || md5(coalesce(string_agg(r::text, '|' order by r::text), '')) as h from ${sql.table(table)} r`,
  );
  const { rows } = await sql<{ h: string }>`${sql.join(parts, sql` union all `)}`.execute(service.database);
  return rows.map(({ h }) => h).join();
}

interface Timed {
  answer: RawAnswer;
  ms: number;
  shown: string;
}

async function timed(operation: Operation, variant: Variant): Promise<Timed> {
  const kind = operation.path.startsWith('/runs') ? 'runs' : operation.path.startsWith('/tasks') ? 'tasks' : 'sandboxes';
  const { authorization = `Bearer ${account.key}`, body, headers } = variant;
  const method = variant.method ?? operation.method;
  let answer = {} as RawAnswer;
  const ms = await waitedMs(async () => {
    answer = await service.request(method, variant.path.replace('{id}', ids[kind]), {
      headers: { ...(authorization !== null && { authorization }), ...headers },
      ...(body !== undefined && method !== 'GET' && { body }),
    });
  });
  const shown = `${method} ${variant.path.slice(0, 100)} ${String(body).slice(0, 300)} → ${answer.status} ${answer.text.slice(0, 300)}`;
  if (answer.status >= 500) throw new Error(shown);
  if (answer.status >= 400 && !errorEnvelopeSchema.safeParse(answer.json).success) throw new Error(`no envelope: ${shown}`);
  return { answer, ms, shown };
}

/**
 * Sends alone what was slow among others, which may have waited for them or for a stalled disk: what hangs is slow then too,
 * and slow beside a plain request to the same service.
 */
async function expectNoHang(operation: Operation, variant: Variant): Promise<void> {
  const { ms, shown } = await timed(operation, variant);
  if (ms <= SLOW_MS) return;
  const plain = await waitedMs(() => account.client.sandboxes.get(ids.sandboxes));
  if (ms > HANG_RATIO * plain) throw new Error(`hangs, ${ms} ms where a plain request takes ${plain} ms: ${shown}`);
}

/** Sends them at once. @returns those that were refused. */
async function sendAll(operation: Operation, variants: Variant[]): Promise<Variant[]> {
  const sent = await Promise.all(variants.map((variant) => timed(operation, variant)));
  for (const [index, { ms }] of sent.entries()) if (ms > SLOW_MS) await expectNoHang(operation, variants[index]!);
  const answers = sent.map(({ answer }) => answer);
  const accepted = answers.some(({ status }) => status < 400);
  if (accepted && operation.id.startsWith('finalize')) ids.sandboxes = (await account.client.sandboxes.create()).session_id;
  return variants.filter((_, index) => answers[index]!.status >= 400);
}

test.each(operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const))(
  '%s never fails, hangs, leaves the envelope or writes on bad input',
  async (_name, operation) => {
    const all = [...variantsOf(operation, facts)];
    const step = isSecondSpelling(operation) ? Math.max(1, Math.floor(all.length / MIN_VARIANTS)) : 1;
    const several = all.filter((_, index) => index % step === 0);
    expect(several.length).toBeGreaterThanOrEqual(MIN_VARIANTS);
    const variants = shareOf(several, SHARE, kindOf);
    let refusals = 0;
    for (let at = 0; at < variants.length; at += BATCH) {
      let before = await dump();
      const batch = variants.slice(at, at + BATCH);
      const refused = await sendAll(operation, batch);
      refusals += refused.length;
      if ((await dump()) === before) continue;
      // Some of the batch were good requests after all, and wrote: the others must not have.
      expect(refused.length).toBeLessThan(batch.length);
      before = await dump();
      await sendAll(operation, refused);
      expect(await dump()).toBe(before);
    }
    // Operations that anyone may call and that take nothing have little to refuse.
    if (operation.guarded && step === 1) expect(refusals).toBeGreaterThanOrEqual((isWhole ? MIN_VARIANTS : SHARE) / 2);
  },
  300_000,
);
