import type { SeedDefinition } from '@svc/twin-kit';
import { defaultSeed } from './seed/default-seed.ts';
import { loadSeed } from './seed/load.ts';
import { type Seed, seedSchema } from './seed/schema.ts';
import type { GmailCollections } from './world.ts';

/** The world a Gmail twin starts from; the document's shape is in the package's README. */
export const seed: SeedDefinition<GmailCollections, Seed> = { schema: seedSchema, defaultSeed, load: loadSeed };
