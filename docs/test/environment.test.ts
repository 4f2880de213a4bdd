import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { twinIds } from '../../packages/twins/src/index.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Everything that is installed, built or typed; not what only tests and benchmarks read. */
const SOURCES = [
  'packages/*/{src,bin}/**/*.ts',
  'services/*/src/**/*.ts',
  'tools/*.{ts,mjs}',
  'docker/**/*.sh',
  'deploy/**/*.{sh,yaml}',
  'svc',
];
const NAME =
  /(?<![A-Z0-9_$])(?:(?:SVC|OTEL)_[A-Z0-9_]*[A-Z0-9]|GH_(?:CONFIG_DIR|TOKEN|NO_UPDATE_NOTIFIER|PROMPT_DISABLED)|GIT_(?:CONFIG_COUNT|TERMINAL_PROMPT)|DATABASE_URL|GITHUB_STEP_SUMMARY|NO_COLOR|FORCE_COLOR|XDG_CONFIG_HOME)(?![A-Z0-9_$]|\$\{)/g;
/** Names of a twin's variables are put together. */
const OF_A_TWIN = /^SVC_(?:<?[A-Z]+>?)_(?:REST_URL|ROOT_URL|MCP_URL|TOKEN)$/;

/** Other programs' variables that are read by name: each must be on the page too. */
const READ = /\b(?:process\.env|callerEnvironment|environment)\.([A-Z][A-Z0-9_]*[A-Z0-9])(?![A-Z0-9_$])/g;
/** Handed on unread. */
const HANDED_ON = new Set(['PATH', 'NODE_COMPILE_CACHE']);

async function namesInCode(): Promise<Set<string>> {
  const names = new Set<string>();
  for await (const path of glob(SOURCES, { cwd: ROOT, exclude: (name) => name.includes('node_modules') })) {
    const text = await readFile(join(ROOT, path), 'utf8');
    for (const [name] of text.matchAll(NAME)) names.add(name);
    for (const [, name] of text.matchAll(READ)) if (!HANDED_ON.has(name as string)) names.add(name as string);
  }
  const twins = twinIds.map((id) => id.toUpperCase());
  return new Set([...names].filter((name) => !(OF_A_TWIN.test(name) && twins.includes(name.split('_')[1] as string))));
}

test('the page of environment variables names what is read, all of it and nothing else', async () => {
  const page = await readFile(join(ROOT, 'docs/environment.md'), 'utf8');
  const told = new Set([...page.matchAll(/`([A-Z][A-Z0-9_]*[A-Z0-9])`/g)].map(([, name]) => name as string));
  const read = await namesInCode();
  const examples = new Set(['SVC_GITHUB_REST_URL']);
  expect({
    missing: [...read].filter((name) => !told.has(name)).toSorted(),
    stale: [...told].filter((name) => !read.has(name) && !examples.has(name)).toSorted(),
  }).toEqual({ missing: [], stale: [] });
});
