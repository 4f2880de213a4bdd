import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { bindText, isBound, parseScenario } from '@svc/grading';
import { loadTwin } from '@svc/twins';

const root = fileURLToPath(new URL('..', import.meta.url));
const entries = await readdir(root, { withFileTypes: true });
const names = entries
  .filter((entry) => entry.isDirectory() && !['test', 'node_modules'].includes(entry.name))
  .map(({ name }) => name);

describe.each(names)('%s', (name) => {
  const read = async () => parseScenario(await readFile(join(root, name, 'scenario.md'), 'utf8'));

  test('has criteria that all bind to a check of their twin', async () => {
    const { criteria, config } = await read();
    expect(criteria.length).toBeGreaterThan(0);
    for (const criterion of criteria) {
      const twin = await loadTwin(criterion.twin ?? config.twins?.[0] ?? 'github');
      expect({ text: criterion.text, bound: isBound(bindText(twin?.checks ?? [], criterion.text)) }).toEqual({
        text: criterion.text,
        bound: true,
      });
    }
  });

  test('has a seed that its twin accepts', async () => {
    const { seedState, config } = await read();
    const twin = await loadTwin(config.twins?.[0] ?? 'github');
    expect(twin?.parseSeed(seedState)).toMatchObject({ ok: true });
  });

  test('has agents that honour the preflight', async () => {
    const agents = (await readdir(join(root, name))).filter((file) => file.endsWith('.ts'));
    expect(agents).toContain('agent.ts');
    for (const file of agents) expect(await readFile(join(root, name, file), 'utf8')).toContain('SVC_PREFLIGHT');
  });
});
