import {
  type CallReading,
  calledChecks,
  calledTool,
  defineTapeCheck,
  failed,
  firstRow,
  namedRow,
  noFailedWrites,
  passed,
  type TapeRow,
  toolNames,
} from '@svc/twin-kit';
import { operations } from '../routes/index.ts';
import { tools } from '../tools/index.ts';
import { tool } from './params.ts';

const keyOf = (row: TapeRow): string | undefined => row.request_headers['idempotency-key']?.toString();

const calls: CallReading = {
  twin: 'stripe',
  door: 'REST',
  tools: toolNames(operations, tools),
  examples: ['list_charges', 'create_refund'],
};

export const tapeChecks = [
  ...calledChecks(calls),
  noFailedWrites(calls),
  defineTapeCheck({
    id: 'stripe.writes-have-idempotency-keys',
    template: 'Every {tool} call over REST had an idempotency key.',
    description:
      'Each call of this action carried an Idempotency-Key header, so that it could be repeated safely. Calls over MCP have none.',
    compares: 'the Idempotency-Key header of each call of {tool} with absence',
    params: { tool },
    scan: (args) =>
      firstRow(
        (row) =>
          row.tool === args.tool && calledTool(row) === undefined && keyOf(row) === undefined ? namedRow(row) : undefined,
        (found, rows) =>
          found ? failed(`without a key: ${found}`) : passed(`none of the ${rows} calls was ${args.tool} without a key`),
      ),
  }),
];
