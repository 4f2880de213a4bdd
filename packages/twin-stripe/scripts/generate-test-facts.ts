// Writes the facts that tests hold the twin against and that no npm package ships: test/generated/response-schemas.json (types, required
// fields and words of the objects that the twin answers with, derived from npm stripe 23.1.0, MIT), trigger-flows.json (the requests that
// `stripe trigger EVENT` sends, github stripe/stripe-cli, MIT/Apache-2.0) and tools.json (inputs of the tools of Stripe's MCP servers).
// Usage: node scripts/generate-test-facts.ts <folder with response-schemas.2026-10-28.json, trigger-flows.json, stripe-mcp-tools.json>
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stripe } from '../src/index.ts';

const source = process.argv[2];
if (source === undefined) throw new Error('usage: node scripts/generate-test-facts.ts <folder>');
const TARGET = join(import.meta.dirname, '../test/generated');
mkdirSync(TARGET, { recursive: true });
const read = <T>(name: string): T => JSON.parse(readFileSync(join(source, name), 'utf8')) as T;
/** One entry a line, so that a change of one is a line of a diff. */
function write(name: string, facts: Record<string, unknown>): void {
  const lines = Object.entries(facts).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  writeFileSync(join(TARGET, name), `{\n${lines.join(',\n')}\n}\n`);
}

/** What `object` says in the twin's answers; events differ by their data, which is checked by itself, and lists have no schema. */
const OBJECTS =
  `account bank_account balance balance_transaction card cash_balance charge coupon customer customer_balance_transaction discount dispute
  invoice invoice_payment invoiceitem item line_item payment_intent payment_link payment_method payout plan price product promotion_code refund
  setup_intent subscription subscription_item tax_rate token webhook_endpoint`.split(/\s+/);

const { byObject, $defs } = read<{ byObject: Record<string, string[]>; $defs: Record<string, unknown> }>(
  'response-schemas.2026-10-28.json',
);
const objects = new Set(Object.values(byObject).flatMap((names) => names.map((name) => `#/$defs/${name}`)));

/** Cuts the references from object to object: what stands inside an object is checked by itself. */
function cut(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(cut);
  if (typeof schema !== 'object' || schema === null) return schema;
  const { $ref } = schema as { $ref?: string };
  if ($ref !== undefined && objects.has($ref)) return { type: 'object', required: ['object'] };
  const prose = ([key, value]: [string, unknown]): boolean => key === 'description' && typeof value === 'string';
  return Object.fromEntries(
    Object.entries(schema).flatMap((entry) => (prose(entry) ? [] : [[entry[0], cut(entry[1])] as const])),
  );
}

const reached: Record<string, unknown> = {};
function reach(name: string): void {
  if (reached[name] !== undefined) return;
  reached[name] = cut($defs[name]);
  for (const [, next] of JSON.stringify(reached[name]).matchAll(/"#\/\$defs\/([^"]+)"/g)) reach(next as string);
}
const named = Object.fromEntries(OBJECTS.map((object) => [object, byObject[object] ?? []]));
for (const name of Object.values(named).flat()) reach(name);
write('response-schemas.json', { byObject: named, ...reached });

interface Step {
  name: string;
  method: string;
  path: string;
  params?: object;
  expected_error_type?: string;
}
const patterns = stripe.definition.operations.map(
  ({ method, path }) => new RegExp(`^${method} ${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
);
const isModelled = ({ method, path }: Step): boolean =>
  patterns.some((pattern) => pattern.test(`${method.toUpperCase()} ${path.replaceAll(/\$\{[^}]+\}/g, 'x')}`));
const { flows } = read<{ flows: Record<string, { fixtures: Step[] }> }>('trigger-flows.json');
const steps = Object.entries(flows).map(([event, { fixtures }]) => [
  event,
  fixtures.map(({ name, method, path, params, expected_error_type }) => ({ name, method, path, params, expected_error_type })),
]);
write('trigger-flows.json', Object.fromEntries(steps.filter(([, fixtures]) => (fixtures as Step[]).every(isModelled))));

interface Tool {
  name: string;
  inputSchema: { properties: Record<string, { type?: string; enum?: string[] }>; required?: string[] };
}
const { tools, olderLocalServer } = read<{ tools: Tool[]; olderLocalServer: { tools: Tool[] } }>('stripe-mcp-tools.json');
const inputs = [...tools, ...olderLocalServer.tools].map(({ name, inputSchema: { properties, required = [] } }) => [
  name,
  {
    properties: Object.fromEntries(Object.entries(properties).map(([key, { type, enum: words }]) => [key, words ?? type])),
    required: required.toSorted(),
  },
]);
write('tools.json', Object.fromEntries(inputs));
