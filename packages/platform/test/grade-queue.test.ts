import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { consumeGradeQueue, createGradeQueue } from '@svc/platform';
import { startTestDatabase } from '@svc/platform/testing';
import { describeGradeQueue } from '@svc/platform/testing/suites';

describeGradeQueue('on PostgreSQL', async () => {
  const { connectionString, stop } = await startTestDatabase();
  return {
    createQueue: (name) => createGradeQueue({ connectionString, name }),
    consume: (name, options, drainMs = 10_000) => consumeGradeQueue({ connectionString, name, drainMs }, options),
    consumeElsewhere: async (name) => {
      const child = fork(join(import.meta.dirname, 'processes/stuck-consumer.ts'), [connectionString, name], { execArgv: [] });
      await once(child, 'message');
      return {
        taken: once(child, 'message').then(([message]) => message.taken),
        kill: async () => {
          const exited = once(child, 'exit');
          child.kill('SIGKILL');
          await exited;
        },
      };
    },
    stop,
  };
});
