import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { discovery } from '../src/generated/discovery.ts';
import type { WireMethod, WireType } from '../src/wire/discovery.ts';

// Google's discovery document of the Gmail API, as generated into this package without its prose. Where the document itself
// lies beside the repository, a test holds the two together.
const vendorFile = join(import.meta.dirname, '../../../../shared/vendor/gmail/gmail.v1.discovery.json');

/** Google's own document, where it is at hand. */
export const vendorDocument = (): Record<string, unknown> | undefined =>
  existsSync(vendorFile) ? (JSON.parse(readFileSync(vendorFile, 'utf8')) as Record<string, unknown>) : undefined;

const PATTERNS: Readonly<Record<string, string>> = {
  byte: '^[A-Za-z0-9_-]*={0,2}$',
  int64: '^-?\\d+$',
  uint64: '^\\d+$',
};

/** A type of the discovery document as JSON Schema; fields that it doesn't name are refused. */
function jsonSchema(type: WireType): object {
  if (type.$ref !== undefined) return { $ref: `#/$defs/${type.$ref}` };
  if (type.type === 'array') return { type: 'array', items: jsonSchema(type.items ?? {}) };
  if (type.type === 'object') {
    const properties = Object.fromEntries(
      Object.entries(type.properties ?? {}).map(([name, field]) => [name, jsonSchema(field)]),
    );
    return { type: 'object', properties, additionalProperties: false };
  }
  const pattern = type.type === 'string' ? PATTERNS[type.format ?? ''] : undefined;
  return { type: type.type, ...(type.enum && { enum: type.enum }), ...(pattern && { pattern }) };
}

const $defs = Object.fromEntries(Object.entries(discovery.schemas).map(([name, type]) => [name, jsonSchema(type)]));
const ajv = new Ajv({ strict: false, allErrors: true });
ajv.addSchema({ $id: 'gmail', $defs });

/** Google's error envelope (guide "Resolve errors"). */
const ERROR = {
  type: 'object',
  required: ['error'],
  additionalProperties: false,
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'errors', 'status'],
      additionalProperties: false,
      properties: {
        code: { type: 'integer' },
        message: { type: 'string', minLength: 1 },
        status: { type: 'string', pattern: '^[A-Z_]+$' },
        errors: {
          type: 'array',
          minItems: 1,
          items: {
            type: 'object',
            required: ['message', 'domain', 'reason'],
            additionalProperties: false,
            properties: {
              message: { type: 'string' },
              domain: { const: 'global' },
              reason: { type: 'string', pattern: '^[a-z][A-Za-z]+$' },
              location: { type: 'string' },
              locationType: { enum: ['header', 'parameter'] },
            },
          },
        },
        details: { type: 'array', items: { type: 'object', required: ['@type'] } },
      },
    },
  },
};
const isErrorEnvelope = ajv.compile(ERROR);

interface Documented extends WireMethod {
  pattern: RegExp;
}

function methodsIn(resource: object): Documented[] {
  const { methods = {}, resources = {} } = resource as {
    methods?: Record<string, WireMethod>;
    resources?: Record<string, object>;
  };
  const own = Object.values(methods).map((method) => ({
    ...method,
    pattern: new RegExp(
      `^/${method.path
        .split(/\{\w+\}/)
        .map(RegExp.escape)
        .join('[^/]+')}$`,
    ),
  }));
  return [...own, ...Object.values(resources).flatMap(methodsIn)];
}

export const documentedMethods = methodsIn(discovery);

/** The documented method at an address, literal segments first. Uploads are calls of the method that they are for; stray slashes don't count. */
export function methodAt(verb: string, path: string): Documented | undefined {
  const whole = path.replaceAll(/\/+/g, '/').replace(/\/$/, '');
  const plain = whole.replace(/^(?:\/resumable)?\/upload(?=\/)/, '');
  const verbs = plain !== whole && verb === 'PUT' ? ['PUT', 'POST'] : [verb];
  const found = documentedMethods.filter(({ httpMethod, pattern }) => verbs.includes(httpMethod) && pattern.test(plain));
  return found.sort((one, other) => one.path.split('{').length - other.path.split('{').length)[0];
}

/** What is wrong with an answer by Google's description, if anything: partial ones fit all the same, since no field is required. */
export function answerFault(
  verb: string,
  path: string,
  { status, headers }: { status: number; headers: Headers },
  text: string,
): string | undefined {
  if (!/^\/(gmail|upload|resumable)\//.test(path)) return undefined;
  // Google's frontend answers unknown paths with a page, and open uploads without a body.
  if (status === 308 || headers.has('x-guploader-uploadid')) return undefined;
  if (status === 404 && !headers.get('content-type')?.startsWith('application/json')) return undefined;
  try {
    expectConforms(verb, path, status, text === '' ? undefined : JSON.parse(text));
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** @throws when an answer isn't what the discovery document, or the error guide, says */
export function expectConforms(verb: string, path: string, status: number, body: unknown): void {
  const what = `${verb} ${path} ${status}`;
  if (status >= 400) {
    if (!isErrorEnvelope(body)) throw new Error(`${what} is no error of Google's: ${ajv.errorsText(isErrorEnvelope.errors)}`);
    // What isn't modelled is 501, and 400 to clients that would repeat it.
    const { code } = (body as { error: { code: number } }).error;
    if (code !== status && !(code === 501 && status === 400)) throw new Error(`${what} names another code`);
    return;
  }
  const method = methodAt(verb, path);
  if (!method) throw new Error(`${what}: no such method`);
  const expected = method.response ? 200 : 204;
  if (status !== expected) throw new Error(`${what}: the method answers ${expected}`);
  if (!method.response) return;
  const validate = ajv.getSchema(`gmail#/$defs/${method.response.$ref}`);
  if (!validate) throw new Error(`${what}: no schema ${method.response.$ref}`);
  if (!validate(body)) throw new Error(`${what} is no ${method.response.$ref}: ${ajv.errorsText(validate.errors)}`);
}
