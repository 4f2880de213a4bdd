import type { SeedContext } from '@svc/twin-kit';
import { z } from 'zod';
import type { SampleCollections } from './world.ts';

export const seedSchema = z.strictObject({
  items: z.array(z.strictObject({ title: z.string().min(1), done: z.boolean().default(false) })).default([]),
});
export type SampleSeed = z.output<typeof seedSchema>;

/** The default world. */
export const defaultSeed: z.input<typeof seedSchema> = { items: [{ title: 'Welcome' }] };

export function loadSeed({ world, ids, now }: SeedContext<SampleCollections>, seed: SampleSeed): void {
  for (const { title, done } of seed.items) world.items.insert({ id: ids.next('item'), title, done, created: now });
}
