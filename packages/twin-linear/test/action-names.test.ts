import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { actionsModule } from '../scripts/generate-actions.ts';

test('the names of actions that checks know are those of the schema', () => {
  expect(readFileSync(join(import.meta.dirname, '../src/generated/actions.ts'), 'utf8')).toBe(actionsModule());
});
