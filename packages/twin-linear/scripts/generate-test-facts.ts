// Writes test/generated/tools.json, the tools of Linear's own MCP server that the twin has, as a test holds them against it: no npm package
// ships them. Usage: node scripts/generate-test-facts.ts <linear-mcp-tools.json>
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { linear } from '../src/index.ts';
import { inputShape, type JsonSchema } from '../test/input-shape.ts';

const source = process.argv[2];
if (source === undefined) throw new Error('usage: node scripts/generate-test-facts.ts <linear-mcp-tools.json>');
interface Tool {
  name: string;
  title: string;
  inputSchema: JsonSchema;
  annotations: { readOnlyHint: boolean };
}
const { tools } = JSON.parse(readFileSync(source, 'utf8')) as { tools: Tool[] };
const modelled = new Set(linear.definition.tools.map(({ name }) => name));
const lines = tools
  .filter(({ name }) => modelled.has(name))
  .map(({ name, title, annotations, inputSchema }) => {
    const facts = { title, readOnly: annotations.readOnlyHint, input: inputShape(inputSchema) };
    return `${JSON.stringify(name)}: ${JSON.stringify(facts)}`;
  });
const target = join(import.meta.dirname, '../test/generated');
mkdirSync(target, { recursive: true });
writeFileSync(join(target, 'tools.json'), `{\n${lines.join(',\n')}\n}\n`);
