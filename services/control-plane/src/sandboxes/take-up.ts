import { eachInTurn, RuntimeUnavailable, storeTwins, type TakenUp } from '@svc/platform';
import type { Service } from '../service.ts';
import { closeFailed } from './close.ts';
import { publishRoute, sealed } from './provision.ts';
import type { SandboxRecord } from './view.ts';

/** A sandbox that lost twins of which there are copies on other hosts, and what it fails of where those don't come back. */
export interface Lost {
  sessionId: string;
  reason: string;
}

/** Most of it is waiting for containers, on many hosts. */
const AT_ONCE = 16;
/** A sandbox whose twins haven't come back for this long is failed, in milliseconds. */
const PATIENCE_MS = 60_000;

/** Has the twins of lost hosts run where copies of them are kept; sandboxes whose don't are failed. */
export class TakingUp {
  readonly #since = new Map<string, number>();
  #isUnderWay = false;

  /** Nobody waits for it: who looks after the hosts has to see the next one that is lost. */
  begin(service: Service, lost: readonly Lost[]): void {
    if (this.#isUnderWay || lost.length === 0) return;
    this.#isUnderWay = true;
    const known = new Set(lost.map(({ sessionId }) => sessionId));
    for (const sessionId of this.#since.keys()) if (!known.has(sessionId)) this.#since.delete(sessionId);
    service.background.run('bring lost twins back', async () => {
      try {
        await eachInTurn(AT_ONCE, lost, (one) => this.#one(service, one));
      } finally {
        this.#isUnderWay = false;
      }
    });
  }

  async #one(service: Service, { sessionId, reason }: Lost): Promise<void> {
    const { database, runtime, clock, log } = service;
    const since = this.#since.get(sessionId) ?? clock.now().getTime();
    this.#since.set(sessionId, since);
    const sandbox = await database.selectFrom('sandboxes').selectAll().where('id', '=', sessionId).executeTakeFirst();
    // One that was still being started has nothing yet that is worth to come back.
    if (!sandbox || !isRunning(sandbox)) return closeFailed(service, sessionId, reason);
    try {
      const taken = await runtime.takeUpLost?.(sessionId, sandbox.expires_at);
      if (taken) await settle(service, sandbox, taken);
    } catch (error) {
      log.warn({ err: error, session: sessionId }, 'twins of a lost host did not come back');
      const isOver = error instanceof RuntimeUnavailable || clock.now().getTime() - since > PATIENCE_MS;
      if (isOver) await closeFailed(service, sessionId, reason);
    }
  }
}

const isRunning = ({ state }: Pick<SandboxRecord, 'state'>): boolean => state === 'ready' || state === 'running';

/** All at once: where its twins are, for who reads them and for who calls them, and that they came back. */
async function settle(service: Service, sandbox: SandboxRecord, taken: TakenUp): Promise<void> {
  await service.database.transaction().execute(async (trx) => {
    const now = await trx
      .selectFrom('sandboxes')
      .select(['state', 'recovered'])
      .where('id', '=', sandbox.id)
      .forUpdate()
      .executeTakeFirst();
    if (!now || !isRunning(now) || !(await taken.settle(trx))) return;
    await storeTwins(trx, sealed(service, sandbox.id, taken.addresses)).execute();
    const recovered = JSON.stringify([...(now.recovered ?? []), ...taken.recovered]);
    await trx.updateTable('sandboxes').set({ recovered }).where('id', '=', sandbox.id).execute();
    const twins = await trx.selectFrom('sandbox_twins').select(['twin', 'url']).where('sandbox_id', '=', sandbox.id).execute();
    // Before it is closed by anybody, who waits for this; a route that can't be published is no reason to keep the rest.
    await publishRoute(service, sandbox, twins);
  });
}
