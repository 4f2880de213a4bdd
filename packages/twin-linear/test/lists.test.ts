import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { type Served, serveLinear } from './served.ts';
import { full } from './worlds.ts';

let twin: Served;
beforeAll(async () => {
  twin = await serveLinear(full);
});
afterAll(() => twin.close());

const identifiers = async (filter: string): Promise<string[]> => {
  const { issues } = await twin.data(`{ issues(filter: ${filter}) { nodes { identifier } } }`);
  return issues.nodes.map(({ identifier }: { identifier: string }) => identifier).sort();
};

/** https://linear.app/developers/filtering */
describe('a filter finds', () => {
  test.each<[string, string[]]>([
    ['{ title: { eq: "Dark mode" } }', ['ENG-3']],
    ['{ title: { neq: "Dark mode" } }', ['DES-1', 'ENG-1', 'ENG-2']],
    ['{ title: { containsIgnoreCase: "DARK" } }', ['ENG-3']],
    ['{ title: { startsWith: "Log" } }', ['ENG-1']],
    ['{ title: { notEndsWith: "mode" } }', ['DES-1', 'ENG-1', 'ENG-2']],
    ['{ title: { in: ["Dark mode", "New logo"] } }', ['DES-1', 'ENG-3']],
    ['{ priority: { lte: 2, neq: 0 } }', ['ENG-1']],
    ['{ priority: { in: [2, 4] } }', ['ENG-1', 'ENG-3']],
    ['{ state: { name: { eq: "Todo" } } }', ['ENG-1']],
    ['{ state: { type: { in: ["started", "unstarted"] } } }', ['ENG-1', 'ENG-2']],
    ['{ assignee: { email: { eq: "ben@acme.example" } } }', ['ENG-1']],
    ['{ assignee: { isMe: { eq: true } } }', ['ENG-2']],
    ['{ assignee: { null: true } }', ['DES-1', 'ENG-3']],
    ['{ assignee: { null: false } }', ['ENG-1', 'ENG-2']],
    ['{ or: [{ assignee: { null: true } }, { priority: { eq: 2 } }] }', ['DES-1', 'ENG-1', 'ENG-3']],
    ['{ and: [{ team: { key: { eq: "ENG" } } }, { assignee: { null: true } }] }', ['ENG-3']],
    ['{ team: { key: { eq: "DES" } } }', ['DES-1']],
    ['{ team: { name: { eqIgnoreCase: "engineering" } } }', ['ENG-1', 'ENG-2', 'ENG-3']],
    ['{ labels: { name: { eq: "Bug" } } }', ['ENG-1']],
    ['{ labels: { some: { name: { in: ["Pixel", "Bug"] } } } }', ['DES-1', 'ENG-1']],
    ['{ labels: { every: { name: { eq: "Bug" } } } }', []],
    ['{ labels: { length: { eq: 2 } } }', ['ENG-1']],
    ['{ labels: { parent: { name: { eq: "Area" } } } }', ['ENG-1']],
    ['{ project: { name: { eq: "Spring release" } } }', ['ENG-1', 'ENG-3']],
    ['{ project: { lead: { displayName: { eq: "ada" } } } }', ['ENG-1', 'ENG-3']],
    ['{ projectMilestone: { name: { eq: "Alpha" } } }', ['ENG-1']],
    ['{ cycle: { isActive: { eq: true } } }', ['ENG-1']],
    ['{ parent: { id: { eq: "ENG-1" } } }', ['ENG-2']],
    ['{ children: { length: { gt: 0 } } }', ['ENG-1']],
    ['{ comments: { some: { body: { contains: "Looking" } } } }', ['ENG-1']],
    ['{ attachments: { sourceType: { eq: "github" } } }', ['ENG-1']],
    ['{ hasBlockingRelations: { eq: true } }', ['ENG-1']],
    ['{ hasBlockedByRelations: { eq: true } }', ['ENG-3']],
    ['{ dueDate: { gt: "2030-01-01", lt: "P10Y" } }', ['ENG-1']],
    ['{ dueDate: { null: true } }', ['DES-1', 'ENG-2', 'ENG-3']],
    ['{ createdAt: { gt: "-P1D" } }', ['DES-1', 'ENG-1', 'ENG-2', 'ENG-3']],
    ['{ createdAt: { gt: "P1D" } }', []],
    ['{ estimate: { or: [{ eq: 3 }, { null: true }] } }', ['DES-1', 'ENG-1', 'ENG-2', 'ENG-3']],
    ['{ id: { in: ["ENG-2", "DES-1"] } }', ['DES-1', 'ENG-2']],
    ['{ number: { eq: 1 } }', ['DES-1', 'ENG-1']],
    ['{ searchableContent: { contains: "plus sign" } }', ['ENG-1']],
    // What people type is put there as it is by clients that search with it: in any case, and of several places.
    ['{ searchableContent: { contains: "login SIGN" } }', ['ENG-1']],
    ['{ reactions: { emoji: { eq: "🎉" } } }', ['ENG-1']],
  ])('%s', async (filter, expected) => {
    expect(await identifiers(filter)).toEqual(expected);
  });

  test('records of other types', async () => {
    const data = await twin.data(`{
      users(filter: { isMe: { eq: true } }) { nodes { displayName } }
      projects(filter: { members: { some: { displayName: { eq: "ben" } } } }) { nodes { name } }
      comments(filter: { user: { displayName: { eq: "ben" } } }) { nodes { body } }
      workflowStates(filter: { team: { key: { eq: "DES" } }, type: { eq: "started" } }) { nodes { name } }
      cycles(filter: { isPast: { eq: true } }) { nodes { number } }
      issueLabels(filter: { parent: { name: { eq: "Area" } } }) { nodes { name } }
      documents(filter: { project: { name: { eq: "Spring release" } } }) { nodes { title } }
      initiatives(filter: { projects: { some: { name: { eq: "Spring release" } } } }) { nodes { name } }
    }`);
    expect(data).toEqual({
      users: { nodes: [{ displayName: 'ada' }] },
      projects: { nodes: [{ name: 'Spring release' }] },
      comments: { nodes: [{ body: 'Me too' }] },
      workflowStates: { nodes: [{ name: 'In Progress' }] },
      cycles: { nodes: [{ number: 1 }] },
      issueLabels: { nodes: [{ name: 'App' }, { name: 'API' }] },
      documents: { nodes: [{ title: 'Spring plan' }] },
      initiatives: { nodes: [{ name: 'Win Europe' }] },
    });
  });
});

/** https://linear.app/developers/pagination */
describe('a list', () => {
  const page = async (args: string) =>
    (
      await twin.data(
        `{ issues${args} { nodes { identifier } edges { cursor node { id } } pageInfo { hasNextPage hasPreviousPage startCursor endCursor } } }`,
      )
    ).issues;
  const names = (issues: { nodes: { identifier: string }[] }) => issues.nodes.map(({ identifier }) => identifier);

  test('stands newest first, without the archived', async () => {
    expect(names(await page(''))).toEqual(['DES-1', 'ENG-3', 'ENG-2', 'ENG-1']);
    expect(names(await page('(includeArchived: true)'))).toEqual(['DES-1', 'ENG-4', 'ENG-3', 'ENG-2', 'ENG-1']);
  });

  test('is walked forwards by cursors', async () => {
    const first = await page('(first: 3)');
    expect([names(first), first.pageInfo.hasNextPage, first.pageInfo.hasPreviousPage]).toEqual([
      ['DES-1', 'ENG-3', 'ENG-2'],
      true,
      false,
    ]);
    expect(first.edges.map(({ cursor }: { cursor: string }) => cursor).at(-1)).toBe(first.pageInfo.endCursor);
    const second = await page(`(first: 3, after: "${first.pageInfo.endCursor}")`);
    expect([names(second), second.pageInfo.hasNextPage, second.pageInfo.hasPreviousPage]).toEqual([['ENG-1'], false, true]);
  });

  test('is walked backwards by cursors', async () => {
    const last = await page('(last: 3)');
    expect([names(last), last.pageInfo.hasPreviousPage, last.pageInfo.hasNextPage]).toEqual([
      ['ENG-3', 'ENG-2', 'ENG-1'],
      true,
      false,
    ]);
    const before = await page(`(last: 3, before: "${last.pageInfo.startCursor}")`);
    expect([names(before), before.pageInfo.hasPreviousPage, before.pageInfo.hasNextPage]).toEqual([['DES-1'], false, true]);
  });

  test('is walked the same way under a filter', async () => {
    const filter = 'filter: { team: { name: { eq: "Engineering" } } }';
    const first = await page(`(first: 2, ${filter})`);
    const second = await page(`(first: 2, after: "${first.pageInfo.endCursor}", ${filter})`);
    expect([names(first), names(second), second.pageInfo.hasNextPage]).toEqual([['ENG-3', 'ENG-2'], ['ENG-1'], false]);
    expect(names(await page(`(last: 2, ${filter})`))).toEqual(['ENG-2', 'ENG-1']);
  });

  test('stands by the last change where that is asked for', async () => {
    await twin.data('mutation { issueUpdate(id: "ENG-1", input: { estimate: 5 }) { success } }');
    expect(names(await page('(orderBy: updatedAt)'))).toEqual(['ENG-1', 'DES-1', 'ENG-3', 'ENG-2']);
    expect(names(await page('(orderBy: createdAt)'))).toEqual(['DES-1', 'ENG-3', 'ENG-2', 'ENG-1']);
  });

  test('is sorted by keys', async () => {
    const sort = 'sort: [{ priority: { order: Descending } }, { title: { order: Ascending } }]';
    expect(names(await page(`(${sort})`))).toEqual(['ENG-3', 'ENG-1', 'DES-1', 'ENG-2']);
    expect(names(await page('(sort: [{ dueDate: { nulls: last } }, { title: { order: Ascending } }])'))[0]).toBe('ENG-1');
  });

  test('with nothing in it has no cursors', async () => {
    expect(await page('(first: 0)')).toEqual({
      nodes: [],
      edges: [],
      pageInfo: { hasNextPage: true, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
  });
});

describe('a search', () => {
  test('finds issues by words, identifiers and comments', async () => {
    const { a, b, c } = await twin.data(`{
      a: searchIssues(term: "login") { totalCount nodes { identifier } }
      b: searchIssues(term: "eng-3") { nodes { identifier } }
      c: searchIssues(term: "looking", includeComments: true) { nodes { identifier } }
    }`);
    expect(a).toEqual({ totalCount: 1, nodes: [{ identifier: 'ENG-1' }] });
    expect(b.nodes[0]).toEqual({ identifier: 'ENG-3' });
    expect(c.nodes).toEqual([{ identifier: 'ENG-1' }]);
  });

  test('finds documents, projects, attachments and branches', async () => {
    const data = await twin.data(`{
      searchDocuments(term: "spring") { nodes { title } }
      searchProjects(term: "autumn") { nodes { name } }
      attachmentsForURL(url: "https://example.com/trace") { nodes { title } }
      issueVcsBranchSearch(branchName: "ben/eng-2-something") { identifier }
    }`);
    expect(data).toEqual({
      searchDocuments: { nodes: [{ title: 'Spring plan' }] },
      searchProjects: { nodes: [{ name: 'Autumn release' }] },
      attachmentsForURL: { nodes: [{ title: 'Trace' }] },
      issueVcsBranchSearch: { identifier: 'ENG-2' },
    });
  });
});
