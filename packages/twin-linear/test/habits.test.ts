import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { LinearClient } from '@linear/sdk';
import { callsSent } from '@svc/twin-kit/testing';
import { type Served, serveLinear } from './served.ts';
import { full } from './worlds.ts';

let twin: Served;
beforeAll(async () => {
  twin = await serveLinear(full);
});
afterAll(() => twin.close());

const ask = async (query: string) => {
  const response = await fetch(`${twin.url}/graphql`, {
    method: 'POST',
    headers: { authorization: twin.token, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  });
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as { data?: unknown; errors?: { message: string; extensions: Record<string, unknown> }[] },
  };
};

// mre/rate-limits#8
describe('the headers of rate limits', () => {
  test.each([
    '{ viewer { id } }',
    '{ nonsense }',
    '{ issue(id: "NO-1") { id } }',
    'mutation { issueUpdate(id: "ENG-1", input: { priority: 1 }) { success } }',
  ])('stand with %s', async (query) => {
    const { headers } = await ask(query);
    expect(Object.fromEntries([...headers].filter(([name]) => name.startsWith('x-ratelimit')))).toEqual({
      'x-ratelimit-complexity-limit': '3000000',
      'x-ratelimit-complexity-remaining': '3000000',
      'x-ratelimit-complexity-reset': expect.stringMatching(/^\d{13}$/),
      'x-ratelimit-requests-limit': '5000',
      'x-ratelimit-requests-remaining': '5000',
      'x-ratelimit-requests-reset': expect.stringMatching(/^\d{13}$/),
    });
  });

  test('tell what a query costs, asked once or again', async () => {
    const query = '{ issues(first: 50) { nodes { id title } } }';
    const costs = [await ask(query), await ask(query)].map(({ headers }) => Number(headers.get('x-complexity')));
    expect(costs[0]).toBeGreaterThan(10);
    expect(costs[1]).toBe(costs[0]);
  });
});

// mvanhorn/printing-press-library#946
test('a query over the limit names both numbers', async () => {
  const { status, body } = await ask('{ issues(first: 250) { nodes { children(first: 250) { nodes { id } } } } }');
  expect([status, body.errors]).toEqual([
    400,
    [
      {
        message: 'Query too complex',
        extensions: {
          type: 'invalid input',
          code: 'INPUT_ERROR',
          statusCode: 400,
          userError: true,
          userPresentableMessage: expect.stringMatching(
            /^The query is too complex\. Complexity: [\d.]+\. Maximum allowed complexity: 10000\.$/,
          ),
          http: { status: 400 },
        },
      },
    ],
  ]);
});

// delucis/github-to-linear#40, raycast/extensions#17738
test.each(['query: "mode"', 'filter: { number: { eq: 1 } }'])(
  'issueSearch(%s) is deprecated and served no more',
  async (args) => {
    const { body } = await ask(`{ issueSearch(${args}) { nodes { id } } }`);
    expect(body.errors).toMatchObject([
      { message: 'deprecated', path: ['issueSearch'], extensions: { userPresentableMessage: 'This endpoint deprecated.' } },
    ]);
  },
);

describe('refusals are in the words of Linear:', () => {
  test.each([
    // anthropics/claude-code#45410
    [
      'mutation { issueLabelCreate(input: { name: "pixel", teamId: "DES" }) { success } }',
      'Duplicate label name',
      'Label "Pixel" already exists in team Design.',
    ],
    // BuildDownAI/AI-Implement#31: a workspace's label counts in its teams, whatever the case.
    [
      'mutation { issueLabelCreate(input: { name: "bug", teamId: "ENG" }) { success } }',
      'Duplicate label name',
      'Label "Bug" already exists in the workspace.',
    ],
    // coalesce-labs/catalyst#1137
    [
      'mutation { issueUpdate(id: "ENG-1", input: { labelIds: ["PIXEL"] }) { success } }',
      'LabelIds for incorrect team',
      "The label 'Pixel' is not associated with the same team as the issue.",
    ],
    // schpet/linear-cli#224
    [
      'mutation { projectUpdate(id: "PROJECT", input: { description: "LONG" }) { success } }',
      'Argument Validation Error',
      'description must be shorter than or equal to 255 characters.',
    ],
    [
      'mutation { projectCreate(input: { name: "x", teamIds: ["ENG"], description: "LONG" }) { success } }',
      'Argument Validation Error',
      'description must be shorter than or equal to 255 characters.',
    ],
  ])('%s', async (query, message, sentence) => {
    const data = await twin.data('{ issueLabels { nodes { id name } } teams { nodes { id key } } projects { nodes { id } } }');
    const pixel = data.issueLabels.nodes.find(({ name }: { name: string }) => name === 'Pixel').id;
    const idOf = (key: string) => data.teams.nodes.find((team: { key: string }) => team.key === key).id;
    const filled = query
      .replace('"PIXEL"', `"${pixel}"`)
      .replace('"PROJECT"', `"${data.projects.nodes[0].id}"`)
      .replace('"LONG"', `"${'x'.repeat(256)}"`)
      .replace('"DES"', `"${idOf('DES')}"`)
      .replace('"ENG"', `"${idOf('ENG')}"`);
    const { body } = await ask(filled);
    expect(body.errors?.[0]).toMatchObject({ message, extensions: { userPresentableMessage: sentence } });
  });

  test('a description of 255 characters is taken', async () => {
    const { projects } = await twin.data('{ projects { nodes { id } } }');
    const { body } = await ask(
      `mutation { projectUpdate(id: "${projects.nodes[0].id}", input: { description: "${'x'.repeat(255)}" }) { success } }`,
    );
    expect(body.errors).toBeUndefined();
  });
});

describe("another's comment", () => {
  const theirs = async () => {
    const { comments } = await twin.data('{ comments(filter: { body: { eq: "Me too" } }) { nodes { id resolvedAt } } }');
    return comments.nodes[0] as { id: string; resolvedAt: string | null };
  };

  test('is resolved by whoever reads it, by either mutation', async () => {
    const { id } = await theirs();
    const { viewer } = await twin.data('{ viewer { id } }');
    await twin.data(`mutation { commentUpdate(id: "${id}", input: { resolvingUserId: "${viewer.id}" }) { success } }`);
    expect((await theirs()).resolvedAt).not.toBeNull();
    await twin.data(`mutation { commentUnresolve(id: "${id}") { success } }`);
    expect((await theirs()).resolvedAt).toBeNull();
  });

  test('keeps its words', async () => {
    const { body } = await ask(`mutation { commentUpdate(id: "${(await theirs()).id}", input: { body: "No" }) { success } }`);
    expect(body.errors).toMatchObject([{ extensions: { type: 'forbidden' } }]);
  });
});

describe('what is asked for and not modelled is refused by name:', () => {
  test.each([
    [
      'attachmentLinkURL(issueId: "ENG-1", url: "https://example.com/x", createAsUser: "Bot") { success }',
      'attachmentLinkURL(createAsUser)',
    ],
    ['issueLabelCreate(input: { name: "x" }, replaceTeamLabels: true) { success }', 'issueLabelCreate(replaceTeamLabels)'],
    ['projectCreate(input: { name: "x", teamIds: [] }, slackChannelName: "x") { success }', 'projectCreate(slackChannelName)'],
    ['teamCreate(input: { name: "x" }, copySettingsFromTeamId: "x") { success }', 'teamCreate(copySettingsFromTeamId)'],
    [
      'issueCreate(input: { title: "x", teamId: "ENG", useDefaultTemplate: true }) { success }',
      'IssueCreateInput.useDefaultTemplate',
    ],
    [
      'commentCreate(input: { issueId: "ENG-1", body: "x", createOnSyncedSlackThread: true }) { success }',
      'CommentCreateInput.createOnSyncedSlackThread',
    ],
    [
      'projectCreate(input: { name: "x", teamIds: [], useDefaultTemplate: true }) { success }',
      'ProjectCreateInput.useDefaultTemplate',
    ],
  ])('%s', async (mutation, name) => {
    const { status, body } = await ask(`mutation { ${mutation} }`);
    expect([status, body.errors?.[0]?.message]).toEqual([
      501,
      `The Linear twin doesn't model ${name}. Nothing was read or changed.`,
    ]);
  });

  test('false asks for nothing', async () => {
    const { body } = await ask(
      'mutation { commentCreate(input: { issueId: "ENG-1", body: "x", createOnSyncedSlackThread: false }) { success } }',
    );
    expect(body.errors).toBeUndefined();
  });

  test('what else is told of a linked thing is kept', async () => {
    const { attachmentLinkDiscord } = await twin.data(
      'mutation { attachmentLinkDiscord(issueId: "ENG-1", channelId: "c", messageId: "m", url: "https://discord.com/x") { attachment { metadata } } }',
    );
    expect(attachmentLinkDiscord.attachment.metadata).toMatchObject({ channelId: 'c', messageId: 'm' });
  });
});

test('a body of 12 MB is answered', async () => {
  const response = await fetch(`${twin.url}/graphql`, {
    method: 'POST',
    headers: { authorization: twin.token, 'content-type': 'application/json' },
    body: JSON.stringify({ query: '{ viewer { id } }', variables: { x: 'y'.repeat(12 << 20) } }),
  });
  expect([response.status, await response.json()]).toMatchObject([
    413,
    { errors: [{ message: expect.stringMatching(/larger than/) }] },
  ]);
});

test('what is not modelled comes back at once to the official client', async () => {
  const client = new LinearClient({ apiKey: twin.token, apiUrl: `${twin.url}/graphql` });
  expect(await callsSent(() => expect(client.customers()).rejects.toThrow(/doesn't model/))).toBe(1);
});

// The sentence that clients look for in Linear's errors: "Argument Validation Error - each value in labelIds must be a UUID."
test.each(['labelIds', 'addedLabelIds', 'removedLabelIds', 'subscriberIds'])('each of %s is an id', async (field) => {
  const { body } = await ask(`mutation { issueUpdate(id: "ENG-1", input: { ${field}: ["bug"] }) { success } }`);
  expect(body.errors?.map(({ message, extensions }) => [message, extensions.userPresentableMessage])).toEqual([
    ['Argument Validation Error', `each value in ${field} must be a UUID.`],
  ]);
});
