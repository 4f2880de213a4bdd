import type { SeedDefinition } from '@svc/twin-kit';
import { loadAccounts } from './seed/accounts.ts';
import { loadChannels } from './seed/channels.ts';
import { defaultSeed } from './seed/default-seed.ts';
import { loadCanvases, loadFiles, loadUsergroups, placeFiles } from './seed/others.ts';
import { type Seed, seedSchema } from './seed/schema.ts';
import type { SlackCollections } from './world.ts';

/** The world a Slack twin starts from; the document's shape is in the package's README. */
export const seed: SeedDefinition<SlackCollections, Seed> = {
  schema: seedSchema,
  defaultSeed,
  load(context, document) {
    const accounts = loadAccounts(context, document);
    loadFiles(context, document, accounts.viewer.id);
    loadChannels(context, document, accounts);
    placeFiles(context);
    loadUsergroups(context, document);
    loadCanvases(context, document);
  },
};
