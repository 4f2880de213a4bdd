import type { Check } from '@svc/twin-kit';
import type { Issue } from '../world.ts';
import { inRepository, listed, type Place, verdict } from './find.ts';
import * as params from './params.ts';

/** What is counted: issues, or pull requests. */
interface Opened {
  /** Before the id and within the template. */
  id: string;
  words: string;
  description: string;
  openedIn(place: Place): readonly Readonly<Issue>[];
}

/** How many were opened since the seed: exactly, at least, at most. */
export const openedCounts = (opened: Opened): Check[] => [
  openedCount(opened, 'opened-count', 'Exactly', 'count', params.count, (is, wanted) => is === wanted),
  openedCount(opened, 'opened-at-least', 'At least', 'at_least', params.atLeast, (is, wanted) => is >= wanted),
  openedCount(opened, 'opened-at-most', 'At most', 'at_most', params.atMost, (is, wanted) => is <= wanted),
];

const openedCount = <Q extends string>(
  { id, words, description, openedIn }: Opened,
  suffix: string,
  word: string,
  slot: Q,
  param: (typeof params)['count'],
  isEnough: (found: number, wanted: number) => boolean,
): Check =>
  inRepository<Q>({
    id: `github.${id}-${suffix}`,
    template: `${word} {${slot}} ${words} were opened in {repo}.`,
    description,
    compares: `the number of ${words} that the seed does not have with {${slot}}`,
    params: { [slot]: param } as Readonly<Record<Q, (typeof params)['count']>>,
    readsSeed: true,
    judge(args, place) {
      const fresh = openedIn(place);
      const evidence = `new in ${place.name}: ${fresh.length}, ${listed(fresh.map((one) => `#${one.number} ${one.title}`))}`;
      return verdict(isEnough(fresh.length, Number((args as Record<Q, string>)[slot])), evidence);
    },
  });
