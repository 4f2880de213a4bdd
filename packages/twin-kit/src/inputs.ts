import { type ZodType, z } from 'zod';
import type { InputIssue, Operation, VendorErrors } from './definition.ts';
import type { TwinError } from './errors.ts';
import type { TwinRequest } from './http/request.ts';
import { toIssue } from './seeds.ts';
import type { WorldSpec } from './world/collection.ts';

/**
 * What is read of an input: all of it, the fields that are named, or nothing on purpose (`'ignored'`: official clients send it by habit,
 * and it means nothing to a twin). A list has the shape of its items.
 */
export type InputShape = true | 'ignored' | InputFields;

/** What is read of an object's fields. What isn't named isn't read. */
export interface InputFields {
  readonly [name: string]: InputShape;
}

type Plain = string | number | boolean | null | undefined;

/**
 * What an action whose parameters have the type `P` declares: each field that it can name, and no other. So a parameter that is added to
 * the type must be declared, and one that is taken out can't stay declared.
 */
export type InputsOf<P> = { readonly [K in keyof P]-?: InputOf<Exclude<P[K], Plain>> | 'ignored' };

type InputOf<T> = [T] extends [never]
  ? true
  : T extends readonly (infer Item)[]
    ? InputOf<Exclude<Item, Plain>>
    : true | InputFields;

/** What an operation does with the inputs that its vendor documents. */
export interface OperationInputs {
  reads: InputFields;
  /** Every input that the vendor documents, as dotted paths; a list's items have no step of their own, e.g. `items.price`. */
  documented(): readonly string[];
  /**
   * Who looks for inputs that are documented and not read: the kit, in query and body, before the operation runs; or the operation
   * itself with `screenInputs`, where the vendor's own checks come first.
   */
  screenedBy: 'kit' | 'operation';
}

/** Inputs as the steps that lead to them, e.g. `['items', '0', 'price']`. */
export interface Screened {
  unread: readonly (readonly string[])[];
  ignored: readonly (readonly string[])[];
}

const NOTHING: Screened = { unread: [], ignored: [] };

type Found = { unread: string[][]; ignored: string[][] };

function screen(reads: InputFields, sent: object, path: readonly string[], found: Found): void {
  for (const name in sent) {
    const value = (sent as Record<string, unknown>)[name];
    if (value === undefined) continue;
    const shape = Object.hasOwn(reads, name) ? reads[name] : undefined;
    if (shape === true) continue;
    // Null asks for nothing.
    if (shape === undefined) {
      if (value !== null) found.unread.push([...path, name]);
    } else if (shape === 'ignored') found.ignored.push([...path, name]);
    else within(shape, value, [...path, name], found);
  }
}

function within(shape: InputFields, value: unknown, path: readonly string[], found: Found): void {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) within(shape, item, [...path, String(index)], found);
  } else if (typeof value === 'object' && value !== null) screen(shape, value, path, found);
}

/** Finds what of an input isn't read, and what is ignored on purpose. Undocumented names are for the vendor's own checks. */
export function screenInputs(reads: InputFields, sent: object): Screened {
  let found: Found | undefined;
  for (const name in sent) {
    // Nearly every call sends only what is read whole.
    if (reads[name] === true) continue;
    found = { unread: [], ignored: [] };
    screen(reads, sent, [], found);
    break;
  }
  return found ?? NOTHING;
}

/** Notes on a call what it sent without effect. */
export function noteIgnored(request: TwinRequest, names: readonly string[]): void {
  if (names.length > 0) request.ignored = [...(request.ignored ?? []), ...names];
}

/**
 * Notes what of a call's query and body its operation ignores. @returns the first documented input that it doesn't read, where the kit is
 * to look for them
 *
 * @param sent query and body as they came, before any schema read them
 */
export function unreadInput(
  inputs: OperationInputs | undefined,
  request: TwinRequest,
  sent: { query: object; body: unknown },
): string | undefined {
  if (inputs?.screenedBy !== 'kit') return undefined;
  const { query, body } = sent;
  const hasFields = typeof body === 'object' && body !== null && !Buffer.isBuffer(body);
  const screened = [screenInputs(inputs.reads, query), hasFields ? screenInputs(inputs.reads, body) : NOTHING];
  if (screened.every((part) => part === NOTHING)) return undefined;
  const ignored = screened.flatMap((part) => part.ignored).map((path) => path.join('.'));
  noteIgnored(request, [...new Set(ignored)]);
  const unread = screened.flatMap((part) => part.unread);
  if (unread.length === 0) return undefined;
  const documented = new Set(inputs.documented());
  // Places in a list have no name of their own.
  const nameOf = (path: readonly string[]): string => path.filter((step) => !/^\d+$/.test(step)).join('.');
  return unread.map(nameOf).find((name) => documented.has(name));
}

/** What becomes of an input: read, ignored on purpose, or refused. */
export function fateOf(reads: InputFields, path: string): 'read' | 'ignored' | 'refused' {
  let shape: InputShape | undefined = reads;
  for (const step of path.split('.')) {
    if (shape === true) return 'read';
    if (shape === 'ignored') return 'ignored';
    if (shape === undefined) return 'refused';
    shape = Object.hasOwn(shape, step) ? shape[step] : undefined;
  }
  if (shape === undefined) return 'refused';
  return shape === 'ignored' ? 'ignored' : 'read';
}

/** Documented inputs by what becomes of them; of one that is refused whole, its fields aren't told one by one. */
export function inputFates({ reads, documented }: OperationInputs): { ignored: string[]; refused: string[] } {
  const fates = { ignored: [] as string[], refused: [] as string[] };
  const told = new Set<string>();
  for (const path of [...documented()].sort()) {
    const fate = fateOf(reads, path);
    if (fate === 'read') continue;
    const parent = path.slice(0, path.lastIndexOf('.'));
    if (!told.has(parent)) fates[fate].push(path);
    told.add(path);
  }
  return fates;
}

interface JsonSchema {
  properties?: Readonly<Record<string, JsonSchema>>;
  additionalProperties?: unknown;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
}

/** The fields that any of several shapes reads. */
function merged(shapes: readonly InputShape[]): InputShape {
  const fields = shapes.filter((shape) => typeof shape === 'object');
  if (fields.length === 0) return true;
  const names = new Set(fields.flatMap((shape) => Object.keys(shape)));
  return Object.fromEntries(
    [...names].map((name) => [
      name,
      merged(fields.flatMap((shape) => (Object.hasOwn(shape, name) ? [shape[name] as InputShape] : []))),
    ]),
  );
}

function shapeOf(schema: JsonSchema): InputShape {
  const choices = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (choices) return merged(choices.map(shapeOf));
  if (schema.items) return shapeOf(schema.items);
  // A record has names of its own, and what refers to itself is taken whole.
  if (!schema.properties || (schema.additionalProperties ?? false) !== false) return true;
  return Object.fromEntries(Object.entries(schema.properties).map(([name, field]) => [name, shapeOf(field)]));
}

const known = new WeakMap<ZodType, InputShape>();

/** What a schema reads of an object: the fields that it names. So an operation whose input is parsed by a schema has its `reads`. */
export function readsOfSchema(schema: ZodType): InputFields {
  const shape =
    known.get(schema) ?? shapeOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', reused: 'inline' }) as JsonSchema);
  known.set(schema, shape);
  return typeof shape === 'object' ? shape : {};
}

/** Holds calls against the schemas of their operations, and against what these read. */
export class Inputs {
  readonly #errors: VendorErrors;
  readonly #emptyQueries = new Map<Operation<WorldSpec>, unknown>();

  constructor(errors: VendorErrors) {
    this.#errors = errors;
  }

  /** The request with its query and body as the schemas read them, or the vendor's refusal: of a value, or of an input that isn't modelled. */
  of(operation: Operation<WorldSpec>, request: TwinRequest, body: unknown): TwinRequest | TwinError {
    const sent = { query: request.query, body };
    const issues: InputIssue[] = [];
    const parse = (schema: ZodType | undefined, part: 'body' | 'query', value: unknown): unknown => {
      if (!schema) return value;
      const parsed = schema.safeParse(value, { reportInput: true });
      if (parsed.success) return parsed.data;
      for (const issue of parsed.error.issues) {
        const received = issue.input;
        const expected = 'expected' in issue ? { expected: String(issue.expected) } : {};
        issues.push({ ...toIssue(issue), ...expected, part, missing: received === undefined, received });
      }
      return undefined;
    };
    const query = request.search === '' ? this.#emptyQuery(operation) : undefined;
    const input = Object.assign(request, {
      query: query ?? parse(operation.query, 'query', request.query),
      body: parse(operation.body, 'body', body ?? {}),
    });
    if (issues.length > 0) return this.#errors.invalidInput(request, issues);
    const unread = unreadInput(operation.inputs, request, sent);
    return unread === undefined ? (input as TwinRequest) : this.#errors.unsupported(request, `the input ${unread}`);
  }

  /** What an operation's query schema makes of no query: the same every time, so it is asked once. */
  #emptyQuery(operation: Operation<WorldSpec>): unknown {
    if (!operation.query) return undefined;
    let parsed = this.#emptyQueries.get(operation);
    if (parsed === undefined) {
      parsed = operation.query.safeParse({}).data;
      this.#emptyQueries.set(operation, parsed);
    }
    return parsed === undefined ? undefined : { ...(parsed as object) };
  }
}
