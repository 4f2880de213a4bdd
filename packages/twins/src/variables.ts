import { hasTokenAlias } from './index.ts';

interface Endpoint {
  api_url: string;
  mcp_url: string;
  /** The twin at the root of a host, for clients that drop a path. Null where the service's twins have no such host. */
  root_url?: string | null;
}

/** Where twins are reached, by twin id. */
export type Endpoints = Readonly<Record<string, Endpoint>>;

/** The variables by which agents and their users find twins. */
export function twinVariables(endpoints: Endpoints, token: string): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const [twin, { api_url, mcp_url, root_url }] of Object.entries(endpoints)) {
    const name = twin.toUpperCase();
    variables[`SVC_${name}_REST_URL`] = api_url;
    variables[`SVC_${name}_MCP_URL`] = mcp_url;
    if (root_url) variables[`SVC_${name}_ROOT_URL`] = root_url;
    if (hasTokenAlias(twin)) variables[`SVC_${name}_TOKEN`] = token;
  }
  return { ...variables, SVC_AUTH_TOKEN: token };
}
