import { discovery } from '../generated/discovery.ts';

/** A type as the discovery document writes it: https://developers.google.com/discovery/v1/type-format */
export interface WireType {
  id?: string;
  $ref?: string;
  type?: string;
  format?: string;
  enum?: readonly string[];
  items?: WireType;
  properties?: Readonly<Record<string, WireType>>;
  additionalProperties?: WireType;
  location?: string;
  required?: boolean;
  repeated?: boolean;
  default?: string;
  pattern?: string;
}

export interface WireMethod {
  id: string;
  httpMethod: string;
  path: string;
  parameters?: Readonly<Record<string, WireType>>;
  parameterOrder?: readonly string[];
  request?: { $ref: string };
  response?: { $ref: string };
  supportsMediaUpload?: boolean;
  mediaUpload?: {
    accept?: readonly string[];
    maxSize?: string;
    protocols: Readonly<Record<string, { path: string; multipart?: boolean }>>;
  };
}

interface WireResource {
  methods?: Readonly<Record<string, WireMethod>>;
  resources?: Readonly<Record<string, WireResource>>;
}

/** The description of the API, without its prose. */
export interface Discovery extends WireResource {
  kind: string;
  discoveryVersion: string;
  id: string;
  name: string;
  version: string;
  revision: string;
  title: string;
  protocol: string;
  batchPath: string;
  servicePath: string;
  basePath: string;
  parameters: Readonly<Record<string, WireType>>;
  schemas: Readonly<Record<string, WireType>>;
  resources: Readonly<Record<string, WireResource>>;
}

function* methodsIn(resource: WireResource): Generator<WireMethod> {
  yield* Object.values(resource.methods ?? {});
  for (const inner of Object.values(resource.resources ?? {})) yield* methodsIn(inner);
}

const methods = new Map([...methodsIn(discovery)].map((method) => [method.id, method]));

/** @throws when Google documents no such method, so that a misspelt one never loads */
export function wireMethod(id: string): WireMethod {
  const method = methods.get(id);
  if (!method) throw new Error(`the Gmail API has no method ${id}`);
  return method;
}

export const schemaOf = (name: string): WireType | undefined => discovery.schemas[name];

/** Parameters that every method takes. */
export const commonParameters = discovery.parameters;

/** The documented methods as `METHOD /path/{template}`. */
export const documentedOperations: readonly string[] = [...methods.values()].map(
  ({ httpMethod, path }) => `${httpMethod} /${path}`,
);

/** The document for clients that build themselves from it, pointing to where this twin stands. */
export function discoveryDocument(base: string): object {
  return { ...discovery, rootUrl: `${base}/`, baseUrl: `${base}/`, auth: AUTH };
}

const AUTH = { oauth2: { scopes: { 'https://mail.google.com/': { description: 'Read, compose, send and delete all mail.' } } } };
