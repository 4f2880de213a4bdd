import { test } from '@jest/globals';
import { expectRefusedForRoom } from '@svc/twin-kit/testing';
import { Octokit } from 'octokit';
import { github } from '../src/index.ts';

// With its plugins for retries and throttling, as `octokit` comes: they let a second pass between writes, and three between those that notify.
test('octokit takes a sandbox without room for final', () =>
  expectRefusedForRoom(github, ({ url, token }) => {
    const octokit = new Octokit({ auth: token, baseUrl: url });
    const issue = octokit.rest.issues.listForAuthenticatedUser({ filter: 'all' }).then(({ data }) => data[0]);
    return {
      write: async (_n, body) => {
        const { number = 0, repository } = (await issue) ?? {};
        return octokit.rest.issues.update({
          owner: repository?.owner.login ?? '',
          repo: repository?.name ?? '',
          issue_number: number,
          body,
        });
      },
      reasonOf: (error) => (error as { response: { data: { message: string } } }).response.data.message,
    };
  }));
