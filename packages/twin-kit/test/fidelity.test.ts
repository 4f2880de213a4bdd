import { expect, test } from '@jest/globals';
import { notes } from '../example/notes.ts';
import { checksPage, fidelityPage } from '../src/index.ts';

test('the page names every operation and tool, and what is not modelled', async () => {
  const page = await fidelityPage(notes);
  expect(page).toContain('# Fidelity of the Notes twin');
  for (const { id, fidelity } of notes.definition.operations) expect(page).toMatch(new RegExp(`\\| ${id} \\| ${fidelity} \\|`));
  for (const { name } of notes.definition.tools) expect(page).toContain(`\`${name}\``);
  expect(page.split('## Documented and not modelled')[1]).toContain('`DELETE /notes/{id}`');
  expect(await fidelityPage(notes)).toBe(page);
});

test('the page of checks names each with its sentence, what it reads, its slots and an example', () => {
  const page = checksPage(notes);
  for (const { id, template, params } of notes.checks) {
    const section = page.split(`## ${id}\n`)[1]?.split('\n## ')[0] ?? '';
    expect(section).toContain(`> ${template}\n`);
    expect(section).toMatch(/It compares .+, and reads the (final state|seed|tape)/);
    for (const [name, { example }] of Object.entries(params)) expect(section).toMatch(new RegExp(`\\{${name}\\}.*${example}`));
  }
});
