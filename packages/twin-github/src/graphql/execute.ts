import {
  Documents,
  type Executed,
  type GraphqlRequest,
  type PreparedOperation,
  readRequest,
  type SchemaForm,
  schemaOf,
} from '@svc/graphql-door';
import { type AskedNames, RawJson, type Reply } from '@svc/twin-kit';
import type { GraphQLError, GraphQLSchema } from 'graphql';
import { viewerOf } from '../actions/access.ts';
import { GithubError, Unsupported } from '../errors.ts';
import { schemaText } from '../generated/graphql-schema.ts';
import type { GithubContext } from '../world.ts';
import { type Examined, githubDoor } from './door.ts';
import { Graph, GraphRefusal } from './graph.ts';
import { entryOf, faultOf } from './refusals.ts';

const NOT_IMPLEMENTED = 501;

/** GitHub's whole schema. */
export const githubSchema = (): GraphQLSchema => schemaOf(JSON.parse(schemaText) as SchemaForm);

type Operation = PreparedOperation<Graph, Examined>;

/** The schema and what is remembered of requests on it; one for all worlds of a process. */
class GithubGraphql {
  readonly schema = githubSchema();
  readonly #documents = new Documents(githubDoor(this.schema));

  /** The root fields and actions that a request asks for; undefined where it can't be carried out. */
  asked({ query, operationName }: GraphqlRequest): AskedNames | undefined {
    const prepared = this.#documents.prepare(query);
    const operation = prepared.ok ? prepared.operations.find(operationName) : undefined;
    return operation && { operations: operation.fields, tools: operation.actions, reads: operation.kind === 'query' };
  }

  /** Carries out a request inside the call's transaction. GitHub answers 200 whatever comes of it. */
  execute(context: GithubContext, request: GraphqlRequest): Reply {
    const prepared = this.#documents.prepare(request.query);
    if (!prepared.ok) return refused(prepared.errors);
    const operation = prepared.operations.find(request.operationName);
    if (operation) return this.#carryOut(context, request, operation);
    const message =
      request.operationName == null ? 'An operation name is required' : `No operation named "${request.operationName}"`;
    return refused([new GraphRefusal('UNPROCESSABLE', message)]);
  }

  #carryOut(context: GithubContext, request: GraphqlRequest, operation: Operation): Reply {
    const { kind, action, found } = operation;
    const refuse = (reply: Reply): Reply => {
      if (operation.actions.length > 1) for (const asked of operation.actions) context.refuseAction(asked);
      return reply;
    };
    if (!operation.root) return refused([new GraphRefusal('UNPROCESSABLE', `Schema is not configured for ${kind}s`)]);
    if (found.modelled.missing !== undefined) return refuse(unsupported(found.modelled.missing, action));
    const variables = operation.variables.coerce(request.variables ?? {});
    if ('errors' in variables) return refuse(refused(variables.errors, action));
    const { coerced } = variables;
    const unread = found.modelled.unread(coerced);
    if (unread !== undefined) return refuse(unsupported(unread, action));
    try {
      const graph = new Graph(context, found.cost(coerced));
      return operation.run(coerced, (program) => answered(program.execute(graph, coerced), operation, context));
    } catch (error) {
      if (error instanceof GraphRefusal) return refuse(refused([error], action));
      throw error;
    }
  }
}

let instance: GithubGraphql | undefined;

/** The schema is built on first use. */
function graphql(): GithubGraphql {
  instance ??= new GithubGraphql();
  return instance;
}

/** Builds what the first call would wait for. */
export const prepare = (): void => void graphql();

/** What the body of a call asks for. */
export function asked(body: Buffer): AskedNames | undefined {
  const request = readRequest(body);
  return request && graphql().asked(request);
}

/** Carries out a request. */
export const execute = (context: GithubContext, request: GraphqlRequest): Reply => graphql().execute(context, request);

/** A request that was not carried out. */
const refused = (errors: readonly (GraphQLError | GraphRefusal)[], action?: string): Reply => ({
  status: 200,
  body: { errors: errors.map(faultOf) },
  refused: true,
  ...(action !== undefined && { action }),
});

/** The whole request is refused loudly: nothing of it was read or changed. */
const unsupported = (what: string, action: string | undefined): Reply => {
  const { message } = new Unsupported(`${what} of its GraphQL API`);
  return {
    status: NOT_IMPLEMENTED,
    body: { message, errors: [{ type: 'NOT_IMPLEMENTED', message }], documentation_url: 'https://docs.github.com/graphql' },
    ...(action !== undefined && { action }),
    fidelity: 'unsupported',
  };
};

function answered({ data, errors, refused: isRefused }: Executed, operation: Operation, context: GithubContext): Reply {
  const stamp = { action: operation.action, ...(isRefused && { refused: isRefused }) };
  if (errors.length === 0) return { status: 200, body: new RawJson(`{"data":${data}}`), ...stamp };
  const isMutation = operation.kind === 'mutation';
  const entries = errors.map((error) => {
    const { originalError } = error;
    // Anything else is a fault of the twin: it goes to the kit's only catch.
    if (!(originalError instanceof GithubError)) throw originalError ?? error;
    if (originalError instanceof Unsupported) throw originalError;
    return entryOf(error, originalError, {
      isMutation,
      login: viewerOf(context).login,
      field: error.nodes?.[0] && rootFieldOf(error),
    });
  });
  return { status: 200, body: new RawJson(`{"data":${data},"errors":${JSON.stringify(entries)}}`), ...stamp };
}

/** The name of the field that was refused, as the schema has it. */
function rootFieldOf({ nodes }: GraphQLError): string | undefined {
  const [node] = nodes ?? [];
  return node?.kind === 'Field' ? node.name.value : undefined;
}
