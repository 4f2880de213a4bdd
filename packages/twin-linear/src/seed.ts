import type { SeedDefinition } from '@svc/twin-kit';
import { bookOf } from './seed/book.ts';
import { defaultSeed } from './seed/default-seed.ts';
import { loadIssues } from './seed/issues.ts';
import { Loading } from './seed/loading.ts';
import { loadPlanning } from './seed/planning.ts';
import { type Seed, seedSchema } from './seed/schema.ts';
import { loadWorkspace } from './seed/workspace.ts';
import type { LinearCollections } from './world.ts';

/** The world a Linear twin starts from; the document's shape is in the package's README. */
export const seed: SeedDefinition<LinearCollections, Seed> = {
  schema: seedSchema,
  defaultSeed,
  load(context, document) {
    const loading = new Loading(context, bookOf(document));
    loadWorkspace(loading);
    loadPlanning(loading);
    loadIssues(loading);
  },
};
