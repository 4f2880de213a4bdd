import { RawJson, type Reply } from '@svc/twin-kit';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { BadRequest, type Extensions, LinearError, Unsupported } from '../errors.ts';
import type { LinearContext } from '../world.ts';
import { Answers } from './answers.ts';
import { MAX_COMPLEXITY } from './complexity.ts';
import { Documents } from './documents.ts';
import { Graph } from './graph.ts';
import type { PreparedOperation } from './prepared-operation.ts';
import type { Executed } from './program.ts';
import { atTime } from './scalars.ts';
import { buildLinearSchema } from './schema.ts';

/** A GraphQL request over HTTP. */
export interface GraphqlRequest {
  query: string;
  variables?: Record<string, unknown> | null | undefined;
  operationName?: string | null | undefined;
}

const BAD_REQUEST = 400;
const NOT_IMPLEMENTED = 501;

/** The schema and what is remembered of requests on it; one for all worlds of a process. */
class LinearGraphql {
  readonly schema: GraphQLSchema = buildLinearSchema();
  readonly #documents = new Documents(this.schema);
  readonly #answers = new Answers();

  /** Carries out a request inside the call's transaction. */
  execute(context: LinearContext, request: GraphqlRequest): Reply {
    const prepared = this.#documents.prepare(request.query);
    if (!prepared.ok) return refused(prepared.errors);
    const operation = prepared.operations.find(request.operationName);
    if (!operation) {
      const known = request.operationName == null ? undefined : `Unknown operation named "${request.operationName}".`;
      return refused([new BadRequest(known ?? 'Must provide operation name if query contains multiple operations.')]);
    }
    if (operation.kind !== 'query') return this.#carryOut(context, request, operation).reply;
    const key = `${operation.serial} ${context.links.base} ${request.variables ? JSON.stringify(request.variables) : ''}`;
    const kept = this.#answers.find(context.world, key);
    if (kept) return kept;
    const { reply, lasting } = this.#carryOut(context, request, operation);
    if (lasting) this.#answers.keep(context.world, key, reply, (reply.body as RawJson).text.length);
    return reply;
  }

  /** @returns the answer, and whether it holds for as long as nothing is written */
  #carryOut(context: LinearContext, request: GraphqlRequest, operation: PreparedOperation): { reply: Reply; lasting?: boolean } {
    const { kind, action, missing } = operation;
    const given = request.variables ?? {};
    if (missing !== undefined) return { reply: unsupported(new Unsupported(`${kind} ${missing}`), action) };
    if (!operation.root) return { reply: refused([new BadRequest(`There are no ${kind} operations.`)]) };
    if (operation.complexity.of(given) > MAX_COMPLEXITY) return { reply: refused([new BadRequest('Query too complex')], action) };
    return atTime(context.now, () => {
      const variables = operation.variables.coerce(given);
      if ('errors' in variables) return { reply: refused(variables.errors, action) };
      const graph = new Graph(context);
      const executed = operation.run(variables.coerced, (program) => program.execute(graph, variables.coerced));
      return { reply: answered(executed, action), lasting: executed.errors.length === 0 && !graph.timeDependent };
    });
  }
}

let instance: LinearGraphql | undefined;

/** The schema is built on first use. */
function graphql(): LinearGraphql {
  instance ??= new LinearGraphql();
  return instance;
}

export const linearSchema = (): GraphQLSchema => graphql().schema;

/** Carries out a request. */
export const execute = (context: LinearContext, request: GraphqlRequest): Reply => graphql().execute(context, request);

const REQUEST_FAULT: Extensions = {
  http: { status: BAD_REQUEST, headers: {} },
  code: 'GRAPHQL_VALIDATION_FAILED',
  type: 'graphql error',
  userError: true,
};

/** A request that was not carried out: Linear answers 400 with the faults and no data. */
function refused(errors: readonly (GraphQLError | BadRequest)[], action?: string): Reply {
  const body = {
    errors: errors.map((error) =>
      error instanceof BadRequest
        ? { message: error.title, extensions: error.extensions }
        : { message: error.message, ...(error.locations && { locations: error.locations }), extensions: REQUEST_FAULT },
    ),
  };
  return { status: BAD_REQUEST, body, ...(action !== undefined && { action }) };
}

const unsupported = (error: Unsupported, action: string): Reply => ({
  status: NOT_IMPLEMENTED,
  body: error.body,
  action,
  fidelity: 'unsupported',
});

function answered({ data, errors }: Executed, action: string): Reply {
  if (errors.length === 0) return { status: 200, body: new RawJson(`{"data":${data}}`), action };
  const shown = errors.map((error) => {
    const { originalError } = error;
    // Anything else is a fault of the twin: it goes to the kit's only catch.
    if (!(originalError instanceof LinearError)) throw originalError ?? error;
    return {
      original: originalError,
      message: originalError.title,
      path: error.path,
      locations: error.locations,
      extensions: originalError.extensions,
    };
  });
  const missing = shown.find(({ original }) => original instanceof Unsupported)?.original;
  if (missing) return unsupported(missing as Unsupported, action);
  const entries = JSON.stringify(shown.map(({ original: _original, ...entry }) => entry));
  return { status: 200, body: new RawJson(`{"errors":${entries},"data":${data}}`), action };
}
