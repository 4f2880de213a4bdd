import type { SeedDefinition } from '@svc/twin-kit';
import { account, loadAccounts } from './seed/accounts.ts';
import { loadAdvisory } from './seed/alerts.ts';
import { loadApp } from './seed/apps.ts';
import { defaultSeed } from './seed/default-seed.ts';
import { loadPerson } from './seed/people.ts';
import { loadGist } from './seed/places.ts';
import { loadProjects } from './seed/projects.ts';
import { loadRepository } from './seed/repositories.ts';
import { type Seed, seedSchema } from './seed/schema.ts';
import { loadSettings } from './seed/settings.ts';
import { unusedFields } from './seed/unused.ts';
import type { GithubCollections } from './world.ts';

/** The world a GitHub twin starts from; the document's shape is in the package's README. */
export const seed: SeedDefinition<GithubCollections, Seed> = {
  schema: seedSchema,
  defaultSeed,
  unused: unusedFields,
  sources: {
    dir: async (path) => (await import('./seed/from-repository.ts')).seedOfFolder(path),
    bundle: async (path) => (await import('./seed/from-repository.ts')).seedOfBundle(path),
  },
  load(context, document) {
    loadAccounts(context, document);
    for (const user of document.users) loadPerson(context, user);
    for (const advisory of document.advisories) loadAdvisory(context, advisory);
    for (const repository of document.repositories) loadRepository(context, repository);
    for (const user of document.users)
      if (user.type === 'Organization') loadSettings(context, { organization_id: account(context, user.login).id }, user);
    for (const gist of document.gists) loadGist(context, gist);
    loadProjects(context, document.projects);
    for (const app of document.apps) loadApp(context, app);
  },
};
