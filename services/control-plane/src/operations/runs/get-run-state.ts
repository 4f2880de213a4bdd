import type { StateDownload } from '@svc/contract';
import { mintDownload, signIfPresent } from '../../evidence/downloads.ts';
import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { findRun } from '../../runs/find.ts';
import type { Service } from '../../service.ts';

export const getRunState: Handler<'getRunState'> = async (service, { id, teamId }) => {
  const run = await findRun(service, teamId, id);
  const answer: StateDownload = await mintDownload(service, 'state_final.json', run.state_s3_key);
  const keys = Object.entries(run.state_keys);
  if (keys.length > 1) answer.per_twin = await readableOnes(service, keys);
  return ok(answer);
};

/** Twins whose blob is gone are left out. */
async function readableOnes(service: Service, keys: readonly [string, string][]) {
  const signed = await Promise.all(
    keys.map(async ([twin, key]) => [twin, { key, url: await signIfPresent(service, key) }] as const),
  );
  return Object.fromEntries(signed.flatMap(([twin, { key, url }]) => (url === undefined ? [] : [[twin, { key, url }] as const])));
}
