import { type Containment, contain } from '../contain/containment.ts';
import { oneLine } from '../output.ts';
import type { Endpoints } from '../variables.ts';
import type { RunContext } from './context.ts';

/** What the agent wanted to reach besides its twins and what was allowed, in the folder of its run. */
export const REFUSED_FILE = 'refused-connections.json';

/** Contains an agent: it reaches its twins, what leads it there, and what the caller allows. */
export function openContainment(
  { endpoints = {}, variables = {} }: { endpoints?: Endpoints; variables?: object },
  { contain: allowed = [], line }: Pick<RunContext, 'contain' | 'line'>,
): Promise<Containment> {
  const addresses = Object.values(endpoints).flatMap(({ api_url, mcp_url, root_url }) =>
    [api_url, mcp_url, root_url].filter((address) => typeof address === 'string'),
  );
  return contain({ addresses, variables, allowed }, ({ host, port }) =>
    line(
      `  refused  ${oneLine(port === null ? `the address of ${host}` : `a connection to ${host}:${port}`)}, which is none of its twins`,
    ),
  );
}
