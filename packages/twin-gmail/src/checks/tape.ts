import { type CallReading, calledChecks, noFailedWrites, toolNames } from '@svc/twin-kit';
import { operations } from '../routes/index.ts';
import { tools } from '../tools/index.ts';

const calls: CallReading = {
  twin: 'gmail',
  door: 'REST',
  tools: toolNames(operations, tools),
  examples: ['get_message', 'send_message'],
};

export const tapeChecks = [...calledChecks(calls), noFailedWrites(calls)];
