import type { StateDownload } from '@svc/contract';
import { stateText } from '@svc/twin-kit';
import { mintDownload, signIfPresent } from '../../evidence/downloads.ts';
import { type Answer, ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { invalidField } from '../../http/validate.ts';
import { findRun, type StoredRun } from '../../runs/find.ts';
import { loadAll } from '../../seeds/worlds.ts';
import type { Service } from '../../service.ts';
import { worldAnswer } from '../../worlds/answer.ts';
import { pastState } from '../../worlds/stored.ts';

export const getRunState: Handler<'getRunState'> = async (service, { id, teamId, query }) => {
  const run = await findRun(service, teamId, id);
  if (query.step !== undefined) return stateAt(service, run, query.step, query.twin);
  const answer: StateDownload = await mintDownload(service, 'state_final.json', run.state_s3_key);
  const keys = Object.entries(run.state_keys);
  if (keys.length > 1) answer.per_twin = await readableOnes(service, keys);
  return ok(answer);
};

async function stateAt(service: Service, run: StoredRun, step: number, asked: string | undefined): Promise<Answer> {
  const { twins = [] } = run.record as { twins?: string[] };
  const twin = asked ?? (twins[0] as string);
  if (!twins.includes(twin)) throw invalidField('twin', 'is not a twin of the run', 'unknown_twin');
  const loaded = (await loadAll(service.twins, [twin])).values().next();
  const { state, row } = await pastState(service, run, loaded.value as NonNullable<typeof loaded.value>, step);
  return worldAnswer({ twin, step, row }, stateText(state));
}

/** Twins whose blob is gone are left out. */
async function readableOnes(service: Service, keys: readonly [string, string][]) {
  const signed = await Promise.all(
    keys.map(async ([twin, key]) => [twin, { key, url: await signIfPresent(service, key) }] as const),
  );
  return Object.fromEntries(signed.flatMap(([twin, { key, url }]) => (url === undefined ? [] : [[twin, { key, url }] as const])));
}
