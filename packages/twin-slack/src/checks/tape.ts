import { type CallReading, calledChecks, toolNames } from '@svc/twin-kit';
import { operations } from '../routes/index.ts';
import { tools } from '../tools/index.ts';
import { namedCall } from './said.ts';

const calls: CallReading = {
  twin: 'slack',
  door: 'the Web API',
  tools: toolNames(operations, tools),
  examples: ['slack_read_channel', 'slack_send_message'],
  named: namedCall,
};

export const tapeChecks = calledChecks(calls);
