import type { GithubContext } from '../../world.ts';
import { isVisible } from '../access.ts';
import type { PageCut } from '../issue-list.ts';
import { dateInRange, numberInRange } from './match.ts';
import { holds, parseSearch, requireDates } from './query.ts';
import { type Found, requireQuery, searchCut } from './results.ts';

/** A topic is what repositories are said to be about; it has been there since the first of them. */
export interface Topic {
  name: string;
  repositories: number;
  created_at: string;
  updated_at: string;
}

/** Nothing is featured or curated here: that is done by GitHub's people, for topics of the whole world. */
const IS: Readonly<Record<string, boolean>> = {
  featured: false,
  curated: false,
  'not-featured': true,
  'not-curated': true,
};

/** https://docs.github.com/search-github/searching-on-github/searching-topics */
const QUALIFIERS: Readonly<Record<string, (topic: Topic, value: string) => boolean>> = {
  is: (_topic, value) => IS[value.toLowerCase()] ?? false,
  repositories: ({ repositories }, value) => numberInRange(repositories, value),
  created: ({ created_at }, value) => dateInRange(created_at, value),
};
const KNOWN: ReadonlySet<string> = new Set(Object.keys(QUALIFIERS));

function topicsOf(context: GithubContext): Topic[] {
  const topics = new Map<string, Topic>();
  for (const repository of context.world.repositories.values()) {
    if (!isVisible(context, repository)) continue;
    const { created_at, updated_at } = repository;
    for (const name of repository.topics) {
      const known = topics.get(name);
      if (!known) topics.set(name, { name, repositories: 1, created_at, updated_at });
      else {
        known.repositories += 1;
        if (created_at < known.created_at) known.created_at = created_at;
        if (updated_at > known.updated_at) known.updated_at = updated_at;
      }
    }
  }
  return [...topics.values()];
}

/** Topics whose name holds the words, those with most repositories first. @throws ValidationFailed, Unprocessable */
export function searchTopics(context: GithubContext, q: string | undefined, cut: PageCut): Found<Topic> {
  const { root } = parseSearch(requireQuery(q), KNOWN);
  requireDates(root, ['created']);
  searchCut(cut);
  const found = topicsOf(context).filter((topic) =>
    holds(root, (leaf) =>
      leaf.kind === 'qualifier'
        ? (QUALIFIERS[leaf.name]?.(topic, leaf.value) ?? false)
        : topic.name.includes(leaf.text.toLowerCase().replaceAll(' ', '-')),
    ),
  );
  found.sort((one, other) => other.repositories - one.repositories || (one.name < other.name ? -1 : 1));
  return { total: found.length, records: found.slice(cut.offset, cut.offset + cut.limit) };
}
