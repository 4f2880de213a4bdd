// Writes src/generated/schema.ts: Linear's GraphQL schema, rebuilt from the types that npm @linear/sdk ships.
// The SDK's declarations are the output of GraphQL Code Generator for the whole schema, so they hold every type, field,
// argument and description; only argument defaults are not in them.
// Usage: node scripts/generate-schema.ts [path of the SDK's dist folder]
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSchema, GraphQLEnumType, GraphQLObjectType } from 'graphql';

const PACKAGE = join(import.meta.dirname, '..');
const DIST = process.argv[2] ?? join(PACKAGE, 'node_modules/@linear/sdk/dist');
const TARGET = join(PACKAGE, 'src/generated/schema.ts');

/** Code Generator writes runs of capitals as one (`IDComparator` as `IdComparator`); these are the schema's own spellings. */
const CAPITALS: readonly [RegExp, string][] = [
  [/^IdComparator$/, 'IDComparator'],
  [/^IssueIdComparator$/, 'IssueIDComparator'],
  [/^Oauth(Application|ClientApprovalStatus)/, 'OAuth$1'],
  [/^Sla(DayCountType|StartMode)$/, 'SLA$1'],
];

interface Field {
  name: string;
  type: string;
  description?: string;
  deprecated?: string;
}
interface Block {
  name: string;
  implements: string[];
  fields: Field[];
  typename?: string;
  description?: string;
}

const file = readdirSync(DIST).find((name) => /^index-.*\.d\.mts$/.test(name));
if (file === undefined) throw new Error(`no declarations in ${DIST}`);
const lines = readFileSync(join(DIST, file), 'utf8').split('\n');
const version = (JSON.parse(readFileSync(join(DIST, '../package.json'), 'utf8')) as { version: string }).version;

const blocks = new Map<string, Block>();
const unions = new Map<string, { members: string[]; description?: string }>();
const enums = new Map<string, { values: Field[]; description?: string }>();
let scalars: Field[] = [];
readDeclarations();

const interfaces = new Set([...blocks.values()].flatMap((block) => block.implements));
for (const name of interfaces) inheritInterfaces(blocks.get(name) as Block);
const argumentsOf = new Map([...blocks.values()].filter(isArguments).map((block) => [block.name.toLowerCase(), block]));
const usedArguments = new Set<Block>();

const text = printSchema();
const schema = buildSchema(text);
const unused = [...argumentsOf.values()].filter((block) => !usedArguments.has(block));
if (unused.length > 0) throw new Error(`arguments without a field: ${unused.map((block) => block.name).join(', ')}`);
writeFileSync(
  TARGET,
  `// Written by scripts/generate-schema.ts from npm @linear/sdk ${version} (MIT).\n\n` +
    `/** Linear's GraphQL schema. */\nexport const schemaText = ${JSON.stringify(text)};\n`,
);
const types = Object.values(schema.getTypeMap()).filter((type) => !type.name.startsWith('__'));
process.stdout.write(
  `${types.length} types (${types.filter((type) => type instanceof GraphQLObjectType).length} object types, ` +
    `${types.filter((type) => type instanceof GraphQLEnumType).length} enums), ` +
    `${Object.keys(schema.getQueryType()?.getFields() ?? {}).length} queries, ` +
    `${Object.keys(schema.getMutationType()?.getFields() ?? {}).length} mutations\n`,
);

/** Arguments of a field have a type of their own; object types that happen to be called so know their name. */
function isArguments(block: Block): boolean {
  return block.typename === undefined && /Args$/.test(block.name);
}

function readDeclarations(): void {
  let description: Pick<Field, 'description' | 'deprecated'> = {};
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] as string;
    if (line.startsWith('/**')) {
      const end = commentEnd(at);
      description = comment(lines.slice(at, end + 1));
      at = end;
      continue;
    }
    // Everything after the schema's own types is made of the SDK's documents.
    if (/^type \w+Fragment = /.test(line)) return;
    const block = /^type (\w+) = (?:((?:\w+ & )+))?\{$/.exec(line);
    const union = /^type (\w+) = (\w+(?: \| \w+)*);$/.exec(line);
    const enumeration = /^declare enum (\w+) \{$/.exec(line);
    if (block) at = readBlock(at, block[1] as string, (block[2] ?? '').split(' & ').filter(Boolean), description.description);
    else if (union) readUnion(union[1] as string, (union[2] as string).split(' | '), description.description);
    else if (enumeration) at = readEnum(at, enumeration[1] as string, description.description);
    description = {};
  }
}

function readUnion(name: string, members: string[], description: string | undefined): void {
  unions.set(name, { members, ...(description !== undefined && { description }) });
}

function readBlock(start: number, name: string, parents: string[], description: string | undefined): number {
  const block: Block = { name, implements: parents, fields: [], ...(description !== undefined && { description }) };
  let own: Pick<Field, 'description' | 'deprecated'> = {};
  let at = start + 1;
  for (; lines[at] !== '};'; at += 1) {
    const line = lines[at] as string;
    if (line.trimStart().startsWith('/**')) {
      const end = commentEnd(at);
      own = comment(lines.slice(at, end + 1));
      at = end;
      continue;
    }
    const field = /^ {2}(\w+)(\??): (.*);$/.exec(line);
    if (!field) throw new Error(`line ${at + 1} of ${file}: ${line}`);
    const [, fieldName, , type] = field as unknown as [string, string, string, string];
    if (fieldName === '__typename') block.typename = JSON.parse(type) as string;
    else block.fields.push({ name: fieldName, type, ...own });
    own = {};
  }
  if (name === 'Scalars') scalars = block.fields;
  else if (name !== 'Maybe' && name !== 'InputMaybe') blocks.set(name, block);
  return at;
}

function readEnum(start: number, name: string, description: string | undefined): number {
  const values: Field[] = [];
  let own: Pick<Field, 'description' | 'deprecated'> = {};
  let at = start + 1;
  for (; lines[at] !== '}'; at += 1) {
    const line = lines[at] as string;
    if (line.trimStart().startsWith('/**')) {
      const end = commentEnd(at);
      own = comment(lines.slice(at, end + 1));
      at = end;
      continue;
    }
    const value = /^ {2}\w+ = ("[^"]*"),?$/.exec(line);
    if (!value) throw new Error(`line ${at + 1} of ${file}: ${line}`);
    values.push({ name: JSON.parse(value[1] as string) as string, type: '', ...own });
    own = {};
  }
  enums.set(name, { values, ...(description !== undefined && { description }) });
  return at;
}

function commentEnd(start: number): number {
  let at = start;
  while (!(lines[at] as string).includes('*/')) at += 1;
  return at;
}

function comment(block: readonly string[]): Pick<Field, 'description' | 'deprecated'> {
  const plain = block
    .map((line) =>
      line
        .replace(/^\s*\/?\*+\/?/, '')
        .replace(/\*\/\s*$/, '')
        .replaceAll('*\\/', '*/')
        .trim(),
    )
    .join('\n')
    .trim();
  const mark = plain.search(/(^|\n)@deprecated/);
  const description = (mark < 0 ? plain : plain.slice(0, mark)).trim();
  const deprecated =
    mark < 0
      ? undefined
      : plain
          .slice(mark)
          .trim()
          .replace(/^@deprecated\s*/, '')
          .replaceAll('\n', ' ');
  return { ...(description !== '' && { description }), ...(deprecated !== undefined && { deprecated }) };
}

/** A TypeScript type of the declarations as GraphQL writes it. */
function graphqlType(type: string): string {
  const maybe = /^(?:Input)?Maybe<(.*)>$/.exec(type);
  return maybe ? nullable(maybe[1] as string) : `${nullable(type)}!`;
}

function nullable(type: string): string {
  const list = /^Array<(.*)>$/.exec(type);
  if (list) return `[${graphqlType(list[1] as string)}]`;
  const scalar = /^Scalars\["(\w+)"\]$/.exec(type);
  return scalar ? (scalar[1] as string) : schemaName(type);
}

function schemaName(name: string): string {
  const own = blocks.get(name)?.typename;
  if (own !== undefined) return own;
  const spelt = CAPITALS.find(([pattern]) => pattern.test(name));
  return spelt ? name.replace(spelt[0], spelt[1]) : name;
}

/**
 * The declarations don't say which interfaces an interface implements. It implements those that all its own implementers
 * do and whose fields it has.
 */
function inheritInterfaces(block: Block): void {
  const implementers = [...blocks.values()].filter((one) => one.typename !== undefined && one.implements.includes(block.name));
  const fields = new Set(block.fields.map((field) => field.name));
  block.implements = [...interfaces].filter((name) => {
    if (name === block.name || !implementers.every((one) => one.implements.includes(name))) return false;
    return (blocks.get(name) as Block).fields.every((field) => fields.has(field.name));
  });
}

function printSchema(): string {
  const parts = ['schema { query: Query mutation: Mutation subscription: Subscription }'];
  const builtIn = new Set(['ID', 'String', 'Boolean', 'Int', 'Float']);
  for (const scalar of scalars) if (!builtIn.has(scalar.name)) parts.push(`${describe(scalar.description)}scalar ${scalar.name}`);
  for (const [name, { values, description }] of enums) {
    parts.push(
      `${describe(description)}enum ${schemaName(name)} {\n${values.map((value) => `${describe(value.description)}${value.name}${deprecation(value)}`).join('\n')}\n}`,
    );
  }
  for (const [name, { members, description }] of unions) {
    parts.push(`${describe(description)}union ${schemaName(name)} = ${members.map(schemaName).join(' | ')}`);
  }
  for (const block of blocks.values()) {
    if (isArguments(block)) continue;
    const kind = block.typename !== undefined ? 'type' : interfaces.has(block.name) ? 'interface' : 'input';
    const parents = block.implements.length > 0 ? ` implements ${block.implements.map(schemaName).join(' & ')}` : '';
    const fields = block.fields.map((field) => printField(block, field)).join('\n');
    parts.push(`${describe(block.description)}${kind} ${schemaName(block.name)}${parents} {\n${fields}\n}`);
  }
  return `${parts.join('\n')}\n`;
}

function printField(block: Block, field: Field): string {
  const owned = argumentsOf.get(`${block.name}${field.name}args`.toLowerCase());
  if (owned) usedArguments.add(owned);
  const given = owned
    ? `(${owned.fields.map((one) => `${describe(one.description)}${one.name}: ${graphqlType(one.type)}`).join(' ')})`
    : '';
  return `${describe(field.description)}${field.name}${given}: ${graphqlType(field.type)}${deprecation(field)}`;
}

function describe(description: string | undefined): string {
  return description === undefined ? '' : `${JSON.stringify(description)} `;
}

function deprecation(field: Field): string {
  return field.deprecated === undefined ? '' : ` @deprecated(reason: ${JSON.stringify(field.deprecated)})`;
}
