// Three weeks of a project, done through each door of the GitHub twin: the worlds are the same, but for times and what is made of them.
import { afterAll, describe, expect, jest, test } from '@jest/globals';
import { serveTwin } from '@svc/twin-kit/server';
import { inTheWhole, isWhole, shareOf } from '@svc/twin-kit/testing/share';
import { loadTwin } from '@svc/twins';
import { carryOut, type Door, type Place } from './equal-worlds/door.ts';
import { openGh } from './equal-worlds/gh.ts';
import { openGit } from './equal-worlds/git.ts';
import { openGraphql } from './equal-worlds/graphql.ts';
import { openMcp } from './equal-worlds/mcp.ts';
import { type DeedName, KINDS, SEED, type Step, threeWeeks, WEEKS } from './equal-worlds/plan.ts';
import { openRest } from './equal-worlds/rest.ts';
import { Shell } from './equal-worlds/shell.ts';
import { differences, type State } from './equal-worlds/world.ts';

// A program for each step, and some for those of git.
jest.setTimeout(1_200_000);

/** Each fate of a pull request once, or all of three weeks. */
const SIZE = isWhole ? { issues: 100, pulls: 40 } : { issues: 12, pulls: KINDS };

const STEPS = threeWeeks(16, SIZE);

/** What one way of working came to. */
interface Came {
  state: State;
  /** Deeds that its door has no words for, which were done through REST, or by git through `gh`. */
  elsewhere: DeedName[];
}

/** Opens a door; deeds that the first one lacks go through those that follow. */
type Open = (place: Place) => Promise<Door[]>;

const withShell = async (place: Place, doors: (shell: Shell) => Promise<Door[]>): Promise<Door[]> => {
  const shell = await Shell.open(place);
  return [...(await doors(shell)), { deeds: {}, close: () => shell.close() }];
};

const WAYS: Readonly<Record<string, Open>> = {
  REST: async (place) => [openRest(place)],
  GraphQL: async (place) => [openGraphql(place), openRest(place)],
  MCP: async (place) => [await openMcp(place), openRest(place)],
  gh: (place) => withShell(place, async (shell) => [openGh(shell)]),
  git: (place) =>
    withShell(place, async (shell) => {
      const gh = openGh(shell);
      return [await openGit(shell, gh), gh];
    }),
};

/** What starts a program for each step is for the whole run: `gh`, and git, which says by `gh` what it has no words for. */
const others = shareOf(['GraphQL', 'MCP', 'git', 'gh'], 2);

async function take(doors: readonly Door[], step: Step): Promise<DeedName[]> {
  const { refused, ...deed } = step;
  try {
    const at = await carryOut(doors, deed);
    if (refused) throw new Error('it was not refused');
    return at === 0 ? [] : [deed.do];
  } catch (error) {
    const { message } = error as Error;
    if (!refused?.test(message)) throw new Error(`${JSON.stringify(step)}: ${message}`, { cause: error });
    return [];
  }
}

async function live(open: Open): Promise<Came> {
  const twin = await loadTwin('github');
  if (!twin) throw new Error('there is no twin github');
  const served = await serveTwin(twin, { seed: SEED });
  const doors = await open(served);
  const elsewhere = new Set<DeedName>();
  try {
    for (const step of STEPS) for (const name of await take(doors, step)) elsewhere.add(name);
    const headers = { authorization: `Bearer ${served.token}` };
    const state = (await (await fetch(`${served.url}/_svc/state`, { headers })).json()) as State;
    return { state, elsewhere: [...elsewhere].toSorted() };
  } finally {
    for (const door of doors) await door.close?.();
    await served.close();
  }
}

/** Who merges by git pushes a commit: the activity of a repository calls that `push`, where the API's merges are `pr_merge`. */
const withoutMarksOfMerges = ({ pushes = [], ...state }: State): State => ({
  ...state,
  pushes: pushes.map(({ merge: _merge, ...push }) => push),
});

describe(`${STEPS.length} steps of a project`, () => {
  const came = new Map<string, Promise<Came>>();
  const cameOf = (way: string): Promise<Came> => {
    const known = came.get(way) ?? live(WAYS[way] as Open);
    came.set(way, known);
    return known;
  };
  afterAll(() => came.clear());

  test('are issues, pull requests and a release by REST', async () => {
    const { state } = await cameOf('REST');
    const pulls = state.pull_requests as { merged_at: string | null }[];
    expect(state.issues?.length).toBe(SIZE.issues + pulls.length);
    expect(pulls.length).toBe(SIZE.pulls + 4);
    expect(state.releases?.length).toBe(WEEKS);
    expect(state.workflow_runs?.length).toBeGreaterThan(0);
  });

  test.each(others)('make the same world by %s as by REST', async (way) => {
    const seen = ({ state }: Came): State => (way === 'git' ? withoutMarksOfMerges(state) : state);
    expect(differences(seen(await cameOf(way)), seen(await cameOf('REST')))).toEqual({ ours: [], theirs: [] });
  });

  const lacking: [way: string, DeedName[]][] = [
    ['REST', []],
    ['GraphQL', ['release', 'report_status']],
    ['MCP', ['delete_branch', 'release', 'report_status']],
    ['gh', []],
  ];
  test.each(lacking.filter(([way]) => way === 'REST' || others.includes(way)))(
    'are said by %s, but for %j',
    async (way, elsewhere) => {
      expect((await cameOf(way)).elsewhere).toEqual(elsewhere);
    },
  );

  inTheWhole(test)('are said by git where they are about branches, commits, merges and tags, and else by gh', async () => {
    const { elsewhere } = await cameOf('git');
    const own = ['commit', 'create_branch', 'delete_branch', 'merge', 'release', 'update_branch'];
    expect(elsewhere.filter((name) => own.includes(name))).toEqual([]);
    expect(elsewhere).toContain('open_issue');
  });
});
