import type { RecoveredTwin } from '@svc/contract';
import {
  type HostReport,
  RuntimeUnavailable,
  type SandboxRuntime,
  type TakenUp,
  type TwinAddress,
  type TwinLaunch,
} from '@svc/platform';

/** Starts nothing and remembers everything. */
export class RecordingRuntime implements SandboxRuntime {
  readonly running = new Map<string, TwinLaunch[]>();
  readonly launches: TwinLaunch[] = [];
  /** Sessions that can't be brought back. */
  readonly lost = new Set<string>();
  failing = false;
  startsAtOnce = false;
  /** Whether it tells where twins will be before they start. */
  tellsAhead = false;
  /** Hears of each start before whoever asked for it. */
  onStarted: ((sessionId: string) => Promise<void>) | undefined;
  /** Where twins are said to listen; by default nothing does there. */
  twinsAt = 'http://127.0.0.1:9';
  /** Set to keep starts waiting. */
  gate: Promise<void> | undefined;
  /** The same for removals, as a host that doesn't answer does. */
  removalGate: Promise<void> | undefined;
  /** Sessions whose removal was asked for, each time. */
  readonly removals: string[] = [];

  async start(launches: readonly TwinLaunch[]): Promise<TwinAddress[]> {
    await this.gate;
    if (this.failing) throw new RuntimeUnavailable('the twin did not come up');
    this.launches.push(...launches);
    this.running.set(launches[0]!.sessionId, [...launches]);
    await this.onStarted?.(launches[0]!.sessionId);
    return launches.map(({ sessionId, twin }) => this.#address(sessionId, twin));
  }

  addressesOf(sessionId: string, twins: readonly string[]): TwinAddress[] | undefined {
    return this.tellsAhead ? twins.map((twin) => this.#address(sessionId, twin)) : undefined;
  }

  async stop(sessionId: string): Promise<void> {
    this.removals.push(sessionId);
    await this.removalGate;
    this.running.delete(sessionId);
  }

  async recover(sessionIds: readonly string[]): Promise<Map<string, TwinAddress[]>> {
    const known = sessionIds.filter((id) => this.running.has(id) && !this.lost.has(id));
    return new Map(known.map((id) => [id, this.running.get(id)!.map(({ twin }) => this.#address(id, twin))]));
  }

  /** What is seen of the hosts next. */
  readonly report: Required<HostReport> = { failed: [], moved: [], lost: [] };
  /** What comes back of a session that lost a twin; by default nothing is lost any more. */
  comesBack: (sessionId: string) => Promise<RecoveredTwin[] | undefined> = async () => undefined;
  /** Sessions that another process has had come back meanwhile. */
  readonly settled: string[] = [];
  readonly waitingForHosts: string[] = [];

  async lookAfter(): Promise<HostReport> {
    const { failed, moved, lost } = this.report;
    return { failed: failed.splice(0), moved: moved.splice(0), lost: lost.splice(0) };
  }

  async takeUpLost(sessionId: string): Promise<TakenUp | undefined> {
    const recovered = await this.comesBack(sessionId);
    if (!recovered) return undefined;
    const addresses = recovered.map(({ twin }) => ({ ...this.#address(sessionId, twin), url: `host://10.0.0.9:7443/${twin}` }));
    const settle = async (): Promise<boolean> => this.settled.includes(sessionId) === false && this.settled.push(sessionId) > 0;
    return { addresses, recovered, settle };
  }

  async awaited(): Promise<string[]> {
    return this.waitingForHosts;
  }

  async list(): Promise<string[]> {
    return [...this.running.keys()];
  }

  async close(): Promise<void> {}

  #address(sessionId: string, twin: string): TwinAddress {
    return { twin, url: `${this.twinsAt}/${twin}`, controlToken: controlTokenOf(sessionId, twin) };
  }
}

export const controlTokenOf = (sessionId: string, twin: string): string => `control-token-${twin}-${sessionId}`;
