// Writes the facts that tests hold the twin against and that no npm package ships: test/generated/answer-shapes.json (names and types of the
// fields of each modelled method's answers, from the response examples of its page, github slack-ruby/slack-api-ref, MIT, and from the
// recorded answers of github slackapi/java-slack-sdk, MIT) and test/generated/tools.json (the tools of Slack's MCP server).
// Usage: node scripts/generate-test-facts.ts <folder with slack-methods.json, samples/, slack-mcp-tools.json>
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { slack } from '../src/index.ts';
import { readJson } from './read-json.ts';

const source = process.argv[2];
if (source === undefined) throw new Error('usage: node scripts/generate-test-facts.ts <folder>');
const TARGET = join(import.meta.dirname, '../test/generated');
/** One entry a line, so that a change of one is a line of a diff. */
function write(name: string, facts: Record<string, unknown>): void {
  const lines = Object.entries(facts).map(([key, value]) => `${JSON.stringify(key)}: ${JSON.stringify(value)}`);
  writeFileSync(join(TARGET, name), `{\n${lines.join(',\n')}\n}\n`);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const kindOf = (shape: unknown): string => (Array.isArray(shape) ? 'list' : shape === null ? 'null' : typeof shape);

/** What stands for a value: the shortest of its type. The items of a list are as few as show all of their fields. */
function shapeOf(value: unknown): unknown {
  if (Array.isArray(value)) return fewest(value.map(shapeOf));
  if (isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shapeOf(field)]));
  return { string: '', number: 0, boolean: false }[typeof value as string] ?? null;
}

function fewest(shapes: unknown[]): unknown[] {
  const kept: unknown[] = [];
  for (const shape of shapes) {
    const at = kept.findIndex((one) => joined(one, shape) !== undefined);
    if (at === -1) kept.push(shape);
    else kept[at] = joined(kept[at], shape);
  }
  return kept;
}

/** One shape with the fields of both, or undefined where a field has another type in each. */
function joined(one: unknown, other: unknown): unknown {
  if (kindOf(one) !== kindOf(other)) return undefined;
  if (Array.isArray(one)) return fewest([...one, ...(other as unknown[])]);
  if (!isObject(one)) return one;
  const all: Record<string, unknown> = { ...one };
  for (const [name, field] of Object.entries(other as object)) {
    const both = Object.hasOwn(one, name) ? joined(one[name], field) : field;
    if (both === undefined) return undefined;
    all[name] = both;
  }
  return all;
}

type Answer = Record<string, unknown>;
const { methods } = readJson<{ methods: Record<string, { response_examples?: Answer[] }> }>(join(source, 'slack-methods.json'));
const shapes = slack.definition.operations.flatMap(({ path }) => {
  const method = path.slice(path.lastIndexOf('/') + 1);
  const sample = join(source, 'samples', `${method}.json`);
  const examples = (methods[method]?.response_examples ?? []).filter((one) => typeof one === 'object' && one?.ok === true);
  const known = { examples: examples.map(shapeOf), ...(existsSync(sample) && { sample: shapeOf(readJson(sample)) }) };
  return methods[method] === undefined ? [] : [[method, known] as const];
});
write('answer-shapes.json', Object.fromEntries(new Map(shapes.toSorted(([one], [other]) => (one < other ? -1 : 1)))));

interface Schema {
  type?: string;
  enum?: string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
}
/** What of a parameter a caller has to know. */
const facts = ({ type, enum: words, items, properties, required = [] }: Schema): unknown => ({
  type,
  ...(words && { enum: words }),
  ...(items && { items: facts(items) }),
  ...(properties && {
    properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, facts(one)])),
    required: required.toSorted(),
  }),
});
interface Tool {
  name: string;
  title: string;
  annotations: { readOnlyHint: boolean };
  inputSchema: Schema;
}
const { tools } = readJson<{ tools: Tool[] }>(join(source, 'slack-mcp-tools.json'));
const listed = tools.map(({ name, title, annotations, inputSchema }) => [
  name,
  { title, readOnly: annotations.readOnlyHint, input: facts(inputSchema) },
]);
write('tools.json', Object.fromEntries(listed));
