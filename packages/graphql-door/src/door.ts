import type {
  FieldNode,
  GraphQLAbstractType,
  GraphQLError,
  GraphQLFieldResolver,
  GraphQLObjectType,
  GraphQLOutputType,
  GraphQLSchema,
  OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import type { Fragments } from './selections.ts';

/** What executing needs of the call: its actions stand one by one on the tape. */
export interface Actions {
  savepoint<R>(work: () => R): R;
  action<R>(tool: string | null, work: () => R): R;
  refuseAction(tool: string | null): void;
}

/** What resolvers get beside record and arguments. */
export interface Carried {
  readonly context: Actions;
}

/** Resolved arguments of a field. */
export type Values = Readonly<Record<string, unknown>>;

/** An operation of a valid document as a vendor looks at it before it is carried out. */
export interface Asked {
  operation: OperationDefinitionNode;
  root: GraphQLObjectType | undefined;
  fragments: Fragments;
  /** The fields of its root, those in fragments included. */
  fields: readonly string[];
}

/** What a vendor says of its own GraphQL. `G` is what its resolvers get, `X` what it finds out of an operation once. */
export interface Door<G extends Carried, X> {
  readonly schema: GraphQLSchema;
  /** The action of a field of an operation's root as the tape calls it. */
  action(operation: `${OperationTypeNode}`, root: GraphQLObjectType | undefined, field: FieldNode): string;
  /** What is found out of an operation once, however often it is carried out. */
  examine(asked: Asked): X;
  /** Reads a field that the schema has no resolver of. */
  reader(name: string, type: GraphQLOutputType, parent: GraphQLObjectType): GraphQLFieldResolver<unknown, G>;
  /** The name of the object type that a value of an abstract type has. @throws where it has none */
  typeOf(value: unknown, type: GraphQLAbstractType): string;
  /** The vendor's refusal of a value that doesn't fit its place. */
  badValue(message: string): Error;
  /** True for a fault of a document that the vendor doesn't look for. Left out: it looks for all. */
  allows?(fault: GraphQLError): boolean;
  /** True for a written value that means something else with each call. Left out: there is none. */
  isMoving?(text: string): boolean;
}
