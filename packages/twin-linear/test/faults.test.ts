import { describe, expect, test } from '@jest/globals';
import { AuthenticationLinearError, InternalLinearError, LinearClient, RatelimitedLinearError } from '@linear/sdk';
import { assignFaults, type Fault } from '@svc/twin-kit';
import { served } from '@svc/twin-kit/testing';
import { linear } from '../src/index.ts';

// docs: Linear, "Rate limiting" and "Handling errors"; the client repeats nothing by itself

async function faulty(...faults: Fault[]) {
  const twin = await served(linear, { faults });
  const client = new LinearClient({ apiKey: twin.token, apiUrl: `${twin.url}/graphql` });
  const comments = async () => (await twin.state()).comments?.filter(({ body }) => body === 'Once, please').length;
  const comment = () => client.createComment({ issueId: 'ENG-1', body: 'Once, please' });
  return { ...twin, client, comment, comments };
}

const thrownBy = (call: Promise<unknown>): Promise<unknown> =>
  call.then(
    () => undefined,
    (error: unknown) => error,
  );
const create: Pick<Fault, 'operation' | 'nth'> = { operation: 'commentCreate', nth: 1 };

describe("Linear's client", () => {
  test.each(['requests', 'complexity'] as const)(
    'reads from a limit of %s how much there was, and until when',
    async (budget) => {
      const kind = budget === 'requests' ? 'rate_limit' : 'complexity_limit';
      await using twin = await faulty({ ...create, kind, retry_after: 2 });
      const error = (await thrownBy(twin.comment())) as RatelimitedLinearError;
      expect(error).toBeInstanceOf(RatelimitedLinearError);
      expect(error).toMatchObject({ type: 'Ratelimited', retryAfter: 2, [`${budget}Remaining`]: 0 });
      expect(error[`${budget}Limit`]).toBeGreaterThan(0);
      expect(error[`${budget}ResetAt`]).toBeGreaterThan(Date.now());
      const [row] = await twin.events();
      expect(row).toMatchObject({
        status: 400,
        tool: 'create_comment',
        response_body: { errors: [{ extensions: { code: 'RATELIMITED' } }] },
      });
      await twin.comment();
      expect(await twin.comments()).toBe(1);
    },
  );

  test('tells a failure of Linear, and an expired key', async () => {
    await using twin = await faulty({ ...create, kind: 'server_error' }, { operation: 'viewer', kind: 'expired_token' });
    expect(await thrownBy(twin.comment())).toBeInstanceOf(InternalLinearError);
    expect(await thrownBy(Promise.resolve(twin.client.viewer))).toBeInstanceOf(AuthenticationLinearError);
    expect(await twin.comments()).toBe(0);
  });

  test('gives up on a lost answer; a caller that asks again doubles the comment', async () => {
    await using twin = await faulty({ ...create, kind: 'lost_after_write' });
    expect(await thrownBy(twin.comment())).toBeInstanceOf(Error);
    expect(await twin.comments()).toBe(1);
    await twin.comment();
    expect(await twin.comments()).toBe(2);
  });

  test('waits for a slow answer, and is told of a call that never arrived', async () => {
    await using twin = await faulty(
      { ...create, kind: 'slow', delay_ms: 300 },
      { operation: 'commentCreate', nth: 2, kind: 'lost_before_write' },
    );
    const begun = performance.now();
    await twin.comment();
    expect(performance.now() - begun).toBeGreaterThan(290);
    expect(await thrownBy(twin.comment())).toBeInstanceOf(Error);
    expect(await twin.comments()).toBe(1);
  });

  test('does not see in a stale list the comment that it has just made', async () => {
    await using twin = await faulty({ operation: 'comments', nth: 1, kind: 'stale_list' });
    await twin.comment();
    const bodies = async () => (await twin.client.comments()).nodes.map(({ body }) => body);
    expect(await bodies()).not.toContain('Once, please');
    expect(await bodies()).toContain('Once, please');
  });
});

test('a document meets the fault of any of its fields, and fails as a whole', async () => {
  await using twin = await faulty({ operation: 'issueUpdate', nth: 1, kind: 'server_error' });
  const query = `mutation {
    commentCreate(input: { issueId: "ENG-1", body: "Once, please" }) { success }
    issueUpdate(id: "ENG-1", input: { title: "Other" }) { success }
  }`;
  const headers = { 'content-type': 'application/json' };
  expect((await twin.call('POST', '/graphql', { query }, headers)).status).toBe(500);
  expect(await twin.comments()).toBe(0);
  expect((await twin.call('POST', '/graphql', { query }, headers)).status).toBe(200);
});

test('a field that Linear does not have is refused with those that are near', async () => {
  const assigned = await assignFaults(new Map([['linear', linear]]), [{ operation: 'issueMake', kind: 'slow', delay_ms: 1 }]);
  expect(assigned).toMatchObject({
    ok: false,
    issues: [
      {
        path: 'faults[0].operation',
        message: expect.stringMatching(/^the Linear twin models no such operation; of its \d+ the nearest are .*\bissueCreate\b/),
      },
    ],
  });
});
