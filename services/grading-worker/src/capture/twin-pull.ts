import type { Database, Sealer } from '@svc/platform';
import type { Kysely } from 'kysely';
import { CaptureIncomplete } from '../failures.ts';
import type { SandboxRow } from '../job.ts';
import type { TwinConnections } from './connections.ts';
import type { Evidence, Snapshots } from './evidence.ts';
import { mergeTapes } from './tape.ts';
import { TwinClient } from './twin-client.ts';

export interface TwinPullDependencies {
  database: Kysely<Database>;
  sealer: Sealer;
  connections: TwinConnections;
}

/** The sandbox's twins in its order, the primary first. */
export async function twinClients(dependencies: TwinPullDependencies, sandbox: SandboxRow): Promise<TwinClient[]> {
  const { database, sealer, connections } = dependencies;
  const rows = await database.selectFrom('sandbox_twins').selectAll().where('sandbox_id', '=', sandbox.id).execute();
  return sandbox.twins.flatMap((twin) => {
    const row = rows.find((candidate) => candidate.twin === twin);
    if (!row) return [];
    const controlToken = sealer.open(row.control_token_sealed, sandbox.id);
    return [new TwinClient({ dispatcher: connections.to(row.url), twin, url: row.url, sessionId: sandbox.id, controlToken })];
  });
}

/**
 * Reads tape and worlds off the live twins, sealed so that they hold still. They stay sealed: grading closes the sandbox.
 *
 * @throws CaptureIncomplete when a twin is gone or none was ever called, TwinUnreachable when one doesn't answer
 */
export async function pullFromTwins(clients: readonly TwinClient[], sandbox: SandboxRow): Promise<Evidence> {
  if (clients.length === 0 || clients.length < sandbox.twins.length) throw new CaptureIncomplete('The twins are gone.');
  const counts = await Promise.all(clients.map((client) => client.seal()));
  const inherited = clients.map(({ twin }) => sandbox.parent?.rows[twin] ?? 0);
  if (counts.every((rows, index) => rows === inherited[index]))
    throw new CaptureIncomplete('The tape is empty: no twin of the sandbox was called.');
  const states = new Map<string, Snapshots>();
  for (const [index, client] of clients.entries()) {
    const start = inherited[index] as number;
    const [initial, seed] = await Promise.all([client.stateAt(start), sandbox.parent && client.stateAt(0)]);
    const final = client.finalState(Object.keys(initial));
    // A tape that breaks off is told of first, and then nobody waits for this.
    final.catch(() => {});
    states.set(client.twin, { initial, final, ...(seed && { seed }) });
  }
  const tapes = clients.map((client, index) => client.tape(counts[index]!));
  return { states, tape: tapes.length === 1 ? tapes[0]! : mergeTapes(tapes) };
}

/** Lets agents go on. A twin that doesn't hear it is left to the reaper with its sandbox. */
export async function unseal(clients: readonly TwinClient[]): Promise<void> {
  await Promise.allSettled(clients.map((client) => client.unseal()));
}
