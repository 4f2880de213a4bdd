import { json, noContent, type Operation } from '@svc/twin-kit';
import {
  type Counted,
  type CountLines,
  codeFrequency,
  commitActivity,
  contributorActivity,
  countedCommits,
  type Lines,
  participation,
  punchCard,
} from '../actions/statistics.ts';
import { changedFiles, total } from '../render/commits.ts';
import { simpleUser } from '../render/users.ts';
import type { Commit, GithubCollections, GithubContext } from '../world.ts';
import { operation, repositoryParams } from './operation.ts';

/** A commit never changes, and neither do its lines. */
const counted = new WeakMap<Readonly<Commit>, Lines>();

const linesIn =
  (context: GithubContext): CountLines =>
  (commit) => {
    let lines = counted.get(commit);
    if (!lines) {
      const files = changedFiles(context, commit);
      lines = { additions: total(files, 'additions'), deletions: total(files, 'deletions') };
      counted.set(commit, lines);
    }
    return lines;
  };

/** GitHub counts when it is asked first, and answers 202 until it has; here that is at once. */
const statistics = (
  id: string,
  name: string,
  count: (context: GithubContext, found: Counted) => unknown,
  whenEmpty: 'nothing' | 'zeros' = 'nothing',
): Operation<GithubCollections> =>
  operation({
    id: `repos/get-${id}-stats`,
    method: 'GET',
    path: `/repos/{owner}/{repo}/stats/${name}`,
    fidelity: 'semantic',
    mutates: false,
    action: 'get_repository_statistics',
    handle(context, { params }) {
      const found = countedCommits(context, ...repositoryParams(params));
      return found.commits.length === 0 && whenEmpty === 'nothing' ? noContent() : json(count(context, found));
    },
  });

export const statisticsOperations = [
  statistics('code-frequency', 'code_frequency', (context, { commits }) =>
    codeFrequency(commits, linesIn(context)).map(({ week, additions, deletions }) => [week, additions, -deletions]),
  ),
  statistics('commit-activity', 'commit_activity', (context, { commits }) => commitActivity(context, commits)),
  statistics('contributors', 'contributors', (context, { commits }) =>
    contributorActivity(context, commits, linesIn(context)).map(({ author, total: all, weeks }) => ({
      author: author && simpleUser(context, author),
      total: all,
      weeks: weeks.map(({ week, additions, deletions, commits: count }) => ({ w: week, a: additions, d: deletions, c: count })),
    })),
  ),
  statistics(
    'participation',
    'participation',
    (context, { repository, commits }) => participation(context, repository, commits),
    'zeros',
  ),
  statistics('punch-card', 'punch_card', (_context, { commits }) => punchCard(commits)),
];
