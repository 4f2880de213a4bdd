import { expect, test } from '@jest/globals';
import { Chance } from '@svc/twin-kit/testing';
import { commitsBetween, historyOf, isAncestor } from '../../src/git/history.ts';
import { EMPTY_TREE } from '../../src/git/objects.ts';
import { Overlay } from '../../src/git/overlay.ts';

const GRAPHS = 150;
const MOST_COMMITS = 14;

/** Commits with none, one or more parents among those before them, of which some are older than their parents. */
function randomCommits(store: Overlay, chance: Chance): string[] {
  const commits: string[] = [];
  for (let at = 0; at < MOST_COMMITS; at += 1) {
    const parents = commits.length > 0 && chance.maybe(0.95) ? [chance.of(commits.slice(-4)) as string] : [];
    const other = chance.of(commits);
    if (other && chance.maybe(0.3) && !parents.includes(other)) parents.push(other);
    const date = `2026-01-01T00:00:${String(chance.maybe(0.8) ? at : chance.below(60)).padStart(2, '0')}Z`;
    const who = { name: 'a', email: 'a@b', date, offset: '+0000' };
    commits.push(store.writeCommit({ tree: EMPTY_TREE, parents, author: who, committer: who, message: String(at) }));
  }
  return commits;
}

function reachable(store: Overlay, head: string): Set<string> {
  const found = new Set([head]);
  for (const sha of found) for (const parent of store.commit(sha)?.parents ?? []) found.add(parent);
  return found;
}

test('of random histories, what one commit has and another one lacks is that, in the order of the whole', () => {
  for (let graph = 0; graph < GRAPHS; graph += 1) {
    const store = new Overlay();
    const commits = randomCommits(store, new Chance(graph + 1));
    for (const base of commits)
      for (const head of commits) {
        const known = reachable(store, base);
        // As heads come up before their histories are known.
        const between = commitsBetween(store, base, head);
        expect(isAncestor(store, base, head)).toBe(reachable(store, head).has(base));
        expect(between).toEqual(historyOf(store, head).filter((sha) => !known.has(sha)));
      }
  }
});
