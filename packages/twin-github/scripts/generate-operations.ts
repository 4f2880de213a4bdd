// Writes src/generated/operations.ts from GitHub's OpenAPI description.
// Usage: node scripts/generate-operations.ts <api.github.com.json>
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Parameter {
  $ref?: string;
  name?: string;
  'x-multi-segment'?: boolean;
}
interface Description {
  paths: Record<string, Record<string, { parameters?: Parameter[]; externalDocs?: { url: string } }>>;
  components: { parameters: Record<string, Parameter> };
}

const DOCS = 'https://docs.github.com/rest/';
/** One page is named by its address in the documentation of an older server. */
const PAGE = /^https:\/\/docs\.github\.com\/(?:[\w@.-]+\/)?rest\//;
const METHODS = new Set(['get', 'post', 'put', 'patch', 'delete']);
const TARGET = join(import.meta.dirname, '../src/generated/operations.ts');

const source = process.argv[2];
if (source === undefined) throw new Error('usage: node scripts/generate-operations.ts <api.github.com.json>');
const description = JSON.parse(readFileSync(source, 'utf8')) as Description;

/** Parameters that take slashes are written `{name*}`, as the kit's router does. */
function template(path: string, parameters: readonly Parameter[]): string {
  const resolved = parameters.map((one) =>
    one.$ref ? description.components.parameters[one.$ref.split('/').at(-1) ?? ''] : one,
  );
  const wide = resolved.filter((one) => one?.['x-multi-segment'] && path.endsWith(`{${one.name}}`));
  return wide.reduce((written, one) => written.replace(`{${one?.name}}`, `{${one?.name}*}`), path);
}

const rows = Object.entries(description.paths).flatMap(([path, operations]) =>
  Object.entries(operations)
    .filter(([method]) => METHODS.has(method))
    .map(([method, operation]) => {
      const slug = operation.externalDocs?.url.replace(PAGE, '') ?? '';
      return [`${method.toUpperCase()} ${template(path, operation.parameters ?? [])}`, slug] as const;
    }),
);
rows.sort(([one], [other]) => (one < other ? -1 : 1));

writeFileSync(
  TARGET,
  `// Written by scripts/generate-operations.ts from npm @octokit/openapi (MIT), generated/api.github.com.json.

const DOCS = '${DOCS}';

/** Every documented operation and the place of its page below ${DOCS} */
const pages: Readonly<Record<string, string>> = {
${rows.map(([operation, slug]) => `  ${JSON.stringify(operation)}: ${JSON.stringify(slug)},`).join('\n')}
};

/** GitHub's documented operations as \`METHOD /path/{template}\`; \`{name*}\` takes slashes. */
export const documentedOperations: readonly string[] = Object.keys(pages);

/** Where GitHub documents an operation; its last parameter may be written with or without the star. */
export function documentationOf(operation: string): string | undefined {
  const page = pages[operation] ?? pages[operation.replace(/([^*])\\}$/, '$1*}')] ?? pages[operation.replace(/\\*\\}$/, '}')];
  return page === undefined ? undefined : DOCS + page;
}
`,
);
