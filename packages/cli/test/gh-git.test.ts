// What git and `gh` do together in a shell on a twin: from a clone to a merged pull request.
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { shareOf } from '@svc/twin-kit/testing/share';
import { LINES, type Line } from './gh-git-lines.ts';
import { everyWay, type Place, Places, plain, runIn } from './gh-places.ts';

// In the whole it starts PostgreSQL; programs for each line of the table.
jest.setTimeout(600_000);

let places: Places;
beforeAll(async () => {
  places = await Places.open(shareOf(everyWay.toReversed(), 1));
});
afterAll(() => places.close());

/** Who writes commits, and that nobody is asked anything. */
const SETTINGS = `
export GIT_AUTHOR_NAME=Octocat GIT_AUTHOR_EMAIL=octocat@github.com GIT_COMMITTER_NAME=Octocat GIT_COMMITTER_EMAIL=octocat@github.com
export GIT_EDITOR=true LC_ALL=C GH_PROMPT_DISABLED=1
`;

const sh = (place: Place, { command, folder }: Line): Promise<string> =>
  runIn(place, 'sh', ['-c', `${SETTINGS}\n${command}`], { cwd: folder ? `work/${folder}` : 'work', withErrors: true });

/** Commits are written at other moments in each place, and have other ids. */
const alike = (text: string): string =>
  plain(text)
    .replaceAll(/\b[0-9a-f]{7,39}\b/g, '<sha>')
    .replaceAll(/\w{3} \w{3} +\d+ [\d:]+ \d{4} [+-]\d{4}/g, '<time>');

describe('git and gh', () => {
  test.each(LINES.map((one) => [`${one.folder ?? '.'}: ${one.command.replaceAll('\n', ' ').slice(0, 90)}`, one] as const))(
    '%s',
    async (_name, one) => {
      const told = await places.each((place) => sh(place, one));
      for (const text of told) expect(text).toMatch(one.prints);
      expect(new Set(told.map(alike)).size).toBe(1);
      if (!one.world) return;
      const [path, expected] = one.world;
      for (const { read } of Object.values(places.all)) expect(await read(path)).toMatchObject(expected);
    },
  );

  test('all clones have no fault', async () => {
    const told = await places.each((place) =>
      sh(place, {
        command:
          'for one in $(find . -name HEAD -path "*.git/HEAD"); do git -C $(dirname $one) fsck --full --strict || exit; done',
        prints: /^/,
      }),
    );
    for (const text of told) expect(text).toMatch(/^0 (?:dangling \w+ [0-9a-f]{40}\n|notice: .*\n)*$/);
  });
});
