// What others know of the twin without its code: what makes types for a package reads this alone.
import type { PublicState } from '@svc/twin-kit';
import type { collections } from './world.ts';

export type { SeedInput as LinearSeed } from './seed/schema.ts';

/** The records of each collection, as `/_svc/state` gives them. */
export type LinearState = PublicState<typeof collections>;
