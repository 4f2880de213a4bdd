// Writes the scenario of each world anew: `node examples/worlds/make.ts`. The same every time.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { markdownOf } from './lib/world.ts';
import { worlds } from './lib/worlds.ts';

for (const world of worlds) {
  const folder = join(import.meta.dirname, world.name);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'scenario.md'), markdownOf(world));
}
