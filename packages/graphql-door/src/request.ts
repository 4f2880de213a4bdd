import { readJson } from '@svc/twin-kit';

/** A GraphQL request over HTTP. */
export interface GraphqlRequest {
  query: string;
  variables?: Record<string, unknown> | null | undefined;
  operationName?: string | null | undefined;
}

/** The request that a body holds; undefined where it holds none. */
export function readRequest(body: Buffer): GraphqlRequest | undefined {
  try {
    const request = readJson(body.toString('utf8')) as Partial<GraphqlRequest> | null;
    return typeof request?.query === 'string' ? (request as GraphqlRequest) : undefined;
  } catch {
    return undefined;
  }
}
