import { type CheckArgs, defineFact, factCheck, failed, type Passage } from '@svc/twin-kit';
import type { GithubCollections, GithubState, Issue } from '../world.ts';
import { loginOf, ofRepository, type Place, placeOf } from './find.ts';
import * as params from './params.ts';
import { remarksOn } from './remarks.ts';
import { anIssueTitled, type Subject, sideOf, theIssue, thePullRequest } from './subjects.ts';
import { texts } from './words.ts';

const fact = defineFact<GithubCollections>();

/** The ways in which people write something about what a phrase names; none where there is no such thing. */
const about =
  <P extends string>(subject: Subject<P>, read: (thread: Readonly<Issue>, place: Place) => readonly (string | null)[]) =>
  (args: CheckArgs<P | 'repo'>, final: GithubState, seed: GithubState): readonly string[] => {
    const place = placeOf(final, seed, args.repo);
    const found = typeof place === 'string' ? place : subject.find(args, place);
    if (typeof place === 'string' || typeof found === 'string') return [];
    return found.flatMap((thread) => read(thread, place)).filter((one) => one !== null);
  };

/** What people call an account: by login, by mention, by name. */
const waysOf = (state: GithubState, id: number): (string | null)[] => [
  loginOf(state, id),
  state.users.find((user) => user.id === id)?.name ?? null,
];

const SHORT_SHA = 7;
const shas = (sha: string | null | undefined): string[] => (sha ? [sha, sha.slice(0, SHORT_SHA)] : []);

/** What sentences about other products may say of GitHub. */
export const facts = [
  fact({
    id: 'github.issue-title',
    template: 'title of issue #{issue} in {repo}',
    description: 'The whole title.',
    params: { issue: params.issue, repo: params.repo },
    read: about(theIssue, ({ title }) => [title]),
  }),
  fact({
    id: 'github.issue-assignee',
    template: 'assignee of issue #{issue} in {repo}',
    description: 'The login or name of one of its assignees.',
    params: { issue: params.issue, repo: params.repo },
    read: about(theIssue, ({ assignee_ids }, { final }) => assignee_ids.flatMap((id) => waysOf(final, id))),
  }),
  fact({
    id: 'github.pull-request-title',
    template: 'title of pull request #{pull} in {repo}',
    description: 'The whole title.',
    params: { pull: params.pull, repo: params.repo },
    read: about(thePullRequest, ({ title }) => [title]),
  }),
  fact({
    id: 'github.pull-request-author',
    template: 'author of pull request #{pull} in {repo}',
    description: 'The login or name of who opened it.',
    params: { pull: params.pull, repo: params.repo },
    read: about(thePullRequest, ({ user_id }, { final }) => waysOf(final, user_id)),
  }),
  fact({
    id: 'github.merge-commit',
    template: 'merge commit of pull request #{pull} in {repo}',
    description: 'The id of the commit that it was merged by, whole or its first seven digits.',
    params: { pull: params.pull, repo: params.repo },
    read: about(thePullRequest, (thread, place) => {
      const side = sideOf(place, thread);
      return side?.merged_at ? shas(side.merge_commit_sha) : [];
    }),
  }),
  fact({
    id: 'github.last-release',
    template: 'tag of the last release of {repo}',
    description: 'The tag of the release that was published last.',
    params: { repo: params.repo },
    read({ repo }, final, seed) {
      const place = placeOf(final, seed, repo);
      if (typeof place === 'string') return [];
      const published = ofRepository(final.releases, place).filter(({ draft }) => !draft);
      const last = published.toSorted((one, other) => ((one.published_at ?? '') < (other.published_at ?? '') ? -1 : 1)).at(-1);
      return last ? [last.tag_name] : [];
    },
  }),
];

const EXAMPLE = ['title of issue ENG-1', 'Linear'] as const;

const repeats = <P extends string>(
  id: string,
  words: string,
  subject: Subject<P>,
  textsOf: (thread: Readonly<Issue>, place: Place) => readonly Passage[],
) =>
  factCheck<GithubCollections>()<P | 'repo'>({
    id: `github.${id}-contains-fact`,
    subject: `${words} ${subject.phrase}`,
    params: { ...subject.params, repo: params.repo } as Readonly<Record<P | 'repo', typeof params.repo>>,
    example: EXAMPLE,
    textsOf(args, final, seed) {
      const place = placeOf(final, seed, args.repo);
      const found = typeof place === 'string' ? place : subject.find(args, place);
      if (typeof place === 'string' || typeof found === 'string') return failed(String(found));
      return found.flatMap((thread) => textsOf(thread, place));
    },
  });

const bodyOf = (thread: Readonly<Issue>): readonly Passage[] =>
  texts.textsOf('issues', thread).filter(({ field }) => field === 'body');

const commentsOf = (thread: Readonly<Issue>, { final }: Place): readonly Passage[] =>
  remarksOn(final, thread).flatMap(({ words }) => words);

/** Texts that repeat a value of another product. */
export const factChecks = [
  repeats('issue-comment', 'A comment on', theIssue, commentsOf),
  repeats('issue-body', 'The body of', theIssue, bodyOf),
  repeats('issue-titled-body', 'The body of', anIssueTitled, bodyOf),
  repeats('pull-request-comment', 'A comment on', thePullRequest, commentsOf),
];
