import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { Octokit } from '@octokit/rest';
import { type LocalTwin, startTwin } from '@svc/cli';

let twin: LocalTwin<'github'>;
let github: Octokit;
before(async () => {
  twin = await startTwin('github');
  github = new Octokit({ baseUrl: twin.url, auth: twin.token });
});
afterEach(() => twin.reset());
after(() => twin.close());

const issue = { owner: 'acme', repo: 'storefront', issue_number: 1 };

for (const run of ['first', 'second']) {
  test(`closing an issue lands in the world and on the tape, whatever the test before it did (${run})`, async () => {
    assert.deepEqual(await twin.tape(), []);
    assert.equal((await github.rest.issues.get(issue)).data.state, 'open');
    await github.rest.issues.update({ ...issue, state: 'closed' });
    const [record] = (await twin.state()).issues;
    assert.equal(record?.state, 'closed');
    assert.deepEqual(
      (await twin.tape()).map(({ method, state_mutation }) => [method, state_mutation]),
      [
        ['GET', false],
        ['PATCH', true],
      ],
    );
  });
}
