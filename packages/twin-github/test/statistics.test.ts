import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { Git, remoteOf } from './git-http/git.ts';
import { refusal, type Served, serveGithub } from './served.ts';

// Statistics of a repository and search of commits. What git itself tells of the history is what both are held to.

const at = { owner: 'mona', repo: 'web' };
/** A Wednesday. */
const NOW = '2026-03-04T12:00:00Z';
const WEEK = 7 * 86_400;

let twin: Served;
let web: Git;
beforeAll(async () => {
  twin = await serveGithub(
    {
      users: [
        { login: 'mona', email: 'mona@example.com', name: 'Mona' },
        { login: 'ben', email: 'ben@example.com' },
      ],
      repositories: [
        { owner: 'mona', name: 'web', files: {} },
        { owner: 'mona', name: 'empty', files: {} },
        { owner: 'mona', name: 'other', private: true, files: { 'a.txt': 'a' } },
      ],
    },
    { mode: 'logical', start: NOW },
  );
  const git = await Git.inNewFolder();
  await git.does('clone', '-q', remoteOf(twin.url, twin.token, 'mona/web'), 'web');
  web = git.in('web');
  await commit('Mona <mona@example.com>', '2026-02-15T00:30:00+02:00', 'a\nb\n', 'Begin the shop');
  await commit('Ben <ben@example.com>', '2026-03-01T10:00:00Z', 'a\nB\nc\n', 'Mend the price of mugs');
  await commit('Ben <ben@example.com>', '2026-03-02T10:00:00Z', 'a\nB\n', 'Drop a mug');
  await commit('Nobody <nobody@example.com>', '2026-03-03T23:59:59Z', 'z\n', 'Rewrite all');
  await web.does('push', '-q', 'origin', 'HEAD:main');
});
afterAll(async () => {
  await twin.close();
  await web.in('..').remove();
});

async function commit(author: string, date: string, text: string, message: string): Promise<void> {
  await writeFile(join(web.folder, 'a.txt'), text);
  await web.does('add', '.');
  await web.does('commit', '-q', '-m', message, '--author', author, '--date', date);
}

const second = (text: string): number => Date.parse(text) / 1000;
const rest = () => twin.octokit.rest.repos;

describe('statistics', () => {
  test('code frequency is what git counts, by weeks that begin on Sundays', async () => {
    const { data } = await rest().getCodeFrequencyStats(at);
    expect(data).toEqual([
      [second('2026-02-08'), 2, 0],
      [second('2026-02-15'), 0, 0],
      [second('2026-02-22'), 0, 0],
      [second('2026-03-01'), 3, -4],
    ]);
    const numbers = (await web.does('log', '--numstat', '--format='))
      .split('\n')
      .filter(Boolean)
      .map((line) => line.split('\t'));
    const sum = (at: 0 | 1) => numbers.reduce((all, line) => all + Number(line[at]), 0);
    expect([sum(0), sum(1)]).toEqual([5, 4]);
  });

  test('contributors stand with their weeks, the busiest last, and who has no account without one', async () => {
    const { data } = await rest().getContributorsStats(at);
    const shown = (data as { author: { login: string } | null; total: number }[]).map((one) => [one.author?.login, one.total]);
    expect(shown.slice(0, 2)).toEqual(
      expect.arrayContaining([
        ['mona', 1],
        [undefined, 1],
      ]),
    );
    expect(shown.slice(2)).toEqual([['ben', 2]]);
    expect(data.at(-1)?.weeks?.at(-1)).toEqual({ w: second('2026-03-01'), a: 2, d: 2, c: 2 });
  });

  test('commit activity is of 52 weeks, the present one last', async () => {
    const { data } = await rest().getCommitActivityStats(at);
    expect(data).toHaveLength(52);
    expect(data.at(-1)).toEqual({ week: second('2026-03-01'), total: 3, days: [1, 1, 1, 0, 0, 0, 0] });
    expect((data as { week: number }[])[0]?.week).toBe(second('2026-03-01') - 51 * WEEK);
  });

  test("participation counts the owner's beside everybody's", async () => {
    const { data } = await rest().getParticipationStats(at);
    expect([data.all.slice(-4), data.owner.slice(-4)]).toEqual([
      [1, 0, 0, 3],
      [1, 0, 0, 0],
    ]);
    expect((await rest().getParticipationStats({ ...at, repo: 'empty' })).data.all).toEqual(new Array(52).fill(0));
  });

  test("the punch card has the hours of the authors' clocks", async () => {
    const { data } = await rest().getPunchCardStats(at);
    expect(data).toHaveLength(7 * 24);
    expect((data as number[][]).filter(([, , count]) => count !== 0)).toEqual([
      [0, 0, 1],
      [0, 10, 1],
      [1, 10, 1],
      [2, 23, 1],
    ]);
  });

  test('an empty repository has none, and one that is not there is not found', async () => {
    expect((await rest().getCodeFrequencyStats({ ...at, repo: 'empty' })).status).toBe(204);
    expect((await refusal(rest().getContributorsStats({ ...at, repo: 'none' }))).status).toBe(404);
  });
});

// https://docs.github.com/search-github/searching-on-github/searching-commits
describe('a search of commits', () => {
  const search = async (q: string, more: object = {}) => {
    const { data } = await twin.octokit.rest.search.commits({ q, ...more });
    expect(data.total_count).toBe(data.items.length);
    return data.items.map(({ commit }) => commit.message);
  };
  const [begin, price, mug, all] = ['Begin the shop', 'Mend the price of mugs', 'Drop a mug', 'Rewrite all'];

  test.each<[string, string[]]>([
    ['mug', [mug, price]],
    ['"price of mugs"', [price]],
    ['repo:mona/web author:ben', [mug, price]],
    ['repo:mona/web -author:ben', [all, begin]],
    ['author:@me repo:mona/web', [begin]],
    ['author-email:nobody@example.com', [all]],
    ['author-name:Nobody', [all]],
    ['committer-name:mona repo:mona/web mend', [price]],
    ['author-date:>2026-03-01T12:00:00Z repo:mona/web', [all, mug]],
    ['author-date:2026-03-01..2026-03-02 repo:mona/web', [mug, price]],
    ['merge:true repo:mona/web', []],
    ['merge:false repo:mona/web mug', [mug, price]],
    ['is:private user:mona', ['Initial commit']],
    ['mug OR rewrite repo:mona/web', [all, mug, price]],
  ])('%s', async (q, expected) => {
    expect((await search(q)).sort()).toEqual(expected.toSorted());
  });

  test('finds by ids of at least seven digits', async () => {
    const [sha, parent, tree] = (await web.does('log', '-1', '--format=%H %P %T')).split(' ') as [string, string, string];
    expect(await search(`hash:${sha}`)).toEqual([all]);
    expect(await search(`hash:${sha.slice(0, 7)}`)).toEqual([all]);
    expect(await search(`hash:${sha.slice(0, 6)}`)).toEqual([]);
    expect(await search(`parent:${parent}`)).toEqual([all]);
    expect(await search(`tree:${tree.slice(0, 10)}`)).toEqual([all]);
  });

  test('orders by date as it is asked', async () => {
    const options = { sort: 'author-date' } as const;
    expect(await search('repo:mona/web', options)).toEqual([all, mug, price, begin]);
    expect(await search('repo:mona/web', { ...options, order: 'asc' })).toEqual([begin, price, mug, all]);
    expect(await search('repo:mona/web sort:author-date-asc')).toEqual([begin, price, mug, all]);
  });

  test('refuses what is no query', async () => {
    expect((await refusal(twin.octokit.rest.search.commits({ q: '' }))).status).toBe(422);
    expect((await refusal(twin.octokit.rest.search.commits({ q: 'author-date:soon' }))).status).toBe(422);
  });
});
