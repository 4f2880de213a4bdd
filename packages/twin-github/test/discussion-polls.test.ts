// Polls and pins of discussions: https://docs.github.com/graphql/guides/using-the-graphql-api-for-discussions,
// https://docs.github.com/discussions/collaborating-with-your-community-using-discussions/participating-in-a-discussion#voting-in-polls
import { afterEach, describe, expect, test } from '@jest/globals';
import { type Asked, askGithub } from './graphql.ts';

const poll = {
  question: 'Which?',
  options: [{ option: 'Tea', votes: ['ben', 'cleo'] }, 'Coffee', { option: 'Water', votes: ['ada'] }],
};
const seedOf = (viewer: string, discussions: readonly object[], more: object = {}) => ({
  viewer,
  users: ['ada', 'ben', 'cleo', 'dan'].map((login) => ({ login })),
  repositories: [{ owner: 'ada', name: 'web', discussions, ...more }],
});
const POLL = { number: 1, title: 'Drinks', category: 'Polls', poll, pinned: true };

let twin: Asked;
afterEach(() => twin?.close());
const start = async (viewer = 'dan', discussion: object = {}, more: object = {}) => {
  twin = await askGithub(
    seedOf(
      viewer,
      [
        { ...POLL, ...discussion },
        { number: 2, title: 'Plain' },
      ],
      more,
    ),
  );
};

const READ = `{ repository(owner: "ada", name: "web") {
  discussion(number: 1) { poll {
    question totalVoteCount viewerCanVote viewerHasVoted discussion { number }
    options(first: 9, orderBy: { field: AUTHORED_ORDER, direction: ASC }) { nodes { id option totalVoteCount viewerHasVoted poll { question } } }
    most: options(first: 1, orderBy: { field: VOTE_COUNT, direction: DESC }) { nodes { option } }
  } }
  plain: discussion(number: 2) { poll { question } }
} }`;
const read = async () => {
  const { data, errors } = await twin.ask(READ);
  expect(errors).toBeUndefined();
  return data.repository;
};
const optionId = async (at: number): Promise<string> => (await read()).discussion.poll.options.nodes[at].id;
const vote = (pollOptionId: string) =>
  twin.ask(
    'mutation ($id: ID!) { addDiscussionPollVote(input: { pollOptionId: $id }) { pollOption { option totalVoteCount viewerHasVoted } } }',
    { id: pollOptionId },
  );

describe('a poll', () => {
  test('is read with its options and their votes', async () => {
    await start();
    const { discussion, plain } = await read();
    expect(discussion.poll).toMatchObject({
      ...{ question: 'Which?', totalVoteCount: 3, viewerCanVote: true, viewerHasVoted: false, discussion: { number: 1 } },
      most: { nodes: [{ option: 'Tea' }] },
    });
    expect(discussion.poll.options.nodes).toMatchObject([
      { option: 'Tea', totalVoteCount: 2, viewerHasVoted: false, poll: { question: 'Which?' } },
      { option: 'Coffee', totalVoteCount: 0 },
      { option: 'Water', totalVoteCount: 1 },
    ]);
    expect(plain.poll).toBeNull();
  });

  test('is voted in, once', async () => {
    await start();
    const { data } = await vote(await optionId(1));
    expect(data.addDiscussionPollVote.pollOption).toEqual({ option: 'Coffee', totalVoteCount: 1, viewerHasVoted: true });
    expect((await twin.rows()).at(-1)).toMatchObject({ tool: 'add_discussion_poll_vote', state_mutation: true });
    expect((await read()).discussion.poll).toMatchObject({ totalVoteCount: 4, viewerCanVote: false, viewerHasVoted: true });
    const before = await twin.state();
    expect((await vote(await optionId(0))).errors).toMatchObject([{ type: 'UNPROCESSABLE' }]);
    expect(await twin.state()).toEqual(before);
  });

  test.each([
    ['locked', { locked: true }, {}],
    ['closed', { state: 'closed' }, {}],
    ['of an archived repository', {}, { archived: true }],
  ])('that is %s takes no vote', async (_what, discussion, more) => {
    await start('dan', discussion, more);
    const before = await twin.state();
    expect((await vote(await optionId(1))).errors).toHaveLength(1);
    expect(await twin.state()).toEqual(before);
  });

  test('has no option of another id', async () => {
    await start();
    const { data } = await twin.ask('{ repository(owner: "ada", name: "web") { discussion(number: 2) { id } } }');
    for (const id of ['nothing', data.repository.discussion.id])
      expect((await vote(id)).errors).toMatchObject([{ type: 'NOT_FOUND' }]);
  });
});

test('what is pinned stands above the others', async () => {
  await start('ada');
  const { data, errors } = await twin.ask(
    '{ repository(owner: "ada", name: "web") { pinnedDiscussions(first: 4) { totalCount nodes { discussion { number } pinnedBy { login } repository { name } pattern } } } }',
  );
  expect(errors).toBeUndefined();
  expect(data.repository.pinnedDiscussions).toEqual({
    totalCount: 1,
    nodes: [{ discussion: { number: 1 }, pinnedBy: { login: 'ada' }, repository: { name: 'web' }, pattern: 'DOT_FILL' }],
  });
});

test.each([
  ['a poll elsewhere', { category: 'General' }, 'General is no category of polls'],
  ['none in its category', { poll: undefined }, 'Polls is a category of polls: say poll'],
  [
    'two votes of one person',
    { poll: { ...poll, options: ['Tea', { option: 'Milk', votes: ['ben', 'ben'] }] } },
    'ben votes once',
  ],
  ['one option', { poll: { ...poll, options: ['Tea'] } }, 'poll.options'],
])('a seed is refused that has %s', async (_what, change, words) => {
  await expect(askGithub(seedOf('ada', [{ ...POLL, ...change }]))).rejects.toThrow(words);
});
