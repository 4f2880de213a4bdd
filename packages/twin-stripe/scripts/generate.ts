// Writes src/generated/ from the type declarations of the npm package stripe (MIT), which Stripe generates from its OpenAPI
// description: the documented operations, the parameters of those that the twin models, and the fields that can be expanded.
// Usage: node scripts/generate.ts
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, '../node_modules/stripe/esm');
const TARGET = join(import.meta.dirname, '../src/generated');

/** Families whose parameters are written down; the rest answers 501. */
const MODELLED =
  /^\/v1\/(account$|accounts\/\{\w+\}\/external_accounts|balance$|balance_transactions|charges|coupons|customers|disputes|events|invoice_payments|invoiceitems|invoices|payment_intents|payment_links|payment_methods|payouts|prices|products|promotion_codes|refunds|setup_intents|subscription_items|subscriptions|tax_rates|test_helpers\/refunds|tokens|webhook_endpoints)/;
/** Names that hold a decimal; every other number of the API is an integer. */
const DECIMALS = new Set(['application_fee_percent', 'amount_percent', 'percent_off', 'percentage', 'effective_percentage']);
/** Groups with a member for each payment method type: the twin reads these and takes the others unread. */
const BY_PAYMENT_METHOD = /^(payment_method_options|payment_method_data)$/;
const READ_TYPES = new Set(['card', 'billing_details', 'metadata', 'type', 'allow_redisplay', 'radar_options']);

/** `s` string, `i` integer, `n` decimal, `b` boolean, `m` free map, `r` range of instants, `w` integer or word, `x` anything. */
type Spec = string | { a: Spec } | { e: string[] } | { o: Record<string, Spec>; r?: string[] } | { z: Spec };
interface Declared {
  scope: string;
  text: string;
  parents: string[];
}

const declarations = new Map<string, Declared>();
const strip = (text: string): string => text.replaceAll(/\/\*[\s\S]*?\*\//g, '').replaceAll(/\/\/.*$/gm, '');

/** Where the brace that opens at `at` closes. */
function closing(text: string, at: number): number {
  let depth = 0;
  for (let index = at; index < text.length; index += 1) {
    if (text[index] === '{') depth += 1;
    if (text[index] === '}') depth -= 1;
    if (depth === 0) return index;
  }
  throw new Error('unbalanced braces');
}

function read(text: string, scope: string): void {
  const head = /\b(interface|namespace)\s+(\w+)(?:\s+extends\s+([\w., ]+))?\s*\{|\btype\s+(\w+)\s*=\s*([^;]+);/g;
  for (let match = head.exec(text); match; match = head.exec(text)) {
    const [, kind, name, parents, alias, value] = match;
    if (alias !== undefined) {
      declarations.set(scope + alias, { scope, text: value as string, parents: [] });
      continue;
    }
    const end = closing(text, head.lastIndex - 1);
    const body = text.slice(head.lastIndex, end);
    if (kind === 'namespace') read(body, `${scope}${name}.`);
    else
      declarations.set(scope + name, { scope, text: `{${body}}`, parents: parents?.split(',').map((one) => one.trim()) ?? [] });
    head.lastIndex = end;
  }
}

function resolve(name: string, scope: string): Declared | undefined {
  const parts = scope.split('.').slice(0, -1);
  for (let depth = parts.length; depth >= 0; depth -= 1) {
    const found = declarations.get([...parts.slice(0, depth), name].join('.'));
    if (found) return found;
  }
  return undefined;
}

/** Cuts at `separator` outside of brackets and quotes. */
function split(text: string, separator: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let quoted = false;
  let start = 0;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] as string;
    if (character === "'") quoted = !quoted;
    if (quoted) continue;
    if ('{<(['.includes(character)) depth += 1;
    if ('}>)]'.includes(character)) depth -= 1;
    if (depth === 0 && character === separator) {
      parts.push(text.slice(start, index));
      start = index + 1;
    }
  }
  parts.push(text.slice(start));
  return parts.map((part) => part.trim()).filter((part) => part !== '');
}

function members(declared: Declared, name: string): { o: Record<string, Spec>; r?: string[] } {
  const fields: Record<string, Spec> = {};
  const required: string[] = [];
  for (const parent of declared.parents) {
    const inherited = resolve(parent, declared.scope);
    if (inherited) Object.assign(fields, members(inherited, name).o);
  }
  for (const part of split(declared.text.slice(1, -1), ';')) {
    const match = /^'?(\w+)'?(\?)?:\s*([\s\S]+)$/.exec(part);
    if (!match) continue;
    const [, field, optional, type] = match as unknown as [string, string, string | undefined, string];
    const unread = BY_PAYMENT_METHOD.test(name) && !READ_TYPES.has(field);
    fields[field] = unread ? 'x' : specOf(type, declared.scope, field);
    if (!optional) required.push(field);
  }
  return required.length > 0 ? { o: fields, r: required } : { o: fields };
}

function specOf(type: string, scope: string, name: string): Spec {
  const options = split(type.trim(), '|').filter((option) => option !== 'OtherString' && option !== 'null');
  if (options.length > 1) return unionOf(options, scope, name);
  const [only = ''] = options;
  const generic = /^(Emptyable|Array)<([\s\S]+)>$/.exec(only);
  if (generic?.[1] === 'Emptyable') return { z: specOf(generic[2] as string, scope, name) };
  if (generic) return { a: specOf(generic[2] as string, scope, name) };
  if (only === 'string') return 's';
  if (only === 'number') return DECIMALS.has(name) ? 'n' : 'i';
  if (only === 'boolean') return 'b';
  if (only === 'Decimal') return 'n';
  if (only === 'MetadataParam') return 'm';
  if (only.startsWith('{')) return 'x';
  if (only === 'RangeQueryParam') return 'r';
  if (only.startsWith("'")) return { e: [only.slice(1, -1)] };
  const declared = resolve(only.replace(/^Stripe\./, ''), scope);
  if (!declared) return 'x';
  return declared.text.startsWith('{') ? members(declared, name) : specOf(declared.text, declared.scope, name);
}

function unionOf(options: string[], scope: string, name: string): Spec {
  if (options.every((option) => option.startsWith("'"))) {
    const values = options.map((option) => option.slice(1, -1));
    return values.includes('') ? { z: { e: values.filter((value) => value !== '') } } : { e: values };
  }
  if (options.some((option) => option.endsWith('RangeQueryParam'))) return 'r';
  const kinds = options.map((option) => specOf(option, scope, name));
  const words = kinds.every((kind) => kind === 'i' || kind === 's' || (typeof kind === 'object' && 'e' in kind));
  return words ? 'w' : 'x';
}

function files(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? files(join(folder, entry.name)) : entry.name.endsWith('.d.ts') ? [join(folder, entry.name)] : [],
  );
}

/** Objects whose expandable fields are written down. */
const OBJECTS = new Set(
  (
    'balance_transaction charge coupon customer customer_balance_transaction discount dispute invoice invoice_payment invoiceitem line_item ' +
    'payment_intent payment_link payment_method payout plan price product promotion_code refund setup_intent subscription subscription_item'
  ).split(' '),
);

/** The fields of an object that are an id or an object, those inside of its other fields as dotted paths. */
function expandable(declared: Declared, name: string, path: string, seen: readonly string[]): string[] {
  return split(declared.text.slice(1, -1), ';').flatMap((part) => {
    const match = /^'?(\w+)'?\??:\s*([\s\S]+)$/.exec(part);
    if (!match) return [];
    const [, field, type] = match as unknown as [string, string, string];
    const own = `${path}${field}`;
    const item = /^Array<([\s\S]+)>( \| null)?$/.exec(type.trim())?.[1] ?? type;
    const options = split(item, '|').filter((option) => option !== 'null' && option !== 'OtherString');
    const objects = options.filter((option) => /^[A-Z]/.test(option));
    if (options.includes('string')) return objects.length > 0 ? [own] : [];
    return objects.flatMap((object) => {
      const found = resolve(object, `${declared.scope}${name}.`) ?? resolve(object, declared.scope);
      if (!found?.scope.startsWith(`${seen[0]}.`) || !found.text.startsWith('{') || seen.includes(found.text)) return [];
      return expandable(found, object.split('.').at(-1) as string, `${own}.`, [...seen, found.text]);
    });
  });
}

const documented = new Set<string>();
const expandables = new Map<string, string[]>();
const parameters = new Map<string, Spec>();
const shared = strip(readFileSync(join(SOURCE, 'shared.d.ts'), 'utf8'));

for (const file of files(join(SOURCE, 'resources')).sort()) {
  declarations.clear();
  read(shared, '');
  const types = strip(readFileSync(file, 'utf8'));
  read(types, '');
  for (const [name, declared] of declarations) {
    const object = /\bobject: '(\w+)'/.exec(declared.text)?.[1];
    if (name.includes('.') || object === undefined || !OBJECTS.has(object) || name.startsWith('Deleted')) continue;
    expandables.set(object, expandable(declared, name, '', [name]).sort());
  }
  const code = strip(readFileSync(file.replace(/\.d\.ts$/, '.js'), 'utf8'));
  for (const [, method, verb, raw] of code.matchAll(
    /\b(\w+)\([^()]*\)\s*\{\s*return this\._makeRequest\('(\w+)',\s*[`']([^`']+)[`']/g,
  )) {
    const path = (raw as string).replaceAll(/\$\{encodeURIComponent\((\w+)\)\}/g, '{$1}');
    const operation = `${verb} ${path}`;
    documented.add(operation);
    if (!MODELLED.test(path)) continue;
    const params = new RegExp(`\\b${method}\\([^;]*?params\\??:\\s*(\\w+)`).exec(types)?.[1];
    const declared = params === undefined ? undefined : resolve(params, '');
    parameters.set(operation.replaceAll(/\{\w+\}/g, '{}'), declared ? members(declared, '') : { o: { expand: { a: 's' } } });
  }
}

const header = '// Written by scripts/generate.ts from npm stripe (MIT).\n\n';
const lines = (entries: string[]): string => entries.map((entry) => `  ${entry},\n`).join('');

writeFileSync(
  join(TARGET, 'operations.ts'),
  `${header}/** Stripe's documented operations as \`METHOD /path/{template}\`. */
export const documentedOperations: readonly string[] = [
${lines([...documented].sort().map((operation) => `'${operation}'`))}];
`,
);
writeFileSync(
  join(TARGET, 'parameters.ts'),
  `${header}/** The parameters of each modelled operation as JSON: read when the operation is first called. See \`ParameterSpec\`. */
export const parameterTexts: Readonly<Record<string, string>> = {
${lines([...parameters].sort(([one], [other]) => (one < other ? -1 : 1)).map(([operation, spec]) => `'${operation}':\n    '${JSON.stringify(spec)}'`))}};
`,
);
writeFileSync(
  join(TARGET, 'expandable.ts'),
  `${header}/** The fields that Stripe's types declare as an id or an object, by object; those inside of other fields as dotted paths. */
export const expandableFields: Readonly<Record<string, string>> = {
${[...expandables]
  .sort(([one], [other]) => (one < other ? -1 : 1))
  .map(([object, fields]) => `  ${object}:\n    '${fields.join(' ')}',\n`)
  .join('')}};
`,
);
