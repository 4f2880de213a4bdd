// Takes one job of a grade queue and never ends it. Arguments: Redis, name of the queue.
import { consumeRedisGradeQueue } from '@svc/platform';

const [, , url = '', name = ''] = process.argv;
await consumeRedisGradeQueue(
  { url, name },
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
