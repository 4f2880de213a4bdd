import { RawJson, type Reply } from '@svc/twin-kit';
import {
  executeSync,
  type GraphQLError,
  type GraphQLSchema,
  getNamedType,
  isListType,
  isNonNullType,
  type OperationDefinitionNode,
} from 'graphql';
import { BadRequest, type Extensions, LinearError, Unsupported } from '../errors.ts';
import type { LinearContext } from '../world.ts';
import { actionName } from './action-name.ts';
import { Answers } from './answers.ts';
import { complexityOf, MAX_COMPLEXITY } from './complexity.ts';
import { Documents, fragmentsOf, operationOf, rootFields } from './documents.ts';
import { Graph } from './graph.ts';
import { mutations } from './roots/mutations.ts';
import { queries } from './roots/queries.ts';
import { atTime } from './scalars.ts';
import { buildLinearSchema, readField } from './schema.ts';

/** A GraphQL request over HTTP. */
export interface GraphqlRequest {
  query: string;
  variables?: Record<string, unknown> | null | undefined;
  operationName?: string | null | undefined;
}

const BAD_REQUEST = 400;
const NOT_IMPLEMENTED = 501;
const ROOTS = { query: queries, mutation: mutations, subscription: {} } as const;

/** The schema and what is remembered of requests on it; one for all worlds of a process. */
class LinearGraphql {
  readonly schema: GraphQLSchema = buildLinearSchema();
  readonly #documents = new Documents(this.schema);
  readonly #answers = new Answers();

  /** Carries out a request inside the call's transaction. */
  execute(context: LinearContext, request: GraphqlRequest): Reply {
    const key = JSON.stringify([context.links.base, request.query, request.variables, request.operationName]);
    const kept = this.#answers.find(context.world, key);
    if (kept) return kept;
    const prepared = this.#documents.prepare(request.query);
    if (!prepared.ok) return refused(prepared.errors);
    const operation = operationOf(prepared.document, request.operationName);
    if (!operation) {
      const known = request.operationName == null ? undefined : `Unknown operation named "${request.operationName}".`;
      return refused([new BadRequest(known ?? 'Must provide operation name if query contains multiple operations.')]);
    }
    const fragments = fragmentsOf(prepared.document);
    const fields = rootFields(operation.selectionSet, fragments).map((field) => field.name.value);
    const action = this.#actionOf(operation, fields);
    const missing = fields.find((name) => !name.startsWith('__') && !Object.hasOwn(ROOTS[operation.operation], name));
    if (missing !== undefined) return unsupported(new Unsupported(`${operation.operation} ${missing}`), action);
    const root = this.schema.getRootType(operation.operation);
    if (!root) return refused([new BadRequest(`There are no ${operation.operation} operations.`)]);
    const complexity = complexityOf(this.schema, root, operation.selectionSet, fragments, request.variables ?? {});
    if (complexity > MAX_COMPLEXITY) return refused([new BadRequest('Query too complex')], action);
    const graph = new Graph(context);
    const result = atTime(context.now, () =>
      executeSync({
        schema: this.schema,
        document: prepared.document,
        contextValue: graph,
        variableValues: request.variables ?? {},
        operationName: request.operationName ?? null,
        fieldResolver: readField as never,
        // Every notification of the twin is about an issue, and no other abstract type is answered.
        typeResolver: () => 'IssueNotification',
      }),
    );
    // Variables that don't fit end an execution before it begins: there is no data.
    if (!('data' in result)) return refused(result.errors ?? [], action);
    const reply = answered(result, action);
    if (operation.operation === 'query' && !result.errors && !graph.timeDependent) {
      this.#answers.keep(context.world, key, reply, (reply.body as RawJson).text.length);
    }
    return reply;
  }

  #actionOf({ operation }: OperationDefinitionNode, [first]: readonly string[]): string {
    const type = this.schema.getRootType(operation)?.getFields()[first ?? '']?.type;
    const isList =
      type !== undefined &&
      (getNamedType(type).name.endsWith('Connection') || isListType(isNonNullType(type) ? type.ofType : type));
    return actionName(operation, first ?? '', isList);
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

function answered({ data, errors }: { data?: unknown; errors?: readonly GraphQLError[] }, action: string): Reply {
  if (!errors) return { status: 200, body: new RawJson(JSON.stringify({ data })), action };
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
  const body = { errors: shown.map(({ original: _original, ...entry }) => entry), data };
  return { status: 200, body: new RawJson(JSON.stringify(body)), action };
}
