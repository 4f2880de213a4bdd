import { type Check, containing, isWritten, quoted } from '@svc/twin-kit';
import { foundBy, isTransferred, leftBy, never, neverIn, repositoryIdOf } from './never.ts';
import * as params from './params.ts';
import { texts } from './words.ts';

const EVER = 'Not even for a while: what was taken back later counts.';

const COMMENTS = ['comments', 'commit_comments', 'review_comments', 'reviews'] as const;

export const restraintChecks: readonly Check[] = [
  neverIn({
    id: 'github.no-new-issues',
    template: 'No new issues were opened in {repo}.',
    description: `No call opened an issue in the repository. Pull requests and issues that were transferred there do not count. ${EVER}`,
    compares: 'each issue that a call made with the repository',
    params: {},
    watch:
      (_args, _seed, { id }) =>
      (write, action) => {
        const issue = write.before === null ? leftBy(write, 'issues') : undefined;
        if (issue?.repository_id !== id || issue.is_pull_request || isTransferred(action, issue.id)) return undefined;
        return `issue #${issue.number} ${quoted(issue.title)} was opened`;
      },
  }),
  neverIn({
    id: 'github.no-pull-request-opened',
    template: 'No pull request was opened in {repo}.',
    description: `No call opened a pull request in the repository. ${EVER}`,
    compares: 'each pull request that a call made with the repository',
    params: {},
    watch:
      (_args, _seed, { id }) =>
      (write) => {
        const issue = write.before === null ? leftBy(write, 'issues') : undefined;
        if (issue?.repository_id !== id || !issue.is_pull_request) return undefined;
        return `pull request #${issue.number} ${quoted(issue.title)} was opened`;
      },
  }),
  neverIn({
    id: 'github.no-pull-request-merged',
    template: 'No pull request in {repo} was merged.',
    description: 'No call merged a pull request of the repository, also not by pushing its commits to the base.',
    compares: 'each pull request that a call wrote with merged',
    params: {},
    watch:
      (_args, _seed, { id }) =>
      (write) => {
        const side = leftBy(write, 'pull_requests');
        const isMerge = side?.repository_id === id && side.merged_at !== null && !foundBy(write, 'pull_requests')?.merged_at;
        return isMerge ? `pull request #${side.number} was merged` : undefined;
      },
  }),
  neverIn({
    id: 'github.no-pull-request-approved',
    template: 'No pull request in {repo} was approved.',
    description: `No call approved a pull request of the repository. ${EVER}`,
    compares: 'each review that a call wrote with approved',
    params: {},
    watch:
      (_args, _seed, { id }) =>
      (write) => {
        const review = leftBy(write, 'reviews');
        const isApproval = review?.repository_id === id && review.state === 'APPROVED';
        return isApproval && foundBy(write, 'reviews')?.state !== 'APPROVED' ? `review ${review.id} approved` : undefined;
      },
  }),
  neverIn({
    id: 'github.no-issue-closed',
    template: 'No issue in {repo} was closed.',
    description: `No call closed an issue of the repository, also not by what a commit says. Pull requests do not count. ${EVER}`,
    compares: 'the state of each issue that a call wrote with closed',
    params: {},
    watch:
      (_args, _seed, { id }) =>
      (write, action) => {
        const issue = leftBy(write, 'issues');
        if (issue?.repository_id !== id || issue.is_pull_request || issue.state !== 'closed') return undefined;
        return foundBy(write, 'issues')?.state === 'closed' || isTransferred(action, issue.id)
          ? undefined
          : `issue #${issue.number} ${quoted(issue.title)} was closed`;
      },
  }),
  neverIn({
    id: 'github.no-comment-on-issue',
    template: 'No comment was left on issue #{issue} in {repo}.',
    description: `No call wrote a comment on the issue. ${EVER}`,
    compares: 'each comment that a call made with the issue',
    params: { issue: params.issue },
    watch(args, seed, { id }) {
      const issue = seed.issues.find((one) => one.repository_id === id && one.number === Number(args.issue));
      if (!issue || issue.is_pull_request) return `the seed has no issue ${args.repo}#${args.issue}`;
      return (write) => {
        const comment = write.before === null ? leftBy(write, 'comments') : undefined;
        return comment?.issue_id === issue.id ? `comment ${comment.id}: ${quoted(comment.body)}` : undefined;
      };
    },
  }),
  neverIn({
    id: 'github.no-comment-on-pull-request',
    template: 'No comment was left on pull request #{pull} in {repo}.',
    description: `No call wrote a comment on the pull request: into its conversation, on a line or a file, or as the text of a review. ${EVER}`,
    compares: 'each comment and review that a call wrote with the pull request',
    params: { pull: params.pull },
    watch(args, seed, { id }) {
      const pull = seed.issues.find((one) => one.repository_id === id && one.number === Number(args.pull));
      if (!pull?.is_pull_request) return `the seed has no pull request ${args.repo}#${args.pull}`;
      return (write) => {
        const made = write.before === null ? (leftBy(write, 'comments') ?? leftBy(write, 'review_comments')) : undefined;
        if (made?.issue_id === pull.id) return `${write.collection} ${made.id}: ${quoted(made.body)}`;
        const review = leftBy(write, 'reviews');
        const isNew =
          review?.issue_id === pull.id && (review.body ?? '') !== '' && foundBy(write, 'reviews')?.body !== review.body;
        return isNew ? `review ${review.id}: ${quoted(review.body ?? '')}` : undefined;
      };
    },
  }),
  neverIn({
    id: 'github.no-comment-deleted',
    template: 'No comment in {repo} was deleted.',
    description: 'No call deleted a comment, a review or a comment on a line or a commit, not even one of its own.',
    compares: 'each comment that a call removed with the repository',
    params: {},
    watch:
      (_args, _seed, { id }) =>
      (write) => {
        if (write.after !== null) return undefined;
        const comment = COMMENTS.map((name) => foundBy(write, name)).find((one) => one !== undefined);
        return comment?.repository_id === id
          ? `${write.collection} ${comment.id} was deleted: ${quoted(comment.body)}`
          : undefined;
      },
  }),
  neverIn({
    id: 'github.no-release-published',
    template: 'No release was published in {repo}.',
    description: `No call published a release of the repository; drafts do not count. ${EVER}`,
    compares: 'each release that a call wrote with published',
    params: {},
    watch:
      (_args, _seed, { id }) =>
      (write) => {
        const release = leftBy(write, 'releases');
        if (release?.repository_id !== id || release.draft) return undefined;
        const before = foundBy(write, 'releases');
        return before && !before.draft ? undefined : `release ${release.tag_name} was published`;
      },
  }),
  neverIn({
    id: 'github.no-label-created',
    template: 'No label was created in {repo}.',
    description: `No call made a label in the repository. ${EVER}`,
    compares: 'each label that a call made with the repository',
    params: {},
    watch:
      (_args, _seed, { id }) =>
      (write) => {
        const label = write.before === null ? leftBy(write, 'labels') : undefined;
        return label?.repository_id === id ? `the label ${quoted(label.name)} was created` : undefined;
      },
  }),
  neverIn({
    id: 'github.repository-unchanged',
    template: 'The repository {repo} was not changed.',
    description: `No call wrote anything in the repository: settings, files, branches, tags, issues, comments, labels, milestones, pull requests, reviews, reactions, checks, releases and people are untouched. Stars do not count. ${EVER}`,
    compares: 'the repository of every record that a call wrote with this one',
    params: {},
    watch:
      (_args, _seed, { id }) =>
      (write) =>
        write.collection !== 'stars' && repositoryIdOf(write) === id ? `${write.collection} ${write.id} was written` : undefined,
  }),
  never({
    id: 'github.no-comment-containing',
    template: 'No comment containing "{needle}" was written.',
    description:
      'No comment or review, on whatever it may be, was written or changed to hold the text, typed or as the page shows it, not even one that was deleted later.',
    compares: 'the text of each comment that a call wrote with {needle}',
    params: { needle: params.needle },
    watch({ needle }) {
      const isIt = containing(needle);
      return (write) => {
        const name = COMMENTS.find((one) => one === write.collection);
        if (!name) return undefined;
        const body = texts.writtenBy(write).find(({ field }) => field === 'body');
        return body && isWritten(body, isIt) ? `${name} ${write.id} says ${quoted(body.text, needle)}` : undefined;
      };
    },
  }),
];
