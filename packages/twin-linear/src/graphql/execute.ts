import { Answers, Documents, type Executed, type GraphqlRequest, type PreparedOperation, readRequest } from '@svc/graphql-door';
import { type AskedNames, RawJson, type Reply } from '@svc/twin-kit';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { BadRequest, type Extensions, LinearError, TooComplex, Unsupported } from '../errors.ts';
import type { LinearContext } from '../world.ts';
import { MAX_COMPLEXITY } from './complexity.ts';
import { type Examined, linearDoor } from './door.ts';
import { Graph } from './graph.ts';
import { atTime } from './scalars.ts';
import { buildLinearSchema } from './schema.ts';

const BAD_REQUEST = 400;
const NOT_IMPLEMENTED = 501;

/** The schema and what is remembered of requests on it; one for all worlds of a process. */
class LinearGraphql {
  readonly schema: GraphQLSchema = buildLinearSchema();
  readonly #documents = new Documents(linearDoor(this.schema));
  readonly #answers = new Answers();

  /** The root fields and actions that a request asks for; undefined where it can't be carried out. */
  asked({ query, operationName }: GraphqlRequest): AskedNames | undefined {
    const prepared = this.#documents.prepare(query);
    const operation = prepared.ok ? prepared.operations.find(operationName) : undefined;
    return operation && { operations: operation.fields, tools: operation.actions, reads: operation.kind === 'query' };
  }

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
    if (kept) {
      // One action is the call's own.
      if (kept.actions.length > 1) for (const action of kept.actions) context.action(action, () => {});
      return kept.reply;
    }
    const { reply, lasting } = this.#carryOut(context, request, operation);
    if (lasting) this.#answers.keep(context.world, key, { reply, actions: lasting }, (reply.body as RawJson).text.length);
    return reply;
  }

  /** @returns the answer, and what was done for it where it holds for as long as nothing is written */
  #carryOut(
    context: LinearContext,
    request: GraphqlRequest,
    operation: PreparedOperation<Graph, Examined>,
  ): { reply: Reply; lasting?: readonly string[] | undefined } {
    const { kind, action } = operation;
    const { missing, complexity } = operation.found;
    const given = request.variables ?? {};
    const refuse = (reply: Reply): { reply: Reply } => {
      if (operation.actions.length > 1) for (const asked of operation.actions) context.refuseAction(asked);
      return { reply };
    };
    if (missing !== undefined) return refuse(unsupported(new Unsupported(`${kind} ${missing}`), action));
    if (!operation.root) return { reply: refused([new BadRequest(`There are no ${kind} operations.`)]) };
    const points = complexity.of(given);
    if (points > MAX_COMPLEXITY) return refuse(refused([new TooComplex(points, MAX_COMPLEXITY)], action));
    const priced = (reply: Reply): Reply => ({
      ...reply,
      headers: { ...reply.headers, 'x-complexity': String(Math.round(points)) },
    });
    return atTime(context.now, () => {
      const variables = operation.variables.coerce(given);
      if ('errors' in variables) return refuse(refused(variables.errors, action));
      const graph = new Graph(context);
      return operation.run(variables.coerced, (program) => {
        const executed = program.execute(graph, variables.coerced);
        const lasts = executed.errors.length === 0 && !graph.timeDependent;
        return { reply: priced(answered(executed, program.actions[0])), lasting: lasts ? program.actions : undefined };
      });
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

/** What the body of a call asks for. */
export function asked(body: Buffer): AskedNames | undefined {
  const request = readRequest(body);
  return request && graphql().asked(request);
}

/** Carries out a request. */
export const execute = (context: LinearContext, request: GraphqlRequest): Reply => graphql().execute(context, request);

const REQUEST_FAULT: Extensions = {
  http: { status: BAD_REQUEST, headers: {} },
  code: 'GRAPHQL_VALIDATION_FAILED',
  type: 'graphql error',
  userError: true,
};

/** A request that was not carried out: Linear answers 400 with the faults and no data. */
function refused(errors: readonly (GraphQLError | LinearError)[], action?: string): Reply {
  const body = {
    errors: errors.map((error) =>
      error instanceof LinearError
        ? { message: error.title, extensions: error.extensions }
        : { message: error.message, ...(error.locations && { locations: error.locations }), extensions: REQUEST_FAULT },
    ),
  };
  return { status: BAD_REQUEST, body, ...(action !== undefined && { action }) };
}

const unsupported = (error: Unsupported, action: string | undefined): Reply => ({
  status: NOT_IMPLEMENTED,
  body: error.body,
  ...(action !== undefined && { action }),
  fidelity: 'unsupported',
});

/** @param action the first that was carried out; none where all fields are skipped */
function answered({ data, errors, refused: isRefused }: Executed, action: string | undefined): Reply {
  const stamp = { ...(action !== undefined && { action }), ...(isRefused && { refused: isRefused }) };
  if (errors.length === 0) return { status: 200, body: new RawJson(`{"data":${data}}`), ...stamp };
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
  return { status: 200, body: new RawJson(`{"errors":${entries},"data":${data}}`), ...stamp };
}
