import { openApiDocument } from '@svc/contract';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

type Json = Record<string, unknown>;
interface Described {
  statuses: Map<string, { type: string; validate: ValidateFunction } | null>;
}

/**
 * Holds answers against the API's own description: status, content type and body, where objects may have no field that isn't
 * described. Clients accept such fields; our own tests don't.
 */
export class Description {
  readonly #operations: { method: string; path: RegExp; name: string; described: Described }[] = [];

  constructor() {
    const document = closed(openApiDocument()) as { paths: Record<string, Record<string, Json>>; components: Json };
    const ajv = new Ajv2020({ strict: false, allErrors: true });
    formats.default(ajv);
    ajv.addSchema(document, 'openapi');
    for (const [path, item] of Object.entries(document.paths)) {
      for (const method of Object.keys(item)) {
        const name = `${method.toUpperCase()} ${path}`;
        const pattern = new RegExp(`^${path.replaceAll('.', '\\.').replace('{id}', '[^/]+')}$`);
        this.#operations.push({
          method: method.toUpperCase(),
          path: pattern,
          name,
          described: describe(document, path, method, ajv),
        });
      }
    }
  }

  /** @throws when an answer of a described operation isn't as described. */
  check(method: string, path: string, answer: { status: number; contentType: string | null; text: string }): void {
    const operation = this.#operations.find((one) => one.method === method && one.path.test(path));
    if (!operation) return;
    const failure = (reason: string) =>
      new Error(`${operation.name} → ${answer.status}: ${reason}\n${answer.text.slice(0, 500)}`);
    const described = operation.described.statuses.get(String(answer.status));
    if (described === undefined) throw failure('the status is not described');
    if (described === null) {
      if (answer.text !== '') throw failure('no body is described');
      return;
    }
    if (answer.contentType?.split(';')[0] !== described.type) throw failure(`the content type is ${answer.contentType}`);
    const body = described.type === 'application/json' ? JSON.parse(answer.text) : answer.text;
    if (!described.validate(body)) throw failure(JSON.stringify(described.validate.errors, null, 1));
  }
}

function describe(document: object, path: string, method: string, ajv: Ajv2020): Described {
  const at = ['paths', path, method, 'responses'];
  const statuses: Described['statuses'] = new Map();
  for (const status of Object.keys(get(document, at))) {
    const { $ref } = get(document, [...at, status]) as { $ref?: string };
    const place = $ref ? $ref.slice(2).split('/') : [...at, status];
    const [type] = Object.keys((get(document, place).content ?? {}) as Json);
    const pointer = [...place, 'content', type ?? '', 'schema'].map(escapeToken).join('/');
    statuses.set(status, type === undefined ? null : { type, validate: ajv.compile({ $ref: `openapi#/${pointer}` }) });
  }
  return { statuses };
}

const get = (value: object, keys: readonly string[]): Json => keys.reduce((at, key) => at[key] as Json, value as Json);

/** JSON pointer (RFC 6901) in a URI fragment. */
const escapeToken = (token: string): string => encodeURIComponent(token.replaceAll('~', '~0').replaceAll('/', '~1'));

function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const copy = Object.fromEntries(Object.entries(part).map(([key, value]) => [key, closed(value)]));
  const isObjectSchema = copy.type === 'object' && typeof copy.properties === 'object' && copy.additionalProperties === undefined;
  return isObjectSchema ? { ...copy, additionalProperties: false } : copy;
}
