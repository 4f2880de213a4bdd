import { type Cases, type Hands, inTurn, nothing, there } from './runs.ts';
import { comment, put, review } from './steps.ts';

const dismiss =
  (pull_number: number) =>
  async ({ rest, at }: Hands): Promise<void> => {
    const { data } = await rest.pulls.listReviews({ ...at, pull_number });
    const review_id = data.find(({ state }) => state === 'CHANGES_REQUESTED')?.id ?? 0;
    await rest.pulls.dismissReview({ ...at, pull_number, review_id, message: 'No' });
  };

export const onLine =
  (pull_number: number, path: string, body: string) =>
  ({ rest, at }: Hands) =>
    rest.pulls.createReview({ ...at, pull_number, event: 'COMMENT', comments: [{ path, line: 1, body }] });

export const removeOnLine =
  (pull_number: number, which: number) =>
  async ({ rest, at }: Hands): Promise<void> => {
    const { data } = await rest.pulls.listReviewComments({ ...at, pull_number });
    await rest.pulls.deleteReviewComment({ ...at, comment_id: data.at(which)?.id ?? 0 });
  };

export const resolve =
  (pull_number: number, method: 'resolve_thread' | 'unresolve_thread' = 'resolve_thread') =>
  async ({ mcp, at }: Hands): Promise<void> => {
    const read = (await mcp('pull_request_read', { method: 'get_review_comments', ...at, pullNumber: pull_number })) as Response;
    const { content } = (await read.json()) as { content: { text: string }[] };
    const id = /PRRT_[\w-]+/.exec(content[0]?.text ?? '')?.[0] ?? '';
    await mcp('pull_request_review_write', { method, ...at, pullNumber: pull_number, threadId: id });
  };

export const reviewCases: Cases = {
  'github.pull-request-reviewed': there({
    args: { pull: '5', login: 'Ada', verdict: 'requested changes on' },
    good: inTurn(review('REQUEST_CHANGES', 'No', 5), review('COMMENT', 'Really', 5)),
    bad: inTurn(review('REQUEST_CHANGES', 'No', 5), review('APPROVE', '', 5)),
    evidence: /reviews by Ada on pull request acme\/web#5: "CHANGES_REQUESTED"; "APPROVED"/,
    undo: dismiss(5),
  }),
  'github.review-comment-contains': there({
    args: { pull: '3', needle: 'why not three' },
    good: review('COMMENT', 'But why *not* three?', 3),
    bad: review('COMMENT', 'Good', 3),
    evidence: /none of the 2 reviews and review comments on pull request acme\/web#3 contains it/,
    undo: 'A submitted review stays.',
    alike: inTurn(comment('why not three', 3), review('COMMENT', 'why not three', 5), ({ rest, at }) =>
      rest.pulls.createReview({ ...at, pull_number: 3, body: 'why not three' }),
    ),
  }),
  'github.pull-request-file-comment-contains': there({
    args: { pull: '3', path: 'src/a.js', needle: 'three' },
    good: onLine(3, 'src/a.js', 'Make it three'),
    bad: review('COMMENT', 'three', 3),
    evidence: /comments on files of pull request acme\/web#3: "src\/a\.js: Why two\?"/,
    undo: removeOnLine(3, -1),
    alike: inTurn(put('docs/guide.md', 'Go\n', 'fix'), onLine(3, 'docs/guide.md', 'three'), ({ rest, at }) =>
      rest.pulls.createReview({ ...at, pull_number: 3, comments: [{ path: 'src/a.js', line: 1, body: 'three' }] }),
    ),
  }),
  'github.pull-request-threads-resolved': there({
    args: { pull: '3' },
    good: resolve(3),
    bad: nothing,
    evidence: /unresolved on pull request acme\/web#3: "Why two\?" of 1/,
    undo: resolve(3, 'unresolve_thread'),
    older: removeOnLine(3, 0),
    alike: inTurn(resolve(3), onLine(3, 'src/a.js', 'And this?')),
  }),
};
