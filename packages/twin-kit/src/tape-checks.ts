import type { Outcome, TapeScan } from './checks.ts';
import { Recent } from './recent.ts';
import type { TapeRow } from './tape/row.ts';

/** Path and query of a call below the session prefix. */
export const pathOf = (row: Pick<TapeRow, 'path'>): string => row.path.replace(/^\/s\/[^/]+/, '') || '/';

/** When a call came in by the wall's clock, in milliseconds since 1970; NaN where its row doesn't say. */
export const realTimeOf = (row: Pick<TapeRow, 'ts' | 'received_at'>): number => Date.parse(row.received_at ?? row.ts);

/** A call as evidence names it, e.g. `tape row 7: POST /repos/acme/web/issues 201`. */
export const namedRow = (row: TapeRow): string => `tape row ${row.seq}: ${row.method} ${pathOf(row)} ${row.status}`;

/** The MCP tool that a call names, whichever of the two MCP doors it came through. */
export function calledTool(row: TapeRow): string | undefined {
  if (row.method !== 'POST' || !/^\/mcp(\/call)?$/.test(pathOf(row))) return undefined;
  const body = row.request_body as { name?: unknown; params?: { name?: unknown } } | null;
  const name = body?.params?.name ?? body?.name;
  return typeof name === 'string' ? name : undefined;
}

const HANDSHAKES =
  /^(?:initialize|ping|notifications\/.*|(?:tools|resources|resources\/templates|prompts)\/list|logging\/setLevel)$/;

const MAYBE_HANDSHAKE = /\/(?:mcp|\.well-known)/;

type Call = Pick<TapeRow, 'method' | 'path' | 'request_body'>;

/** A call by which an MCP client sets up its connection or looks what there is: nothing that the agent asked for. */
export const isHandshake = (row: Call): boolean => handshakes.of(row);

// Every check asks.
const handshakes = new Recent(setsUp, 1);

function setsUp(row: Call): boolean {
  // Most calls are of a vendor's API.
  if (!MAYBE_HANDSHAKE.test(row.path)) return false;
  const path = pathOf(row);
  if (/^\/\.well-known\//.test(path)) return true;
  if (!/^\/mcp(?:[?]|$)/.test(path)) return false;
  if (row.method !== 'POST') return true;
  const messages = [row.request_body].flat() as ({ method?: unknown } | null)[];
  return messages.every((message) => typeof message?.method !== 'string' || HANDSHAKES.test(message.method));
}

/** What a twin was asked for and doesn't model, as people name it: the MCP tool, else method and path. */
export function unsupportedName(row: TapeRow): string {
  const tool = calledTool(row);
  if (tool !== undefined) return `the tool ${tool}`;
  const call = `${row.method} ${pathOf(row).replace(/[?].*$/s, '')}`;
  return row.tool === null ? call : `${call} (${row.tool})`;
}

const MAYBE_MCP = /mcp/i;

/** Did an MCP tool refuse? Its answer is 200 all the same. */
export function isToolError(row: TapeRow): boolean {
  // Most answers are looked at by nobody, and needn't be parsed.
  if (!MAYBE_MCP.test(row.path)) return false;
  const body = row.response_body as { isError?: unknown; result?: { isError?: unknown } } | null;
  return body?.isError === true || body?.result?.isError === true;
}

/**
 * A scan for the first call that something is to be said about; `outcome` gets what was said and how many calls there were.
 * Handshakes of MCP are none.
 */
export function firstRow(
  speaks: (row: TapeRow) => string | undefined,
  outcome: (found: string | undefined, rows: number) => Outcome,
): TapeScan {
  let found: string | undefined;
  let rows = 0;
  return {
    row(row) {
      if (isHandshake(row)) return;
      rows += 1;
      found ??= speaks(row);
    },
    outcome: () => outcome(found, rows),
  };
}
