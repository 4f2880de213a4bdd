import type { AnyRecord } from '../model.ts';
import { allIn, type LinearWorld, liveIn } from '../world.ts';

export interface SearchOptions {
  teamId?: string | null;
  includeComments?: boolean | null;
  includeArchived?: boolean | null;
}

const words = (term: string): string[] => term.toLowerCase().split(/\s+/).filter(Boolean);

/** How well texts answer a term: 0 where a word of it is in none; more where it stands in the first text, the title. */
function rank(terms: readonly string[], texts: readonly (string | null | undefined)[]): number {
  const [title, ...rest] = texts.map((text) => (text ?? '').toLowerCase());
  let total = 0;
  for (const word of terms) {
    if (title?.includes(word)) total += 3;
    else if (rest.some((text) => text.includes(word))) total += 1;
    else return 0;
  }
  return total;
}

function ranked(records: Iterable<AnyRecord>, score: (record: AnyRecord) => number): AnyRecord[] {
  const hits: { record: AnyRecord; points: number }[] = [];
  for (const record of records) {
    const points = score(record);
    if (points > 0) hits.push({ record, points });
  }
  // The best first; among equals the newest.
  hits.sort((left, right) => right.points - left.points || (left.record.createdAt < right.record.createdAt ? 1 : -1));
  return hits.map(({ record }) => record);
}

/** Issues that answer a term, the best first. An identifier or a number names its issue. */
export function searchIssues(world: LinearWorld, term: string, options: SearchOptions): AnyRecord[] {
  const terms = words(term);
  const group = options.includeArchived ? allIn : liveIn;
  const pool = world.issues.by.creation.page(group(options.teamId ? `team:${options.teamId}` : '*'), { reverse: true });
  const named = world.issues.by.identifier.first(term.trim().toUpperCase());
  const hits = ranked(pool, (issue) => {
    if (issue.id === named?.id) return Number.MAX_SAFE_INTEGER;
    const comments = options.includeComments
      ? world.comments.by.creation.page(liveIn(`issue:${issue.id}`)).map((comment) => comment.body)
      : [];
    return rank(terms, [issue.title, issue.description, issue.identifier, ...comments]);
  });
  return hits;
}

export function searchDocuments(world: LinearWorld, term: string, options: SearchOptions): AnyRecord[] {
  const terms = words(term);
  const pool = world.documents.by.creation.page((options.includeArchived ? allIn : liveIn)('*'), { reverse: true });
  return ranked(pool, (document) => {
    if (options.teamId && !teamsOfDocument(world, document).includes(options.teamId)) return 0;
    return rank(terms, [document.title, document.content]);
  });
}

export function searchProjects(world: LinearWorld, term: string, options: SearchOptions): AnyRecord[] {
  const terms = words(term);
  const group = options.includeArchived ? allIn : liveIn;
  const pool = world.projects.by.creation.page(group(options.teamId ? `team:${options.teamId}` : '*'), { reverse: true });
  return ranked(pool, (project) => rank(terms, [project.name, project.description, project.content]));
}

function teamsOfDocument(world: LinearWorld, document: AnyRecord): readonly string[] {
  if (document.teamId) return [document.teamId as string];
  if (document.projectId) return world.projects.get(document.projectId)?.teamIds ?? [];
  return document.issueId ? [world.issues.get(document.issueId)?.teamId ?? ''] : [];
}
