import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

const at = { owner: 'acme', repo: 'web' };
const theirs = { ...at, pull_number: 1 };
const mine = { ...at, pull_number: 2 };
const text = (second: string) => `one\n${second}\nthree\n`;

let twin: Served;
beforeEach(async () => {
  twin = await serveGithub({
    viewer: 'ada',
    users: [{ login: 'ada' }, { login: 'grace' }, { login: 'acme', type: 'Organization' }],
    repositories: [
      {
        ...{ owner: 'acme', name: 'web' },
        collaborators: [{ login: 'ada', permission: 'push' }, 'grace'],
        files: { 'a.txt': text('two') },
        pull_requests: [
          {
            ...{ number: 1, title: 'Theirs', head: 'theirs', user: 'grace', files: { 'a.txt': text('2') } },
            requested_reviewers: ['ada'],
            reviews: [{ user: 'lin', state: 'APPROVED', body: 'Fine' }],
          },
          {
            ...{ number: 2, title: 'Mine', head: 'mine', user: 'ada', files: { 'a.txt': text('zwei') } },
            reviews: [
              {
                user: 'grace',
                state: 'CHANGES_REQUESTED',
                body: 'No',
                comments: [{ path: 'a.txt', line: 2, body: 'Why?', replies: [{ body: 'Because' }] }],
              },
              { user: 'lin', state: 'PENDING' },
            ],
          },
        ],
      },
    ],
  });
});
afterEach(() => twin.close());

describe('reviews', () => {
  test('are listed oldest first, and the pending ones of others are hidden', async () => {
    const { data } = await twin.octokit.rest.pulls.listReviews(mine);
    expect(data.map(({ user, state }) => [user?.login, state])).toEqual([
      ['grace', 'CHANGES_REQUESTED'],
      ['ada', 'COMMENTED'],
    ]);
  });

  test('an approval is submitted at once and answers the request for it', async () => {
    const { pulls } = twin.octokit.rest;
    const { data } = await pulls.createReview({ ...theirs, event: 'APPROVE' });
    expect(data).toMatchObject({ state: 'APPROVED', user: { login: 'ada' }, body: '' });
    expect(data.submitted_at).toBeDefined();
    expect((await pulls.listRequestedReviewers(theirs)).data.users).toEqual([]);
  });

  test('a pending one takes comments, is found again, and counts once it is submitted', async () => {
    const { pulls } = twin.octokit.rest;
    const comments = [{ path: 'a.txt', line: 2, body: 'Spell it out' }];
    const { data: pending } = await pulls.createReview({ ...theirs, comments });
    expect(pending.state).toBe('PENDING');
    expect(pending).not.toHaveProperty('submitted_at');
    const review = { ...theirs, review_id: pending.id };
    expect((await pulls.listCommentsForReview(review)).data).toMatchObject([{ body: 'Spell it out', position: 3 }]);
    expect((await pulls.listReviewComments(theirs)).data).toEqual([]);
    expect((await refusal(pulls.createReview({ ...theirs, event: 'APPROVE' }))).body).toMatchObject({
      message: 'Unprocessable Entity',
      errors: ['User can only have one pending review per pull request'],
    });
    const { data: submitted } = await pulls.submitReview({ ...review, event: 'REQUEST_CHANGES', body: 'See below' });
    expect(submitted).toMatchObject({ state: 'CHANGES_REQUESTED', body: 'See below' });
    expect((await pulls.listReviewComments(theirs)).data).toMatchObject([{ pull_request_review_id: pending.id, line: 2 }]);
    expect((await pulls.get(theirs)).data.review_comments).toBe(1);
    expect((await refusal(pulls.submitReview({ ...review, event: 'APPROVE' }))).status).toBe(422);
  });

  test('a pending one can be deleted, a submitted one only dismissed', async () => {
    const { pulls } = twin.octokit.rest;
    const { data: pending } = await pulls.createReview({ ...theirs, comments: [{ path: 'a.txt', line: 2, body: 'x' }] });
    expect((await pulls.deletePendingReview({ ...theirs, review_id: pending.id })).data.id).toBe(pending.id);
    expect((await refusal(pulls.getReview({ ...theirs, review_id: pending.id }))).status).toBe(404);
    const [approval] = (await pulls.listReviews(theirs)).data;
    const review = { ...theirs, review_id: approval?.id ?? 0 };
    expect((await refusal(pulls.deletePendingReview(review))).body.errors).toEqual([
      'Can not delete a non-pending pull request review',
    ]);
    expect((await pulls.dismissReview({ ...review, message: 'Outdated' })).data.state).toBe('DISMISSED');
    expect((await refusal(pulls.dismissReview({ ...review, message: 'Again' }))).body.errors).toEqual([
      'Can not dismiss a dismissed pull request review',
    ]);
  });

  test.each<[string, object, string]>([
    ['approve', { event: 'APPROVE' }, 'Can not approve your own pull request'],
    ['request changes to', { event: 'REQUEST_CHANGES', body: 'x' }, 'Can not request changes on your own pull request'],
  ])('nobody can %s a pull request of their own', async (_what, input, message) => {
    const { status, body } = await refusal(twin.octokit.rest.pulls.createReview({ ...mine, ...input }));
    expect([status, body.errors]).toEqual([422, [message]]);
    expect((await twin.octokit.rest.pulls.createReview({ ...mine, event: 'COMMENT', body: 'Note' })).data.state).toBe(
      'COMMENTED',
    );
  });

  test('changes are requested with a reason', async () => {
    const { body } = await refusal(twin.octokit.rest.pulls.createReview({ ...theirs, event: 'REQUEST_CHANGES' }));
    expect(body.errors).toEqual(['You need to leave a comment indicating the requested changes.']);
  });

  test('the text of the own review can be changed, not that of others', async () => {
    const { pulls } = twin.octokit.rest;
    const { data } = await pulls.createReview({ ...theirs, event: 'COMMENT', body: 'Before' });
    expect((await pulls.updateReview({ ...theirs, review_id: data.id, body: 'After' })).data.body).toBe('After');
    const [foreign] = (await pulls.listReviews(theirs)).data;
    expect((await refusal(pulls.updateReview({ ...theirs, review_id: foreign?.id ?? 0, body: 'x' }))).status).toBe(422);
  });
});

// The commits of a pull request are those between its base and its head: PyGithub issue 2501 for comments, run-gemini-cli issue 352 for reviews.
test('what is said of a commit that is no part of the pull request is refused', async () => {
  const { pulls, git } = twin.octokit.rest;
  const { data } = await git.getRef({ owner: theirs.owner, repo: theirs.repo, ref: 'heads/main' });
  for (const commit_id of [data.object.sha, '0'.repeat(40)]) {
    const commented = await refusal(pulls.createReviewComment({ ...theirs, commit_id, path: 'a.txt', body: 'Hm', line: 2 }));
    const thread = 'pull_request_review_thread';
    expect([commented.status, commented.body.errors]).toEqual([
      422,
      [
        {
          resource: 'PullRequestReviewComment',
          code: 'custom',
          field: `${thread}.end_commit_oid`,
          message: `${thread}.end_commit_oid is not part of the pull request`,
        },
        { resource: 'PullRequestReviewComment', code: 'missing_field', field: `${thread}.diff_hunk` },
      ],
    ]);
    const reviewed = await refusal(pulls.createReview({ ...theirs, commit_id, event: 'COMMENT', body: 'Hm' }));
    expect([reviewed.status, reviewed.body.errors]).toEqual([422, ['The commitOID is not part of the pull request']]);
  }
});

describe('review comments', () => {
  const head = async () => (await twin.octokit.rest.pulls.get(theirs)).data.head.sha;
  const comment = async (fields: object) =>
    twin.octokit.rest.pulls.createReviewComment({ ...theirs, commit_id: await head(), path: 'a.txt', body: 'Hm', ...fields });

  test('stand on a line of either side, with their hunk and position', async () => {
    const { data } = await comment({ line: 2 });
    expect(data).toMatchObject({
      line: 2,
      side: 'RIGHT',
      position: 3,
      original_position: 3,
      diff_hunk: '@@ -1,3 +1,3 @@\n one\n-two\n+2',
    });
    expect((await comment({ line: 2, side: 'LEFT' })).data).toMatchObject({ line: 2, side: 'LEFT', position: 2 });
    expect((await comment({ start_line: 1, line: 3 })).data).toMatchObject({ start_line: 1, line: 3, start_side: 'RIGHT' });
    expect((await comment({ subject_type: 'file' })).data).toMatchObject({ subject_type: 'file' });
    expect((await comment({ position: 1 })).data).toMatchObject({ line: 1, side: 'RIGHT' });
  });

  test.each<[string, object, string]>([
    ['a line outside the diff', { line: 40 }, 'pull_request_review_thread.line must be part of the diff'],
    ['a file outside the diff', { path: 'b.txt', line: 1 }, 'pull_request_review_thread.path is invalid'],
    [
      'a range that ends before it begins',
      { start_line: 3, line: 2 },
      'pull_request_review_thread.start_line must precede the end line.',
    ],
    ['no place', {}, "pull_request_review_thread.line can't be blank"],
  ])('are refused on %s', async (_what, fields, message) => {
    const { status, body } = await refusal(comment(fields));
    expect([status, body.errors]).toMatchObject([422, [{ resource: 'PullRequestReviewComment', message }]]);
  });

  test('follow their line through later commits, and lose their place with it', async () => {
    const { pulls, repos } = twin.octokit.rest;
    const { data } = await comment({ line: 3 });
    const push = async (content: string) => {
      const { data: file } = await repos.getContent({ ...at, path: 'a.txt', ref: 'theirs' });
      const sha = Array.isArray(file) ? '' : file.sha;
      const encoded = Buffer.from(content).toString('base64');
      await repos.createOrUpdateFileContents({ ...at, path: 'a.txt', message: 'm', branch: 'theirs', content: encoded, sha });
    };
    const read = async () => (await pulls.getReviewComment({ ...at, comment_id: data.id })).data;
    await push(`zero\n${text('2')}`);
    expect(await read()).toMatchObject({ line: 4, original_line: 3, original_commit_id: data.commit_id });
    await push('zero\none\n2\nIII\n');
    const lost = await read();
    expect([lost.line, lost.position, lost.original_line]).toEqual([undefined, undefined, 3]);
  });

  test('are replied to in one thread, changed and deleted', async () => {
    const { pulls } = twin.octokit.rest;
    const [root, answer] = (await pulls.listReviewComments(mine)).data;
    expect(answer).toMatchObject({ body: 'Because', in_reply_to_id: root?.id });
    const { data: reply } = await pulls.createReplyForReviewComment({ ...mine, comment_id: answer?.id ?? 0, body: 'I see' });
    expect([reply.in_reply_to_id, reply.line]).toEqual([root?.id, 2]);
    const second = await pulls.createReviewComment({
      ...mine,
      ...{ body: 'And', in_reply_to: root?.id ?? 0, commit_id: root?.commit_id ?? '', path: 'a.txt' },
    });
    expect(second.data.in_reply_to_id).toBe(root?.id);
    expect((await pulls.updateReviewComment({ ...at, comment_id: reply.id, body: 'I do' })).data.body).toBe('I do');
    await pulls.deleteReviewComment({ ...at, comment_id: root?.id ?? 0 });
    const left = (await pulls.listReviewCommentsForRepo({ ...at, sort: 'created', direction: 'desc' })).data;
    expect(left.map(({ body, in_reply_to_id }) => [body, in_reply_to_id])).toEqual([
      ['And', answer?.id],
      ['I do', answer?.id],
      ['Because', undefined],
    ]);
    expect((await refusal(pulls.getReviewComment({ ...at, comment_id: root?.id ?? 0 }))).status).toBe(404);
  });

  test('alone are refused while a review is pending', async () => {
    await twin.octokit.rest.pulls.createReview(theirs);
    const { body } = await refusal(comment({ line: 2 }));
    expect(body.errors).toMatchObject([{ message: 'user_id can only have one pending review per pull request' }]);
  });
});
