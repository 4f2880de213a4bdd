// Discussions as GitHub's GraphQL API has them (docs: GraphQL, "Using the GraphQL API for Discussions"), by its own client, and the toolset of its MCP server.
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { github } from '../src/index.ts';
import { faultsOf } from './invariants.ts';
import { type Served, serveGithub } from './served.ts';

const day = (at: number): string => `2026-01-0${at}T00:00:00Z`;
const STRANGE = '<img src=x onerror=alert(1)> **bold** "quoted" \u202e & 日本語';
const web = {
  ...{ owner: 'acme', name: 'web', collaborators: [{ login: 'ada', permission: 'admin' }] },
  issues: [{ number: 1, title: 'Broken' }, { title: 'Second' }],
  labels: ['bug', 'docs'],
  discussions: [
    {
      ...{ number: 2, title: 'How to deploy?', body: 'Ask @lin', category: 'q&a', user: 'grace', created_at: day(1) },
      ...{ updated_at: day(8), labels: ['docs'], upvotes: ['ada', 'grace'], reactions: ['eyes'] },
      comments: [
        { user: 'ada', body: 'Second, though it is listed first', created_at: day(4) },
        {
          ...{ user: 'lin', body: 'Push the button', created_at: day(3), answer: true, upvotes: ['ada'] },
          replies: [
            { body: 'Thanks', user: 'grace', created_at: day(5) },
            { body: 'Always', user: 'lin' },
          ],
        },
      ],
    },
    {
      ...{
        number: 3,
        title: STRANGE,
        body: STRANGE,
        category: 'show-and-tell',
        user: 'ada',
        created_at: day(2),
        updated_at: day(9),
      },
    },
    {
      number: 4,
      title: 'Anything',
      user: 'ada',
      created_at: day(3),
      state: 'closed',
      state_reason: 'outdated',
      closed_at: day(6),
    },
    { number: 5, title: 'Why?', category: 'Q&A', user: 'ada', created_at: day(4), comments: [{ body: STRANGE }] },
  ],
};
const seed = {
  viewer: 'ada',
  users: [{ login: 'ada' }, { login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }] }],
  repositories: [
    web,
    { owner: 'acme', name: '.github', discussions: [{ title: 'For all of us' }], discussion_categories: ['Hall'] },
    { owner: 'acme', name: 'off', has_discussions: false, discussions: [{ number: 7, title: 'Hidden deploy' }] },
    { owner: 'acme', name: 'plain' },
    { owner: 'mia', name: 'secret', private: true, collaborators: [], discussions: [{ title: 'Secret deploy', user: 'ada' }] },
  ],
};

let twin: Served;
beforeEach(async () => {
  twin = await serveGithub(seed, { mode: 'logical', start: '2026-01-10T00:00:00Z' });
});
afterEach(() => twin.close());

// biome-ignore lint/suspicious/noExplicitAny: each question has an answer of its own
const ask = (query: string, variables = {}): Promise<any> => twin.octokit.graphql(query, variables);
const inWeb = async (selection: string, name = 'web') =>
  (await ask(`{ repository(owner: "acme", name: "${name}") { ${selection} } }`)).repository;

describe('a repository lists its discussions', () => {
  test.each([
    ['', [3, 2, 5, 4]],
    [', orderBy: { field: CREATED_AT, direction: ASC }', [2, 3, 4, 5]],
    [', orderBy: { field: UPDATED_AT, direction: ASC }', [4, 5, 2, 3]],
    [', states: [OPEN]', [3, 2, 5]],
    [', states: [CLOSED]', [4]],
    [', answered: true', [2]],
    [', answered: false', [3, 5, 4]],
  ])('%s', async (args, numbers) => {
    const { discussions } = await inWeb(`discussions(first: 9${args}) { totalCount nodes { number } }`);
    expect(discussions).toEqual({ totalCount: numbers.length, nodes: numbers.map((number) => ({ number })) });
  });

  test('of one category, which its id names, and none of a category elsewhere', async () => {
    const { discussionCategory } = await inWeb('discussionCategory(slug: "q-a") { id name isAnswerable emoji emojiHTML }');
    expect(discussionCategory).toMatchObject({ name: 'Q&A', isAnswerable: true, emoji: ':pray:', emojiHTML: '<div>🙏</div>' });
    const { discussions } = await inWeb(`discussions(first: 9, categoryId: "${discussionCategory.id}") { nodes { number } }`);
    expect(discussions.nodes).toEqual([{ number: 2 }, { number: 5 }]);
    const elsewhere = (await inWeb('discussionCategories(first: 1) { nodes { id } }', '.github')).discussionCategories.nodes[0]
      .id;
    for (const id of [elsewhere, 'DIC_none'])
      expect((await inWeb(`discussions(first: 9, categoryId: "${id}") { totalCount }`)).discussions.totalCount).toBe(0);
  });

  test('in pages, by cursors', async () => {
    const numbers: number[] = [];
    const pages = twin.octokit.graphql.paginate.iterator(
      `query ($cursor: String) { repository(owner: "acme", name: "web") {
        discussions(first: 3, after: $cursor) { nodes { number } pageInfo { hasNextPage endCursor } } } }`,
    );
    for await (const page of pages as AsyncIterable<{ repository: { discussions: { nodes: { number: number }[] } } }>)
      numbers.push(...page.repository.discussions.nodes.map(({ number }) => number));
    expect(numbers).toEqual([3, 2, 5, 4]);
  });

  test("GitHub's six categories, as they were made; announcements for those who may make them", async () => {
    const names = async (args: string) =>
      (await inWeb(`discussionCategories(first: 9${args}) { nodes { name } }`)).discussionCategories.nodes.map(
        ({ name }: { name: string }) => name,
      );
    const six = ['Announcements', 'General', 'Ideas', 'Polls', 'Q&A', 'Show and tell'];
    expect([await names(''), await names(', filterByAssignable: true')]).toEqual([six, six]);
  });

  test('none where they are off, and none until they are on', async () => {
    const selection = 'discussions(first: 1) { totalCount } discussionCategories(first: 1) { totalCount } hasDiscussionsEnabled';
    const nothing = { discussions: { totalCount: 0 }, discussionCategories: { totalCount: 0 }, hasDiscussionsEnabled: false };
    expect([await inWeb(selection, 'off'), await inWeb(selection, 'plain')]).toEqual([nothing, nothing]);
    await expect(inWeb('discussion(number: 7) { id }', 'off')).rejects.toThrow(
      'Could not resolve to a Discussion with the number of 7.',
    );
    await twin.octokit.rest.repos.update({ owner: 'acme', repo: 'plain', has_discussions: true });
    await twin.octokit.rest.repos.update({ owner: 'acme', repo: 'off', has_discussions: true });
    expect((await inWeb(selection, 'plain')).discussionCategories.totalCount).toBe(6);
    expect((await inWeb(selection, 'off')).discussions.totalCount).toBe(1);
  });
});

describe('a discussion shows', () => {
  test('its answer, its comments, oldest first, and the replies to them', async () => {
    const { discussion } = await inWeb(`discussion(number: 2) {
      id isAnswered answer { body isAnswer upvoteCount viewerHasUpvoted } answerChosenBy { login } upvoteCount viewerHasUpvoted
      author { login } labels(first: 5) { nodes { name } } reactionGroups { content users { totalCount } }
      comments(first: 9) { totalCount nodes { body isAnswer replies(first: 5) { totalCount nodes { body replyTo { body } } } } }
    }`);
    expect(discussion).toMatchObject({
      ...{ isAnswered: true, answerChosenBy: { login: 'grace' }, upvoteCount: 2, viewerHasUpvoted: true },
      answer: { body: 'Push the button', isAnswer: true, upvoteCount: 2, viewerHasUpvoted: true },
      ...{ author: { login: 'grace' }, labels: { nodes: [{ name: 'docs' }] } },
      comments: {
        totalCount: 2,
        nodes: [
          {
            ...{ body: 'Push the button', isAnswer: true },
            replies: {
              totalCount: 2,
              nodes: [
                { body: 'Always', replyTo: { body: 'Push the button' } },
                { body: 'Thanks', replyTo: { body: 'Push the button' } },
              ],
            },
          },
          { body: 'Second, though it is listed first', isAnswer: false, replies: { totalCount: 0, nodes: [] } },
        ],
      },
    });
    expect(discussion.reactionGroups).toContainEqual({ content: 'EYES', users: { totalCount: 1 } });
  });

  test('whether it is answered only where it is a question, and why it is closed', async () => {
    const state = 'isAnswered closed stateReason closedAt category { slug }';
    const shown = async (number: number) => (await inWeb(`discussion(number: ${number}) { ${state} }`)).discussion;
    expect(await shown(4)).toEqual({
      ...{ isAnswered: null, closed: true, stateReason: 'OUTDATED', closedAt: day(6), category: { slug: 'general' } },
    });
    expect(await shown(5)).toMatchObject({ isAnswered: false, closed: false, stateReason: null });
  });

  test('what was written, to the letter, and nothing of it as markup', async () => {
    const { discussion } = await inWeb('discussion(number: 3) { title body bodyHTML bodyText }');
    expect([discussion.title, discussion.body]).toEqual([STRANGE, STRANGE]);
    expect(discussion.bodyHTML).toContain('<strong>bold</strong>');
    expect(discussion.bodyHTML).not.toContain('<img');
  });

  test('the same by its id, its author and a comment of it, and a page at its address', async () => {
    const { discussion } = await inWeb('discussion(number: 2) { id url comments(first: 1) { nodes { id url } } }');
    const [comment] = discussion.comments.nodes;
    const found = await ask(
      `query ($id: ID!, $comment: ID!) {
        node(id: $id) { ... on Discussion { number } }
        comment: node(id: $comment) { ... on DiscussionComment { body discussion { number } } }
        user(login: "grace") { repositoryDiscussions(first: 5) { nodes { number } } }
        lin: user(login: "lin") { repositoryDiscussionComments(first: 5, onlyAnswers: true) { nodes { body } } }
      }`,
      { id: discussion.id, comment: comment.id },
    );
    expect(found).toEqual({
      ...{ node: { number: 2 }, comment: { body: 'Push the button', discussion: { number: 2 } } },
      user: { repositoryDiscussions: { nodes: [{ number: 2 }] } },
      lin: { repositoryDiscussionComments: { nodes: [{ body: 'Push the button' }] } },
    });
    for (const url of [discussion.url, comment.url])
      expect((await fetch(url, { headers: { authorization: `Bearer ${twin.token}` } })).status).toBe(200);
  });
});

describe('a search of discussions finds', () => {
  // docs: "Searching discussions"
  test.each([
    ['deploy', [2]],
    ['deploy in:title', [2]],
    ['button in:title', []],
    ['button', [2]],
    ['repo:acme/web is:unanswered', [5]],
    ['repo:acme/web is:answered', [2]],
    ['repo:acme/web is:closed', [4]],
    ['repo:acme/web category:"Show and tell"', [3]],
    ['repo:acme/web author:grace', [2]],
    ['repo:acme/web answered-by:lin', [2]],
    ['repo:acme/web commenter:@me sort:created-asc', [2, 5]],
    ['repo:acme/web mentions:lin', [2]],
    ['repo:acme/web label:docs', [2]],
    ['repo:acme/web comments:>3', [2]],
    ['repo:acme/web sort:created-asc', [2, 3, 4, 5]],
    ['repo:acme/web sort:top', [2, 5, 4, 3]],
    ['repo:mia/secret', []],
  ])('%s', async (query, numbers) => {
    const { search } = await ask(
      'query ($words: String!) { search(type: DISCUSSION, query: $words, first: 9) { discussionCount nodes { ... on Discussion { number } } } }',
      { words: query },
    );
    expect(search).toEqual({ discussionCount: numbers.length, nodes: numbers.map((number) => ({ number })) });
  });
});

describe('the toolset discussions', () => {
  let client: Client;
  beforeEach(async () => {
    client = new Client({ name: 'test', version: '1.0.0' });
    const headers = { authorization: `Bearer ${twin.token}`, 'x-mcp-toolsets': 'discussions' };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${twin.url}/mcp`), { requestInit: { headers } }));
  });
  afterEach(() => client.close());
  const call = async (name: string, args: object) =>
    (await client.callTool({ name, arguments: { owner: 'acme', ...args } })) as {
      isError?: boolean;
      content: { text: string }[];
    };
  // biome-ignore lint/suspicious/noExplicitAny: tools answer JSON of many shapes
  const value = async (name: string, args: object): Promise<any> => {
    const answer = await call(name, args);
    expect(answer.isError).not.toBe(true);
    return JSON.parse(answer.content[0]?.text ?? 'null');
  };

  test('lists what the GraphQL API lists, in the same pages', async () => {
    const page = await value('list_discussions', { repo: 'web', perPage: 3 });
    const { discussions } = await inWeb(`discussions(first: 3) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
      nodes { number title html_url: url created_at: createdAt updated_at: updatedAt user: author { login } category { name } }
    }`);
    expect(page).toEqual({ discussions: discussions.nodes, pageInfo: discussions.pageInfo, totalCount: 4 });
    const next = await value('list_discussions', { repo: 'web', perPage: 3, after: page.pageInfo.endCursor });
    expect(next.discussions.map(({ number }: { number: number }) => number)).toEqual([4]);
    expect((await value('list_discussions', {})).discussions).toMatchObject([
      { title: 'For all of us', category: { name: 'Hall' } },
    ]);
  });

  test('shows a discussion and its comments as the GraphQL API does', async () => {
    const { discussion } = await inWeb(`discussion(number: 2) {
      number title body url closed isAnswered createdAt answerChosenAt category { name }
      comments(first: 30) { totalCount nodes { id body isAnswer replies(first: 9) { totalCount nodes { id body } } } }
    }`);
    const { comments, ...rest } = discussion;
    const at = { repo: 'web', discussionNumber: 2 };
    expect(await value('get_discussion', at)).toEqual(rest);
    const [first, second] = comments.nodes;
    const plain = await value('get_discussion_comments', at);
    expect([plain.totalCount, plain.comments]).toEqual([
      2,
      [
        { id: first.id, body: first.body, isAnswer: true },
        { id: second.id, body: second.body },
      ],
    ]);
    const whole = await value('get_discussion_comments', { ...at, includeReplies: true });
    expect(whole.comments[0]).toMatchObject({ replies: first.replies.nodes, replyTotalCount: 2 });
    expect(await value('get_discussion_comments', { repo: 'web', discussionNumber: 4 })).toEqual({
      comments: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: '', endCursor: '' },
      totalCount: 0,
    });
  });

  test('lists categories, whose ids choose among discussions', async () => {
    const { categories, totalCount } = await value('list_discussion_categories', { repo: 'web' });
    const questions = categories.find(({ name }: { name: string }) => name === 'Q&A');
    const chosen = await value('list_discussions', {
      repo: 'web',
      category: questions.id,
      orderBy: 'CREATED_AT',
      direction: 'DESC',
    });
    expect([totalCount, chosen.discussions.map(({ number }: { number: number }) => number)]).toEqual([6, [5, 2]]);
  });

  test.each([
    ['get_discussion', { repo: 'web', discussionNumber: 1 }, 'Could not resolve to a Discussion with the number of 1.'],
    ['get_discussion', { repo: 'web' }, 'missing required parameter: discussionNumber'],
    ['list_discussions', { repo: 'web', after: 'x' }, '`x` does not appear to be a valid cursor.'],
    ['list_discussions', { repo: 'web', perPage: 101 }, 'perPage value 101 exceeds maximum of 100'],
  ])('%s %j is refused and changes nothing', async (name, args, text) => {
    const before = await twin.evidence('state');
    expect(await call(name, args)).toMatchObject({ isError: true, content: [{ text }] });
    expect(await twin.evidence('state')).toEqual(before);
  });
});

test.each(['createDiscussion', 'addDiscussionComment', 'markDiscussionCommentAsAnswer'])(
  '%s is refused by name',
  async (name) => {
    const before = await twin.evidence('state');
    const input = {
      createDiscussion: 'repositoryId: "R_x", categoryId: "x", title: "x", body: "x"',
      addDiscussionComment: 'discussionId: "D_x", body: "x"',
      markDiscussionCommentAsAnswer: 'id: "x"',
    }[name];
    await expect(ask(`mutation { ${name}(input: { ${input} }) { clientMutationId } }`)).rejects.toThrow(
      `doesn't model Mutation.${name}`,
    );
    expect(await twin.evidence('state')).toEqual(before);
  },
);

test('a label that is deleted is gone from discussions, and a repository that is deleted takes its discussions along', async () => {
  const at = { owner: 'acme', repo: 'web' };
  await twin.octokit.rest.issues.deleteLabel({ ...at, name: 'docs' });
  const state = async () => (await twin.evidence('state')) as Parameters<typeof faultsOf>[0];
  expect(faultsOf(await state())).toEqual([]);
  const { data } = await twin.octokit.rest.issues.create({ ...at, title: 'Next' });
  expect(data.number).toBe(7);
  await twin.octokit.rest.repos.delete(at);
  expect(faultsOf(await state())).toEqual([]);
  const { repositories, discussions, discussion_comments } = await state();
  const left = new Set(repositories.map(({ id }) => id));
  for (const one of [...discussions, ...discussion_comments]) expect(left.has(one.repository_id)).toBe(true);
});

describe('a seed with discussions', () => {
  const issuesOf = (more: object) => {
    const parsed = github.parseSeed({ repositories: [{ owner: 'ada', name: 'web', ...more }] });
    return parsed.ok ? [] : parsed.issues.map(({ path, code }) => [path, code]);
  };
  test.each<[object, string, string]>([
    [{ discussions: [{ title: 'x', category: 'None' }] }, 'repositories[0].discussions[0].category', 'unknown_category'],
    [
      { discussion_categories: [{ name: 'Q', format: 'question' }], discussions: [{ title: 'x' }] },
      'repositories[0].discussions[0].title',
      'unknown_category',
    ],
    [{ discussions: [{ title: 'x', category: 'Polls' }] }, 'repositories[0].discussions[0].category', 'poll'],
    [
      { discussions: [{ title: 'x', comments: [{ body: 'y', answer: true }] }] },
      'repositories[0].discussions[0].comments[0].answer',
      'no_question',
    ],
    [
      {
        discussions: [
          {
            title: 'x',
            category: 'Q&A',
            comments: [
              { body: 'y', answer: true },
              { body: 'z', answer: true },
            ],
          },
        ],
      },
      ...(['repositories[0].discussions[0].comments[1].answer', 'duplicate'] as const),
    ],
    [
      { issues: [{ number: 3, title: 'x' }], discussions: [{ number: 3, title: 'x' }] },
      'repositories[0].discussions[0].number',
      'duplicate',
    ],
    [{ discussion_categories: ['A b', 'a-B'] }, 'repositories[0].discussion_categories[1]', 'duplicate'],
  ])('%j is refused where it is wrong', (more, path, code) => {
    expect(issuesOf(more)).toEqual([[path, code]]);
  });

  test('builds a world in which everything fits', () => {
    expect(faultsOf(github.initialState(seed, { mode: 'logical' }) as unknown as Parameters<typeof faultsOf>[0])).toEqual([]);
  });
});
