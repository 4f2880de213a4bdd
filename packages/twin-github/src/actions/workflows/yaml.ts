import type * as Yaml from 'yaml';
import type { GithubWorld } from '../../world.ts';

type Loaded = Pick<typeof Yaml, 'parseDocument'>;

let yaml: Loaded | undefined;

/** The parser of workflow files, which a world without them doesn't need. Undefined before the first call that has to do with them. */
export const loadedYaml = (): Loaded | undefined => yaml;

export async function loadYaml(): Promise<void> {
  yaml ??= await import('yaml');
}

const NAME = 'workflows';

/** Worlds that had none when they were looked through; what comes later names them. */
const without = new WeakSet<GithubWorld>();

/** Does any tree have such a folder, on whatever branch, or is there a pack that nobody looked into? */
function mayHaveFolder(world: GithubWorld): boolean {
  if (without.has(world)) return false;
  if (world.packs.size > 0) return true;
  for (const { entries } of world.trees.values()) if (entries.some(({ path }) => path === NAME)) return true;
  without.add(world);
  return false;
}

/** Loads the parser for a call that may need it: one that names a folder of workflows, or any on a world that has some. */
export function yamlFor(call: { path: string; body: Buffer }, world: GithubWorld): Promise<void> | undefined {
  if (yaml) return undefined;
  const isNeeded = world.workflows.size > 0 || call.path.includes(NAME) || call.body.includes(NAME) || mayHaveFolder(world);
  return isNeeded ? loadYaml() : undefined;
}
