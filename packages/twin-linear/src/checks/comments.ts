import { failed, passed } from '@svc/twin-kit';
import { check, commentsOn, quoted, withIssue } from './find.ts';
import { issue, needle } from './params.ts';

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
