import type { ZodType } from 'zod';
import type { InputIssue, Operation, VendorErrors } from '../definition.ts';
import type { TwinError } from '../errors.ts';
import { toIssue } from '../seeds.ts';
import type { WorldSpec } from '../world/collection.ts';
import type { TwinRequest } from './request.ts';

/** Holds calls against the schemas of their operations. */
export class Inputs {
  readonly #errors: VendorErrors;
  readonly #emptyQueries = new Map<Operation<WorldSpec>, unknown>();

  constructor(errors: VendorErrors) {
    this.#errors = errors;
  }

  /** The request with its query and body as the schemas read them, or the vendor's refusal. */
  of(operation: Operation<WorldSpec>, request: TwinRequest, body: unknown): TwinRequest | TwinError {
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
    return issues.length > 0 ? this.#errors.invalidInput(request, issues) : (input as TwinRequest);
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
