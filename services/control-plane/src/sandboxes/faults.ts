import { type Fault, type Faults, faultsSchema, ServiceError } from '@svc/contract';
import { callTwin } from '@svc/platform';
import { assignFaults, type Twin } from '@svc/twin-kit';
import { invalidFields } from '../http/validate.ts';
import type { Service } from '../service.ts';

/** How long a twin may take to answer, in milliseconds: it may be coming back from its journal. */
const PATIENCE_MS = 10_000;
const OK = 200;

export type FaultsByTwin = ReadonlyMap<string, readonly Fault[]>;

/** @throws ServiceError 422 that names what there is instead. */
export async function readFaults(twins: ReadonlyMap<string, Twin>, faults: readonly Fault[]): Promise<FaultsByTwin> {
  if (faults.length === 0) return new Map();
  const assigned = await assignFaults(twins, faults);
  if (!assigned.ok) throw invalidFields(assigned.issues);
  return assigned.byTwin;
}

/** The faults of a running sandbox's twins. */
export const standingFaults = (service: Service, sandboxId: string): Promise<Faults> =>
  ofTwins(service, sandboxId, () => ({ method: 'GET' }));

/** Puts these in the place of all that stand. */
export const putFaults = (service: Service, sandboxId: string, byTwin: FaultsByTwin): Promise<Faults> =>
  ofTwins(service, sandboxId, (twin) => ({ method: 'PUT', body: { faults: byTwin.get(twin) ?? [] } }));

async function ofTwins(
  { database, sealer }: Service,
  sandboxId: string,
  asked: (twin: string) => { method: 'GET' | 'PUT'; body?: unknown },
): Promise<Faults> {
  const rows = await database
    .selectFrom('sandbox_twins')
    .selectAll()
    .where('sandbox_id', '=', sandboxId)
    .orderBy('twin')
    .execute();
  const answers = await Promise.all(
    rows.map(({ twin, url, control_token_sealed: sealed }) =>
      ask(url, { ...asked(twin), path: '/_svc/control/faults', controlToken: sealer.open(sealed, sandboxId) }),
    ),
  );
  return { faults: answers.flatMap(({ faults }) => faults) };
}

async function ask(
  url: string,
  call: { method: 'GET' | 'PUT'; path: string; controlToken: string; body?: unknown },
): Promise<Faults> {
  try {
    const { status, text } = await callTwin(url, { ...call, signal: AbortSignal.timeout(PATIENCE_MS) });
    if (status !== OK) throw new Error(`the twin answered ${status}: ${text.slice(0, 500)}`);
    return faultsSchema.parse(JSON.parse(text));
  } catch (cause) {
    throw new ServiceError('downstream_unavailable', { message: 'A twin of this sandbox does not answer. Retry.', cause });
  }
}
