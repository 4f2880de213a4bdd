import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { chooseMirrors, isMirroring, moveToMirror } from '../../hosts/mirrors.ts';
import { type HostRecord, lostPlacements, type Placement, placementsOf } from '../../hosts/registry.ts';
import { type HostReport, RuntimeUnavailable, type TakenUp } from '../../ports.ts';
import { toAddress } from '../containers/host-twins.ts';
import { allOrNone } from '../containers/starting.ts';
import type { HostConnections } from './host-connections.ts';

/** What is done of a lost host's, or of those that lack a copy, in one round. */
const ROUND_SIZE = 500;

const EVERY_ONE = 1e9;

/** What becomes of the twins of lost hosts: those with a copy of their journal elsewhere may come back there. */
export class ComeBacks {
  readonly #database: Kysely<Database>;
  readonly #connections: HostConnections;

  constructor(database: Kysely<Database>, connections: HostConnections) {
    this.#database = database;
    this.#connections = connections;
  }

  /** Sees to it that there are copies, where hosts keep any. */
  async prepare(hosts: readonly HostRecord[]): Promise<void> {
    if (hosts.filter(isMirroring).length > 1) await chooseMirrors(this.#database, ROUND_SIZE);
  }

  /** Sandboxes that lost a twin: for good, or until it has come back. */
  async report(most = ROUND_SIZE): Promise<Required<Pick<HostReport, 'failed' | 'lost'>>> {
    const given = [...Map.groupBy(await lostPlacements(this.#database, most), ({ sessionId }) => sessionId).values()];
    return {
      failed: given.filter((own) => !mayComeBack(own)).map(told),
      lost: given.filter(mayComeBack).map(told),
    };
  }

  /** Sessions all of whose lost twins may come back. */
  async awaited(): Promise<string[]> {
    return (await this.report(EVERY_ONE)).lost.map(({ sessionId }) => sessionId);
  }

  async takeUp(sessionId: string, expiresAt: Date): Promise<TakenUp | undefined> {
    const lost = await this.#lostOf(sessionId);
    if (lost.length === 0) return undefined;
    try {
      return await this.#takeUp(lost, expiresAt);
    } catch (error) {
      // Another process may have been faster.
      if ((await this.#lostOf(sessionId)).length === 0) return undefined;
      throw error;
    }
  }

  async #takeUp(lost: readonly Placement[], expiresAt: Date): Promise<TakenUp> {
    const taken = mayComeBack(lost) && (await allOrNone(lost.map((placement) => this.#takeUpOne(placement, expiresAt))));
    if (!taken) throw new RuntimeUnavailable('There is no copy of it.');
    return {
      addresses: taken.map(({ instance }) => toAddress(instance)),
      recovered: taken.map(({ twin, host, at, calls }) => ({ twin, host, at, calls })),
      settle: async (database) => {
        for (const [at, placement] of lost.entries()) {
          if (await moveToMirror(database, placement)) continue;
          if (at === 0) return false;
          throw new Error('One of its twins was moved meanwhile.');
        }
        return true;
      },
    };
  }

  async #takeUpOne(placement: Placement, expiresAt: Date) {
    const { mirror, twin } = placement;
    const taken = mirror && (await this.#connections.with(mirror).twins.takeUp(placement, expiresAt));
    return taken && { ...taken, twin, host: mirror.name };
  }

  async #lostOf(sessionId: string): Promise<Placement[]> {
    return (await placementsOf(this.#database, [sessionId])).filter(({ host }) => host.lost);
  }
}

const mayComeBack = (lost: readonly Placement[]): boolean => lost.every(({ mirror }) => mirror !== undefined);

/** One without a copy is what it fails of. */
function told(lost: readonly Placement[]): { sessionId: string; reason: string } {
  const { sessionId, twin, host } = (lost.find(({ mirror }) => !mirror) ?? lost[0]) as Placement;
  return { sessionId, reason: `The host of its ${twin} twin, ${host.name}, was lost.` };
}
