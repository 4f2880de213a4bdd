import type { SeedDefinition } from '@svc/twin-kit';
import { load } from './seed/load.ts';
import { type Seed, seedSchema } from './seed/schema.ts';
import { unusedFields } from './seed/unused.ts';
import type { StripeCollections } from './world.ts';

/** The world a Stripe twin starts from; the document's shape is in the package's README. The default world is empty. */
export const seed: SeedDefinition<StripeCollections, Seed> = {
  schema: seedSchema,
  defaultSeed: {},
  unused: unusedFields,
  load,
};
