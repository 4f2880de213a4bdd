import type { Fault, StandingFault } from '@svc/contract/faults';
import type { HandledCall, IncomingCall, VendorCall } from '../calls.ts';
import type { TwinDefinition } from '../definition.ts';
import { belowPrefix, OperationRouter } from '../http/router.ts';
import type { Journal } from '../tape/journal.ts';
import { withFaults } from '../tape/journal-writer.ts';
import type { Universe, Write } from '../universe.ts';
import type { WorldSpec } from '../world/collection.ts';
import { selectable } from './asked.ts';
import { Past } from './past.ts';
import { type Refusal, refusalOf } from './refusal.ts';
import type { StandingFaults, Strike } from './standing.ts';

interface FaultyWorld {
  definition: TwinDefinition<WorldSpec, unknown>;
  journal: Journal;
  universe: Universe<WorldSpec>;
  standing: StandingFaults;
  /** The world as its journal began. */
  begin(): Universe<WorldSpec>;
}

/** What calls of one world fail on request. */
export class Faults {
  /** Calls pass by here only where some stand. */
  readonly standing: StandingFaults;
  /** The world that the call of this turn is carried out on, where that isn't the present one. */
  elsewhere: Universe<WorldSpec> | undefined;
  readonly #of: FaultyWorld;
  readonly #past: Past;

  constructor(world: FaultyWorld) {
    this.#of = world;
    this.standing = world.standing;
    const { journal, universe, begin } = world;
    const writes = (onWrite: (write: Write) => void) => journal.writes(journal.rows, onWrite);
    this.#past = new Past({ begin, writes, written: () => universe.clock.writes });
  }

  /** Those that stand, with what came of them. */
  list(): StandingFault[] {
    return this.#of.standing.standing(this.#of.definition.id);
  }

  /** Puts these in the place of all that stand. @throws where there is no room to keep that */
  set(faults: readonly Fault[]): void {
    const { journal, standing } = this.#of;
    journal.note(withFaults(undefined, standing.next(faults)));
    standing.set(faults);
  }

  /**
   * Holds a call against those that stand, and notes with it what they have to say.
   *
   * @returns what it gets instead of being carried out, where that is so
   */
  meet(call: IncomingCall): Refusal | undefined {
    const { definition } = this.#of;
    const strike = this.#strike(call);
    if (!strike) return undefined;
    call.strike = strike;
    return strike.fault && refusalOf(definition, strike.fault);
  }

  #strike(call: IncomingCall): Strike | undefined {
    const { definition, standing } = this.#of;
    const path = belowPrefix(definition.prefixes, call.path);
    const asked = selectable(definition, call, path, OperationRouter.of(definition).find(call.method, path));
    return asked && standing.strike(asked, definition.id);
  }

  /** What a call waits for before it is carried out: the world as it was, where that is what its fault has it see. */
  ready(strike: Strike): Promise<void> | undefined {
    if (strike.fault?.kind !== 'stale_list') return undefined;
    return this.#past.before(strike.fault.writes ?? 1).then((past) => {
      strike.past = past;
    });
  }

  /** Carries a call out, on the world that its fault has it see. */
  under(strike: Strike, carryOut: VendorCall): HandledCall {
    if (!strike.past) return carryOut();
    this.elsewhere = strike.past;
    try {
      const handled = carryOut();
      const actions = strike.past.store.takeActions();
      return actions ? { ...handled, actions } : handled;
    } finally {
      this.elsewhere = undefined;
    }
  }
}
