import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { readEnvironment } from '@svc/platform/service';
import { z } from 'zod';

const schema = z.object({
  DATABASE_URL: z.string().optional(),
  SVC_SECRET: z.string().min(8),
  SVC_KEY_FILE: z.string().optional(),
});

let folder: string;
let secret: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'svc-environment-'));
  secret = join(folder, 'secret');
  writeFileSync(secret, 'long enough\n');
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a variable whose value stands in a file', () => {
  test('is read from there, without the end of its line', () => {
    expect(readEnvironment(schema, { SVC_SECRET_FILE: secret, DATABASE_URL_FILE: secret })).toEqual({
      SVC_SECRET: 'long enough',
      DATABASE_URL: 'long enough',
    });
  });

  test('is held to what its variable is', () => {
    writeFileSync(join(folder, 'short'), 'short');
    expect(() => readEnvironment(schema, { SVC_SECRET_FILE: join(folder, 'short') })).toThrow(/SVC_SECRET: Too small/);
  });

  test('whose file is not there is named, and its value is not shown', () => {
    expect(() => readEnvironment(schema, { SVC_SECRET_FILE: join(folder, 'absent') })).toThrow(
      /^The configuration is not usable:\n {2}SVC_SECRET_FILE: its file can't be read$/,
    );
  });

  test('is another thing than a variable of that name, and one that is unknown stays so', () => {
    const read = readEnvironment(schema, { SVC_SECRET: 'long enough', SVC_KEY_FILE: '/a/path' });
    expect(read.SVC_KEY_FILE).toBe('/a/path');
    expect(() => readEnvironment(schema, { SVC_SECRET: 'long enough', SVC_OTHER_FILE: secret })).toThrow(/SVC_OTHER_FILE/);
  });
});
