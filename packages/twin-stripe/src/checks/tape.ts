import {
  answerChecks,
  type CallReading,
  type Change,
  callChecks,
  calledTool,
  commonParams,
  defineTapeCheck,
  type ErrorReading,
  failed,
  firstRow,
  isRefusal,
  namedRow,
  passed,
  pathOf,
  type TapeRow,
  toolChecks,
  toolNames,
  type WritesReading,
  writesChecks,
} from '@svc/twin-kit';
import { operations } from '../routes/index.ts';
import { tools } from '../tools/index.ts';
import type { StripeCollections } from '../world.ts';
import { repeatedTexts, texts } from './words.ts';

const keyOf = (row: TapeRow): string | undefined => row.request_headers['idempotency-key']?.toString() || undefined;

const calls: CallReading = {
  twin: 'stripe',
  door: 'REST',
  tools: toolNames(operations, tools),
  examples: ['list_charges', 'create_refund'],
  isRefused: isRefusedByStripe,
};

interface Answer {
  error?: { code?: unknown; decline_code?: unknown; message?: unknown; type?: unknown };
  content?: unknown;
  result?: { content?: unknown };
}

const partsOf = (answer: Answer | null): string[] => {
  const content = answer?.result?.content ?? answer?.content;
  if (!Array.isArray(content)) return [];
  return content.flatMap((part: { text?: unknown }) => (typeof part?.text === 'string' ? [part.text] : []));
};

/** What a tool answered where that is Stripe's refusal: a declined card is no error of the tool. */
function refusalOfTool(row: TapeRow): Answer | undefined {
  if (calledTool(row) === undefined) return undefined;
  const [text = ''] = partsOf(row.response_body as Answer | null);
  return text.startsWith('{"error":') ? (JSON.parse(text) as Answer) : undefined;
}

/** A status of 400 or more, an error of a tool, or a tool's answer that is Stripe's own refusal. */
function isRefusedByStripe(row: TapeRow): boolean {
  return isRefusal(row) || refusalOfTool(row) !== undefined;
}

/** https://docs.stripe.com/api/errors */
const errors: ErrorReading = {
  example: 'charge_already_refunded',
  errorsOf(row) {
    const answer = isRefusal(row) ? (row.response_body as Answer | null) : refusalOfTool(row);
    const { code, decline_code, message, type } = answer?.error ?? {};
    const said = [code, decline_code, message, type].filter((one) => typeof one === 'string');
    return [...said, ...partsOf(answer ?? null)];
  },
};

const namedRecord = ({ collection, id }: Change): string => `${collection.replaceAll('_', ' ')} ${id}`;

const writes: WritesReading<StripeCollections> = {
  twin: 'stripe',
  texts,
  bookkeeping: ['events', 'idempotency_keys'],
  places: 'a description, metadata, a name, an address, the evidence of a dispute or any other text',
  namedRecord,
  repeated: repeatedTexts,
};

const isRestWrite = (row: TapeRow): boolean => row.method === 'POST' && pathOf(row).startsWith('/v1/');

/** What was called and with which keys, what was ever written, and what the agent answered. */
export const tapeChecks = [
  ...toolChecks(calls),
  ...callChecks(calls, errors),
  ...writesChecks(writes),
  ...answerChecks('stripe'),
  defineTapeCheck({
    id: 'stripe.writes-have-idempotency-keys',
    template: 'Every {tool} call over REST had an idempotency key.',
    description:
      'Each call of this action carried an Idempotency-Key header, so that it could be repeated safely. Calls over MCP have none.',
    compares: 'the Idempotency-Key header of each call of {tool} with absence',
    params: { tool: commonParams.toolParam(calls.tools, 'create_refund') },
    scan: (args) =>
      firstRow(
        (row) =>
          row.tool === args.tool && calledTool(row) === undefined && keyOf(row) === undefined ? namedRow(row) : undefined,
        (found, rows) =>
          found ? failed(`without a key: ${found}`) : passed(`none of the ${rows} calls was ${args.tool} without a key`),
      ),
  }),
  defineTapeCheck({
    id: 'stripe.all-writes-have-idempotency-keys',
    template: 'Every POST over REST had an idempotency key.',
    description:
      'Each call that was to write carried an Idempotency-Key header, so that it could be repeated safely. Deletions need none, and calls over MCP have none.',
    compares: 'the Idempotency-Key header of each POST with absence',
    params: {},
    scan: () =>
      firstRow(
        (row) => (isRestWrite(row) && keyOf(row) === undefined ? namedRow(row) : undefined),
        (found, rows) =>
          found ? failed(`without a key: ${found}`) : passed(`none of the ${rows} calls was a POST without a key`),
      ),
  }),
];
