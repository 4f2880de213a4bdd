import { expect, test } from '@jest/globals';
import { notes } from '../example/notes.ts';
import { fidelityPage } from '../src/index.ts';

test('the page names every operation, tool and check, and what is not modelled', () => {
  const page = fidelityPage(notes);
  expect(page).toContain('# Fidelity of the Notes twin');
  for (const { id, fidelity } of notes.definition.operations) expect(page).toMatch(new RegExp(`\\| ${id} \\| ${fidelity} \\|`));
  for (const { name } of notes.definition.tools) expect(page).toContain(`\`${name}\``);
  for (const { template } of notes.checks) expect(page).toContain(template);
  expect(page.split('## Documented and not modelled')[1]).toContain('`DELETE /notes/{id}`');
  expect(fidelityPage(notes)).toBe(page);
});
