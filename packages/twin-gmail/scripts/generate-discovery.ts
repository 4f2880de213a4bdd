// Writes src/generated/discovery.ts from Google's discovery document of the Gmail API: methods, parameters, types; no prose.
// Usage: node scripts/generate-discovery.ts <gmail.v1.discovery.json>
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** What a description is for people, or says what the rest says already. */
const PROSE = new Set([
  'description',
  'enumDescriptions',
  'enumDeprecated',
  'deprecated',
  'scopes',
  'flatPath',
  'annotations',
  'readOnly',
]);
/** Of the document itself: what a client needs to build itself from it. */
const HEAD = [
  'kind',
  'discoveryVersion',
  'id',
  'name',
  'version',
  'revision',
  'title',
  'protocol',
  'batchPath',
  'servicePath',
  'basePath',
];

const source = process.argv[2];
if (source === undefined) throw new Error('usage: node scripts/generate-discovery.ts <gmail.v1.discovery.json>');
const document = JSON.parse(readFileSync(source, 'utf8')) as Record<string, unknown>;

function facts(value: unknown, named = false): unknown {
  if (Array.isArray(value)) return value.map((one) => facts(one));
  if (value === null || typeof value !== 'object') return value;
  const kept = Object.entries(value).filter(([name]) => named || !PROSE.has(name));
  // The keys of these are names that the API gave, whatever they are called.
  return Object.fromEntries(
    kept.map(([name, field]) => [
      name,
      facts(field, ['properties', 'parameters', 'schemas', 'methods'].includes(name) && !named),
    ]),
  );
}

const head = Object.fromEntries(HEAD.map((name) => [name, document[name]]));
const body = facts({ parameters: document.parameters, schemas: document.schemas, resources: document.resources });
const text = JSON.stringify({ ...head, ...(body as object) }, null, 1);

writeFileSync(
  join(import.meta.dirname, '../src/generated/discovery.ts'),
  `// Written by scripts/generate-discovery.ts from Google's discovery document of the Gmail API, which Google publishes in its
// Apache-2.0 client libraries. Methods, parameters and types; no descriptions.

import type { Discovery } from '../wire/discovery.ts';

export const discovery: Discovery = ${text};
`,
);
