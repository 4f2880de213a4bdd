import { failed, passed } from '@svc/twin-kit';
import { check, commentsOn, loginOf, quoted, withIssue } from './find.ts';
import { count, issue, needle, repo } from './params.ts';

export const commentChecks = [
  check({
    id: 'github.issue-comment-contains',
    template: 'A comment on issue #{issue} in {repo} contains "{needle}".',
    description: 'At least one comment of the issue holds the text.',
    compares: 'the texts of the comments on the issue with {needle}',
    substrate: 'final_state',
    params: { issue, repo, needle },
    evaluate: (args, final) =>
      withIssue(final, args.repo, args.issue, (found) => {
        const comments = commentsOn(final, found);
        const match = comments.find((comment) => comment.body.includes(args.needle));
        if (match) {
          return passed(
            `comment ${match.id} by ${loginOf(final, match.user_id)} on ${args.repo}#${args.issue}: ${quoted(match.body, args.needle)}`,
          );
        }
        const last = comments.at(-1);
        return failed(
          last
            ? `none of the ${comments.length} comments on ${args.repo}#${args.issue} contains it; the last is ${quoted(last.body)}`
            : `${args.repo}#${args.issue} has no comments`,
        );
      }),
  }),
  check({
    id: 'github.new-comment-count',
    template: 'Exactly {count} comments were left on issue #{issue} in {repo}.',
    description: 'So many comments of the issue were not in the seed. Deleted ones do not count.',
    compares: 'the number of new comments on the issue with {count}',
    substrate: 'seed_and_final_state',
    params: { count, issue, repo },
    evaluate: (args, final, seed) =>
      withIssue(final, args.repo, args.issue, (found) => {
        const known = new Set(seed.comments.map(({ id }) => id));
        const fresh = commentsOn(final, found).filter(({ id }) => !known.has(id));
        const evidence = `new on ${args.repo}#${args.issue}: ${fresh.map(({ body }) => quoted(body)).join(', ') || 'none'}`;
        return fresh.length === Number(args.count) ? passed(evidence) : failed(evidence);
      }),
  }),
];
