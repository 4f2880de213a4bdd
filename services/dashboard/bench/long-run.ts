import { Agent, request } from 'node:http';
import { SEED, type Service } from '../test/service.ts';

const AT_ONCE = 16;

/** A run whose agent listed issues and opened one now and then. */
export async function makeRun({ client }: Pick<Service, 'client'>, calls: number): Promise<string> {
  const { session_id, per_twin, agent_token } = await client.sandboxes.create({ twins: ['github'], seed: SEED });
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const issues = `${per_twin.github?.api_url}/repos/acme/shop/issues`;
  const call = (at: number): Promise<void> => {
    const writes = at % 50 === 0;
    const body = writes ? JSON.stringify({ title: `Issue of call ${at}` }) : undefined;
    return new Promise((resolve, reject) => {
      const outgoing = request(
        writes ? issues : `${issues}/${at % 3 === 0 ? 999_999 : 1}`,
        {
          agent,
          method: writes ? 'POST' : 'GET',
          headers: { authorization: `Bearer ${agent_token}`, 'content-type': 'application/json' },
        },
        (answer) => answer.resume().once('end', () => resolve()),
      );
      outgoing.once('error', reject);
      outgoing.end(body);
    });
  };
  let next = 0;
  const work = async () => {
    while (next < calls) await call(next++);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  agent.destroy();
  const { run_id } = await client.sandboxes.finalize(session_id, {
    criteria: [{ id: 'c1', text: 'Issue #1 in acme/shop is open.', kind: 'code', always_scored: true }],
    stop_reason: 'finished',
    exit_code: 0,
    duration_ms: 60_000,
    agent_model: 'scripted',
    source: 'twin-pull',
  });
  return run_id;
}
