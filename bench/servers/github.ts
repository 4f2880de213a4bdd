import { github } from '@svc/twin-github';
import { serveTwin } from '@svc/twin-kit/server';
import { onStart } from '../lib/process.ts';

/** The GitHub twin with a world of so many issues, taped and journalled as always. */
onStart(async ({ issues }: { issues: number }) => {
  const seed = {
    users: [{ login: 'ada', type: 'User' }],
    repositories: [
      {
        owner: 'ada',
        name: 'engine',
        default_branch: 'main',
        issues: Array.from({ length: issues }, (_, at) => ({
          number: at + 1,
          title: `Issue ${at + 1}`,
          state: 'open',
          body: 'The card reader jams on every ninth card, and the operator has to start the whole deck again.',
          labels: ['bug'],
        })),
      },
    ],
  };
  const { url, token } = await serveTwin(github, { seed });
  return { url, token };
});
