import { BoundedMap } from '@svc/twin-kit';
import type { Principal } from './api-keys.ts';
import { sha256Hex } from './compare.ts';

/**
 * A caller as an earlier call found it. Nobody hears of what is done for it before the database has confirmed that its key still opens
 * its team, and that the team is as it was.
 */
export interface KnownCaller {
  readonly principal: Principal;
  isConfirmed: boolean;
}

/** More keys than call a service within minutes. */
const MOST = 1_000;

/** Callers whom a statement that writes for them can confirm, so that nothing need be asked before it. */
export class KnownCallers {
  readonly #principals = new BoundedMap<string, Principal>(MOST);

  find(bearer: string): KnownCaller | undefined {
    const principal = this.#principals.get(sha256Hex(bearer));
    return principal && { principal, isConfirmed: false };
  }

  /** Of calls that end together the one that counted the most sandboxes is right: a team that is taken for fuller is looked up anew. */
  keep(bearer: string, principal: Principal): void {
    const key = sha256Hex(bearer);
    const { team } = principal;
    team.openSandboxes = Math.max(team.openSandboxes, this.#principals.get(key)?.team.openSandboxes ?? 0);
    this.#principals.set(key, principal);
  }

  forget(bearer: string): void {
    this.#principals.delete(sha256Hex(bearer));
  }
}
