import type { ActivityLog, RouteTable } from '@svc/platform';
import { type Decision, decide } from './decision.ts';
import type { Location } from './location.ts';
import type { Metrics } from './metrics.ts';

export interface GateOptions {
  routes: Pick<RouteTable, 'find' | 'known'>;
  activity: Pick<ActivityLog, 'touch'>;
  clock: { now(): Date };
  metrics: Metrics;
}

/** What every request is asked before it passes, by whichever way it was read and will be sent. */
export class Gate {
  readonly #options: GateOptions;

  constructor(options: GateOptions) {
    this.#options = options;
  }

  /**
   * @param location where the request wants to go, see `locate`
   * @param presented digests of the tokens that the caller presents
   * @returns a promise only where the sandbox's route has to be asked for
   */
  decide(location: Location | undefined, presented: readonly Buffer[]): Decision | Promise<Decision> {
    const { routes, clock } = this.#options;
    if (!location) return decide(undefined, undefined, presented, 0);
    const known = routes.known(location.sessionId);
    if (known) return decide(location, known, presented, clock.now().getTime());
    return routes.find(location.sessionId).then((route) => decide(location, route, presented, clock.now().getTime()));
  }

  /** Notes down that a request passes. */
  passed(sessionId: string, how: 'forwarded' | 'upgraded'): void {
    this.#options.metrics[how] += 1;
    this.#options.activity.touch(sessionId, this.#options.clock.now().getTime());
  }

  /** Notes down that one doesn't. */
  refused(): void {
    this.#options.metrics.refused += 1;
  }
}
