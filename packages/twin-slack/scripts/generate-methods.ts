// Writes src/generated/methods.ts, src/generated/arguments.ts and test/generated/error-codes.ts from a machine-readable form of Slack's method pages.
// Usage: node scripts/generate-methods.ts <slack-methods.json>
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from './read-json.ts';

interface Pages {
  methods: Record<string, { args: Record<string, unknown>; errors: Record<string, string>; common_errors: string[] }>;
}

const source = process.argv[2];
if (source === undefined) throw new Error('usage: node scripts/generate-methods.ts <slack-methods.json>');
const { methods } = readJson<Pages>(source);
const HEAD = '// Written by scripts/generate-methods.ts from github slack-ruby/slack-api-ref (MIT), methods/.\n\n';
const root = join(import.meta.dirname, '..');
mkdirSync(join(root, 'test/generated'), { recursive: true });

writeFileSync(
  join(root, 'src/generated/methods.ts'),
  `${HEAD}/** Every method that Slack documents. */
export const documentedMethods: readonly string[] = [
${Object.keys(methods)
  .map((name) => `  '${name}',`)
  .join('\n')}
];
`,
);

writeFileSync(
  join(root, 'src/generated/arguments.ts'),
  `${HEAD}/** The arguments that each method's page names. */
export const documentedArguments: Readonly<Record<string, readonly string[]>> = {
${Object.entries(methods)
  .map(
    ([name, page]) =>
      `  '${name}': [${Object.keys(page.args)
        .map((argument) => `'${argument}'`)
        .join(', ')}],`,
  )
  .join('\n')}
};
`,
);

const common = new Set(Object.values(methods).flatMap((page) => page.common_errors));
writeFileSync(
  join(root, 'test/generated/error-codes.ts'),
  `${HEAD}/** Codes that every method's page lists. */
export const commonErrorCodes: readonly string[] = ${JSON.stringify([...common].sort())};

/** A method's own error codes. */
export const errorCodes: Readonly<Record<string, readonly string[]>> = {
${Object.entries(methods)
  .map(([name, page]) => `  '${name}': ${JSON.stringify(Object.keys(page.errors))},`)
  .join('\n')}
};
`,
);
