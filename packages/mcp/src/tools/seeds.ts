import { seedSchema, twinListSchema, validateSeedResponseSchema } from '@svc/contract';
import { z } from 'zod';
import { defineTool, READS } from '../tool.ts';

export const validateSeed = defineTool({
  name: 'validate_seed',
  title: 'Check a starting world',
  description:
    "Checks with the twins' own parsers whether a world would boot, and names every fault with its path. Starts nothing and costs nothing. A seed replaces the default world; github, slack and stripe drop keys that they don't know, so look at get_state after the start.",
  input: z.strictObject({
    twins: twinListSchema.describe('The twins that the world is for.'),
    seed: seedSchema.describe('Flat for one twin, an object keyed by twin id for several.'),
  }),
  output: validateSeedResponseSchema,
  annotations: READS,
  run: ({ client }, input) => client.seeds.validate(input),
});
