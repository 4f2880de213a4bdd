// The careless agents of all examples as one command: a run is not told its scenario's name, but its task says which it is.
import '../preflight.ts';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { task } from '../task.ts';
import { examples } from './expected.ts';
import { root } from './runs.ts';

const example = examples.find(({ name }) => readFileSync(join(root, name, 'scenario.md'), 'utf8').includes(task));
if (!example) throw new Error('No example has this task.');
await import(`../${example.name}/careless-agent.ts`);
