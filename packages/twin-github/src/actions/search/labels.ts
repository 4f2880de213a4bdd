import { NotFound } from '../../errors.ts';
import type { GithubContext, Label } from '../../world.ts';
import { isVisible } from '../access.ts';
import type { PageCut } from '../issue-list.ts';
import { type Found, requireQuery, searchCut } from './results.ts';

/** Labels of one repository whose name or description holds the text. */
export function searchLabels(
  context: GithubContext,
  repositoryId: number,
  { q, sort, order }: { q?: string | undefined; sort?: string | undefined; order?: string | undefined },
  cut: PageCut,
): Found<Label> {
  const text = requireQuery(q).toLowerCase();
  searchCut(cut);
  const repository = context.world.repositories.get(repositoryId);
  if (!repository || !isVisible(context, repository)) throw new NotFound();
  const found = context.world.labels.by.repository
    .page(repositoryId, { limit: context.world.labels.size })
    .filter((label) => label.name.toLowerCase().includes(text) || label.description?.toLowerCase().includes(text));
  // Labels keep no dates; their ids follow their creation.
  if (sort === 'created' || sort === 'updated')
    found.sort((one, other) => (order === 'asc' ? one.id - other.id : other.id - one.id));
  return { total: found.length, records: found.slice(cut.offset, cut.offset + cut.limit) };
}
