import { ok } from '../../http/answer.ts';
import type { Handler } from '../../http/call.ts';
import { checkWorlds, droppedOf, loadAvailable, requireKnown, splitSeed } from '../../seeds/worlds.ts';

export const validateSeed: Handler<'validateSeed'> = async (service, { body: { twins, seed } }) => {
  requireKnown(service.twins, twins);
  const worlds = splitSeed(twins, seed);
  const loaded = await loadAvailable(service.twins, twins);
  checkWorlds(loaded, worlds);
  const dropped = droppedOf(loaded, worlds);
  return ok({
    valid: true,
    checked: twins.filter((twin) => loaded.has(twin)),
    unchecked: twins.filter((twin) => !loaded.has(twin)),
    ...(dropped.length > 0 && { dropped }),
  });
};
