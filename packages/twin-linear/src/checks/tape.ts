import {
  answerChecks,
  type CallReading,
  type Change,
  callChecks,
  isRefusal,
  pathOf,
  type TapeRow,
  toolChecks,
  toolNames,
  writesChecks,
} from '@svc/twin-kit';
import { mutationActions, queryActions } from '../generated/actions.ts';
import { tools } from '../tools/index.ts';
import { texts } from './words.ts';

/** A call as evidence names it, e.g. `tape row 7: update_issue 200`. */
const named = (row: TapeRow): string => `tape row ${row.seq}: ${row.tool ?? `${row.method} ${pathOf(row)}`} ${row.status}`;

interface Refusal {
  message?: unknown;
  extensions?: { code?: unknown; userPresentableMessage?: unknown };
}

const refusalsIn = (row: TapeRow): readonly Refusal[] => {
  const { errors } = (row.response_body ?? {}) as { errors?: unknown };
  return Array.isArray(errors) ? errors : [];
};

/** Linear answers 200 to a refused write: the errors are in the body. */
const isRefused = (row: TapeRow): boolean => isRefusal(row) || refusalsIn(row).length > 0;

/** Codes and messages, over GraphQL and MCP. */
function errorsOf(row: TapeRow): readonly string[] {
  const told = refusalsIn(row).flatMap(({ message, extensions }) => [
    message,
    extensions?.code,
    extensions?.userPresentableMessage,
  ]);
  type Result = { content?: { text?: unknown }[] };
  const body = row.response_body as (Result & { result?: Result }) | null;
  const content = isRefusal(row) ? (body?.result?.content ?? body?.content ?? []) : [];
  return [...told, ...content.map(({ text }) => text)].filter((one) => typeof one === 'string');
}

const isMutation = (row: TapeRow): boolean => pathOf(row) === '/graphql' && asksForMutation(row.request_body);

// Comments, and texts of either kind: what stands in them is no part of the document's own words.
const UNREAD = /"{3}[\s\S]*?"{3}|"(?:[^"\\\n]|\\.)*"?|#[^\n]*/g;
const OPERATION = /\b(query|mutation|subscription)\b\s*([A-Za-z_]\w*)?/g;

/** Is the operation that is to run a mutation? A document that the vendor can't read has to be understood too. */
function asksForMutation(body: TapeRow['request_body']): boolean {
  const { query, operationName: wanted } = (body ?? {}) as { query?: unknown; operationName?: unknown };
  if (typeof query !== 'string' || !query.includes('mutation')) return false;
  const operations = [...outermost(query.replaceAll(UNREAD, ' ')).matchAll(OPERATION)];
  const named = operations.filter(([, , name]) => typeof wanted === 'string' && name === wanted);
  return (named.length > 0 ? named : operations).some(([, kind]) => kind === 'mutation');
}

/** A document without what stands in braces and brackets. */
function outermost(document: string): string {
  let depth = 0;
  let outer = '';
  for (const character of document) {
    if (character === '}' || character === ')') depth = Math.max(0, depth - 1);
    else if (character === '{' || character === '(') depth += 1;
    else if (depth === 0) outer += character;
    if (depth === 0 && character === '}') outer += ' ';
  }
  return outer;
}

const doing = (actions: readonly string[], mutates: boolean) => actions.map((action) => ({ action, mutates }));

const calls: CallReading = {
  twin: 'linear',
  door: 'GraphQL',
  tools: toolNames([...doing(queryActions, false), ...doing(mutationActions, true)], tools),
  batches: {
    create_issue_batch: { of: 'create_issue', collection: 'issues' },
    update_issue_batch: { of: 'update_issue', collection: 'issues' },
  },
  examples: ['get_issue', 'update_issue'],
  named,
  isRefused,
  wasToWrite: isMutation,
};

const namedRecord = ({ collection, id, after }: Change): string => {
  const { identifier } = (after ?? {}) as { identifier?: unknown };
  return typeof identifier === 'string' ? `issue ${identifier}` : `${collection} ${id}`;
};

/** What was called, what was ever written, and what the agent answered. */
export const tapeChecks = [
  ...toolChecks(calls),
  ...callChecks(calls, { errorsOf, example: 'Entity not found' }),
  ...writesChecks({
    twin: 'linear',
    texts,
    places: 'a title, a description, a comment, an update, a document or any other text',
    named,
    namedRecord,
  }),
  ...answerChecks('linear'),
];
