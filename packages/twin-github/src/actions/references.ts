import type { GithubContext, Issue, Repository } from '../world.ts';
import { isVisible } from './access.ts';

/** `#1`, `owner/name#1` or the address of the issue: https://docs.github.com/get-started/writing-on-github/working-with-advanced-formatting/autolinked-references-and-urls */
const REFERENCE = /(?<![\w/#])(?:([\w.-]+\/[\w.-]+)?#|https?:\/\/\S+?\/([\w.-]+\/[\w.-]+)\/(?:issues|pull)\/)(\d+)\b/gi;

/** Does a text of `home` name this issue? */
function names(text: string, home: Readonly<Repository>, target: Readonly<Repository>, number: number): boolean {
  return [...text.matchAll(REFERENCE)].some(([, short, long, found]) => {
    const name = short ?? long ?? home.full_name;
    return Number(found) === number && name.toLowerCase() === target.full_name.toLowerCase();
  });
}

/** An issue or a pull request that names another one, with the person whose text did it first. */
export interface Reference {
  source: Readonly<Issue>;
  actor_id: number;
  created_at: string;
}

/** Where an issue is named, in texts and comments of all repositories that the viewer sees. */
export function referencesTo(context: GithubContext, repository: Readonly<Repository>, issue: Readonly<Issue>): Reference[] {
  const { world } = context;
  const found: Reference[] = [];
  for (const source of world.issues.values()) {
    const home = world.repositories.get(source.repository_id);
    if (source.id === issue.id || !home || !isVisible(context, home)) continue;
    const texts = [source, ...world.comments.by.issue.page(source.id, { limit: source.comments })];
    const first = texts.find(({ body }) => body?.includes(String(issue.number)) && names(body, home, repository, issue.number));
    if (first) found.push({ source, actor_id: first.user_id, created_at: first.created_at });
  }
  return found;
}
