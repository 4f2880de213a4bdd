import {
  calledTool,
  defineTapeCheck,
  failed,
  firstRow,
  namedRow,
  noFailedWrites,
  passed,
  type TapeRow,
  toolChecks,
} from '@svc/twin-kit';
import { tools } from '../tools/index.ts';
import { tool } from './params.ts';

const keyOf = (row: TapeRow): string | undefined => row.request_headers['idempotency-key']?.toString();

export const tapeChecks = [
  ...toolChecks({ twin: 'stripe', door: 'REST', tool }),
  noFailedWrites('stripe', tools),
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
