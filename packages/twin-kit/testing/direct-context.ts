import type { Context } from '../src/definition.ts';
import type { TwinRequest } from '../src/http/request.ts';
import type { Universe } from '../src/universe.ts';
import type { WorldSpec } from '../src/world/collection.ts';

const BASE = 'http://twin.test';

/** Where a twin stands that nobody reaches by a socket. */
export const DIRECT_LINKS = {
  base: BASE,
  to: (path: string): string => BASE + path,
  signed: (path: string): string => BASE + path,
  unsigned: (text: string): string => text,
};

/** What an action works with when its operation is called in this process. */
export function directContext({ store, ids }: Universe<WorldSpec>, request: TwinRequest): Context<WorldSpec> {
  return {
    world: store.world,
    now: request.now,
    ids,
    links: DIRECT_LINKS,
    requestId: request.requestId,
    caller: request.caller,
    savepoint: (part) => store.savepoint(part),
    action: (tool, work) => store.action(tool, work),
    refuseAction: (tool) => store.refuseAction(tool),
    ignore: (names) => {
      request.ignored = [...(request.ignored ?? []), ...names];
    },
    lend: (credential) => credential,
    delivered: () => 0,
  };
}
