import { collection, defineCheck, defineTwin, failed, passed, type Twin, TwinError } from '@svc/twin-kit';
import { z } from 'zod';
import type { TwinRegistry } from '../../src/index.ts';

interface Issue {
  number: number;
  title: string;
}

const collections = { issues: collection<Issue>()({ key: (issue) => issue.number }) };
const issue = z.object({ number: z.int().min(1), title: z.string() });
const answer = (status: number, error: string) => () => new TwinError(status, { error });

const issueExists = (id: string) =>
  defineCheck<typeof collections>()({
    id: `${id}.issue-exists`,
    template: 'Issue #{issue} exists.',
    description: 'An issue with this number exists at the end.',
    compares: 'the numbers of all issues with {issue}',
    substrate: 'final_state',
    params: { issue: { pattern: /[1-9]\d*/, example: '1', description: 'Its number.' } },
    evaluate: (args, state) =>
      state.issues.some(({ number }) => String(number) === args.issue) ? passed('it is there') : failed('it is not there'),
  });

/** A twin small enough for these tests; `strict` refuses unknown seed keys as gmail and linear do. */
function exampleTwin(id: string, { strict = false, declares = true } = {}): Twin {
  const shape = { issues: z.array(issue).default([]) };
  return defineTwin({
    id,
    title: id,
    collections,
    seed: {
      schema: strict ? z.strictObject(shape) : z.object(shape),
      defaultSeed: { issues: [{ number: 1, title: 'Welcome' }] },
      load: ({ world }, seed) => {
        for (const one of seed.issues) world.issues.insert(one);
      },
    },
    operations: [],
    tools: [],
    checks: declares ? [issueExists(id)] : [],
    documented: [],
    bodies: 'json',
    bodyLimit: 1024,
    credential: (ids) => ({ token: `${id}_pat_${ids.text(16)}`, header: 'Authorization', scheme: 'Bearer' }),
    errors: {
      notFound: answer(404, 'No such path.'),
      unsupported: answer(501, 'Not simulated.'),
      unauthenticated: answer(401, 'Send a token.'),
      badCredentials: answer(401, 'Wrong token.'),
      malformedBody: answer(400, 'Not JSON.'),
      bodyTooLarge: answer(413, 'Too large.'),
      invalidInput: answer(422, 'Invalid.'),
      outOfRoom: answer(403, 'Full.'),
      internal: answer(500, 'Failed.'),
    },
  });
}

const available: Record<string, Twin> = {
  github: exampleTwin('github'),
  stripe: exampleTwin('stripe'),
  slack: exampleTwin('slack', { declares: false }),
  linear: exampleTwin('linear', { strict: true }),
};

/** The five ids of the spec; gmail stands for a twin without a package. */
export const exampleTwins: TwinRegistry = {
  ids: ['github', 'stripe', 'slack', 'gmail', 'linear'],
  load: async (id) => (Object.hasOwn(available, id) ? available[id] : undefined),
};
