import {
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  getNamedType,
  isListType,
  isNonNullType,
  isObjectType,
} from 'graphql';
import type { Page } from '../lists/page.ts';
import type { AnyRecord } from '../model.ts';
import type { Graph } from './graph.ts';

/** What stands in for a value that the schema wants and the twin doesn't model. */
const EMPTY: Readonly<Record<string, unknown>> = { Boolean: false, Float: 0, JSONObject: {}, String: '' };

const CHILD = /^(.+?)(?:WithDescription)?ChildWebhookPayload$/;

const objectIn = (schema: GraphQLSchema, name: string): GraphQLObjectType | undefined => {
  const type = schema.getType(name);
  return isObjectType(type) ? type : undefined;
};

/**
 * A record as webhooks show it (https://linear.app/developers/webhooks#data-change-events-payload). The schema says which
 * fields that are (`IssueWebhookPayload`), and the graph what they hold (`Issue`).
 *
 * @returns undefined where no webhook tells of such records
 */
export function webhookData(
  schema: GraphQLSchema,
  graph: Graph,
  type: string,
  record: AnyRecord,
): Record<string, unknown> | undefined {
  const payload = objectIn(schema, `${type}WebhookPayload`);
  return payload && new Rendering(schema, graph).object(payload, type, record);
}

class Rendering {
  readonly #schema: GraphQLSchema;
  readonly #graph: Graph;

  constructor(schema: GraphQLSchema, graph: Graph) {
    this.#schema = schema;
    this.#graph = graph;
  }

  object(payload: GraphQLObjectType, type: string, record: AnyRecord): Record<string, unknown> {
    const fields = objectIn(this.#schema, type)?.getFields() ?? {};
    const shown: Record<string, unknown> = {};
    for (const [name, field] of Object.entries(payload.getFields())) {
      const resolve = fields[name]?.resolve;
      // The resolvers of the graph read three arguments only; the fourth is for those of graphql-js itself.
      const value = resolve ? resolve(record, {}, this.#graph, undefined as never) : record[name];
      const rendered = this.#value(field.type, value);
      if (rendered !== undefined) shown[name] = rendered;
    }
    return shown;
  }

  #value(type: GraphQLOutputType, value: unknown): unknown {
    const required = isNonNullType(type);
    const inner = required ? type.ofType : type;
    if (isListType(inner)) return this.#list(inner.ofType, value, required);
    const child = isObjectType(inner) ? CHILD.exec(inner.name)?.[1] : undefined;
    if (isObjectType(inner)) {
      return child === undefined || value === null || value === undefined
        ? undefined
        : this.object(inner, child, value as AnyRecord);
    }
    if (value !== null && value !== undefined) return inner.toString() === 'String' ? asText(value) : value;
    return required ? EMPTY[inner.toString()] : (value as null | undefined);
  }

  #list(item: GraphQLOutputType, value: unknown, required: boolean): unknown {
    const items = Array.isArray(value) ? value : (value as Page | null | undefined)?.nodes;
    if (!items) return required ? [] : undefined;
    // Lists of numbers and ids are as the record has them.
    return isObjectType(getNamedType(item)) ? items.map((one) => this.#value(item, one)) : items;
  }
}

const asText = (value: unknown): unknown => (typeof value === 'object' ? JSON.stringify(value) : String(value));
