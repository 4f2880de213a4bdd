import { readFile } from 'node:fs/promises';
import { expect, test } from '@jest/globals';
import { PYTHON_TYPES, pythonTypes } from '../scripts/python-types.ts';

test('the types of the Python client are those of the OpenAPI description; `node tools/run.mjs pages` writes them', async () => {
  expect(await readFile(PYTHON_TYPES, 'utf8')).toBe(pythonTypes());
});
