import { test } from '@jest/globals';
import { LinearClient, type LinearError, LinearErrorType } from '@linear/sdk';
import { expectRefusedForRoom } from '@svc/twin-kit/testing';
import { linear } from '../src/index.ts';

test('@linear/sdk takes a sandbox without room for final', () =>
  expectRefusedForRoom(linear, ({ url, token }) => {
    const client = new LinearClient({ apiKey: token, apiUrl: `${url}/graphql` });
    const team = client.teams().then(({ nodes }) => nodes[0]?.id ?? '');
    return {
      write: async (n, description) => client.createIssue({ teamId: await team, title: `Issue ${n}`, description }),
      reasonOf: (error) => {
        const { type, errors } = error as LinearError;
        return type === LinearErrorType.UsageLimitExceeded ? errors?.[0]?.message : error;
      },
    };
  }));
