import { failed, passed } from '@svc/twin-kit';
import { check, commentsOn, quoted, withIssue } from './find.ts';
import { count, issue, needle } from './params.ts';

export const commentChecks = [
  check({
    id: 'linear.issue-comment-contains',
    template: 'A comment on issue {issue} contains "{needle}".',
    description: 'At least one comment or reply on the issue holds the text.',
    compares: 'the text of each comment on the issue with {needle}',
    substrate: 'final_state',
    params: { issue, needle },
    evaluate: (args, final) =>
      withIssue(final, args.issue, (found) => {
        const comments = commentsOn(final, found);
        const hit = comments.find(({ body }) => body.includes(args.needle));
        if (hit) return passed(`comment ${hit.id} on ${found.identifier} says ${quoted(hit.body, args.needle)}`);
        const last = comments.at(-1);
        return failed(
          `none of the ${comments.length} comments on ${found.identifier} contains it${last ? `; the last is ${quoted(last.body)}` : ''}`,
        );
      }),
  }),
  check({
    id: 'linear.new-comment-count',
    template: 'Exactly {count} comments were left on issue {issue}.',
    description: 'So many comments on the issue, replies among them, were not in the seed. Deleted ones do not count.',
    compares: 'the number of new comments on the issue with {count}',
    substrate: 'seed_and_final_state',
    params: { count, issue },
    evaluate: (args, final, seed) =>
      withIssue(final, args.issue, (found) => {
        const known = new Set(seed.comments.map(({ id }) => id));
        const fresh = commentsOn(final, found).filter(({ id }) => !known.has(id));
        const evidence = `new on ${found.identifier}: ${fresh.map(({ body }) => quoted(body)).join(', ') || 'none'}`;
        return fresh.length === Number(args.count) ? passed(evidence) : failed(evidence);
      }),
  }),
  check({
    id: 'linear.issue-comments-resolved',
    template: 'Every comment thread on issue {issue} is resolved.',
    description: 'No thread of the issue is left open.',
    compares: 'the resolution of each thread of the issue with resolved',
    substrate: 'final_state',
    params: { issue },
    evaluate: (args, final) =>
      withIssue(final, args.issue, (found) => {
        const threads = commentsOn(final, found).filter(({ parentId }) => parentId === null);
        const open = threads.find(({ resolvedAt }) => resolvedAt === null);
        return open
          ? failed(`comment ${open.id} on ${found.identifier} is open: ${quoted(open.body)}`)
          : passed(`all ${threads.length} threads on ${found.identifier} are resolved`);
      }),
  }),
];
