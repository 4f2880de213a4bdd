// Takes one job of a grade queue and never ends it. Arguments: connection string, name of the queue.
import { consumeGradeQueue } from '@svc/platform';

const [, , connectionString = '', name = ''] = process.argv;
await consumeGradeQueue(
  { connectionString, name },
  {
    concurrency: 1,
    handle: ({ evaluationId }) => {
      process.send?.({ taken: evaluationId });
      return new Promise(() => {});
    },
    onExhausted: async () => {},
  },
);
process.send?.('ready');
