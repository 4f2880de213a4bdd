import { defineTwin } from '@svc/twin-kit';
import { itemChecks } from './checks/items.ts';
import { errors } from './errors.ts';
import { faults } from './faults.ts';
import { itemOperations } from './routes/items.ts';
import { defaultSeed, loadSeed, seedSchema } from './seed.ts';
import { tools } from './tools/index.ts';
import { collections } from './world.ts';

export type { SampleSeed } from './seed.ts';
export type { SampleState } from './world.ts';

/** Largest request body, in bytes. */
const BODY_LIMIT = 1 << 20;

export const sample = defineTwin({
  id: 'sample',
  title: 'Sample',
  collections,
  seed: { schema: seedSchema, defaultSeed, load: loadSeed },
  operations: itemOperations,
  tools,
  checks: itemChecks,
  errors,
  faults,
  // What the vendor documents and this twin doesn't do: a loud 501 instead of a wrong answer.
  documented: ['DELETE /items/{id}'],
  bodies: 'json',
  bodyLimit: BODY_LIMIT,
  credential: (ids) => ({ token: `sample_${ids.text(24)}`, header: 'Authorization', scheme: 'Bearer' }),
});
