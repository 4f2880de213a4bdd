import { cutText } from '@svc/contract';
import { calledTool, isHandshake, pathOf, type TapeRow } from '@svc/twin-kit';
import { oneLine, styled } from '../output.ts';

const METHOD_WIDTH = 6;
const PATH_WIDTH = 62;

/** One recorded call on one line: twin, method, path or MCP tool with its arguments, status, whether it landed, the action. */
export function callLine(row: TapeRow): string {
  const tool = toolCall(row);
  const path = oneLine(tool ?? pathOf(row));
  const shown = path.length > PATH_WIDTH ? `${path.slice(0, PATH_WIDTH - 1)}…` : path.padEnd(PATH_WIDTH);
  return [
    row.twin,
    (tool === undefined ? row.method : 'MCP').padEnd(METHOD_WIDTH),
    shown,
    row.status,
    styledOutcome(landed(row)),
    actionsIn(row),
    ...refusalIn(row),
    ...faultIn(row),
  ].join(' ');
}

/** An MCP tool as it was called. */
function toolCall(row: TapeRow): string | undefined {
  const name = calledTool(row);
  if (name === undefined) return undefined;
  const body = row.request_body as { arguments?: unknown; params?: { arguments?: unknown } } | null;
  return `${name} ${JSON.stringify(body?.params?.arguments ?? body?.arguments ?? {})}`;
}

/** A fault that the sandbox was asked for: none of the agent's. */
function faultIn({ fault }: TapeRow): string[] {
  if (typeof fault?.kind !== 'string') return [];
  return [`injected: ${cutText(oneLine(fault.kind), FAULT_WIDTH)}${fault.answered === false ? ' (no answer)' : ''}`];
}

const FAULT_WIDTH = 40;
const MOST_ACTIONS = 3;

/** What the call did: one action mostly, several of a batch or a GraphQL document. */
function actionsIn(row: TapeRow): string {
  const names = (row.actions ?? [{ tool: row.tool }]).map(({ tool }) => tool ?? '-');
  if (names.length === 0) return '-';
  const more = names.length > MOST_ACTIONS ? ` +${names.length - MOST_ACTIONS}` : '';
  return `${names.slice(0, MOST_ACTIONS).join(', ')}${more}`;
}

const REFUSAL_WIDTH = 80;

/** Why an MCP tool refused: its answer is 200 all the same. */
function refusalIn(row: TapeRow): string[] {
  const body = row.response_body as {
    isError?: unknown;
    content?: Content;
    result?: { isError?: unknown; content?: Content };
  } | null;
  const result = body?.result ?? body;
  if (result?.isError !== true) return [];
  return [`refused: ${cutText(oneLine(result.content?.[0]?.text ?? ''), REFUSAL_WIDTH)}`];
}

type Content = readonly { text?: string }[];

type Outcome = 'landed' | 'handshake' | 'read' | 'no change';
const OUTCOME_STYLES = { landed: 'green', handshake: 'dim', read: 'dim', 'no change': 'yellow' } as const;

const styledOutcome = (outcome: Outcome): string => styled(OUTCOME_STYLES[outcome], outcome.padEnd('no change'.length));

/** Only `state_mutation` tells: some vendors answer 200 to a write they refuse, and some read by POST. */
function landed(row: TapeRow): Outcome {
  if (row.state_mutation) return 'landed';
  if (isHandshake(row)) return 'handshake';
  const reads = row.method === 'GET' || row.method === 'HEAD' || readsOnly(row);
  return reads ? 'read' : 'no change';
}

/** Tools that look and change nothing, by the words that all vendors' servers begin their names with. */
const READING = /^(?:get|list|search|read|find|fetch|retrieve)_|_read(?:_|$)|_(?:search|list|get|retrieve)(?:_|$)/;
const readsOnly = (row: TapeRow): boolean => READING.test(calledTool(row) ?? row.tool ?? '');
