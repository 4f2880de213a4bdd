import { expect, test } from '@jest/globals';
import { refusal } from '@svc/twin-github/testing/served';
import { shareOf } from '@svc/twin-kit/testing/share';
import { Octokit } from 'octokit';
import { atPlaces, everyPlace } from './place.ts';
import { githubWorld } from './seeds.ts';

const at = { owner: 'acme', repo: 'web' };
atPlaces(shareOf(everyPlace, 2), 'github', githubWorld, (place) => {
  // The client waits and repeats by default; a test wants the first answer.
  const octokit = () =>
    new Octokit({
      auth: place.token,
      baseUrl: place.url,
      throttle: { enabled: false },
      retry: { enabled: false },
      log: { debug() {}, info() {}, warn() {}, error() {} },
    });
  const rest = () => octokit().rest;

  test('octokit says who it is', async () => {
    expect((await rest().users.getAuthenticated()).data.login).toBe('ada');
    expect((await rest().repos.get(at)).data).toMatchObject({ full_name: 'acme/web', permissions: { admin: true } });
  });

  test('octokit follows pages by their Link headers, below the address it was given', async () => {
    const first = await rest().issues.listForRepo({ ...at, per_page: 30 });
    const [, next] = /<([^>]+)>; rel="next"/.exec(first.headers.link ?? '') ?? [];
    expect(next?.startsWith(new URL(place.url).origin)).toBe(true);
    const all = await octokit().paginate(rest().issues.listForRepo, { ...at, per_page: 30 });
    expect(all.map(({ number }) => number)).toEqual(Array.from({ length: 66 }, (_, index) => 66 - index));
    const pages: number[] = [];
    for await (const { data } of octokit().paginate.iterator(rest().issues.listForRepo, { ...at, per_page: 40 })) {
      pages.push(data.length);
    }
    expect(pages).toEqual([40, 26]);
  });

  test('octokit follows the url of what it read', async () => {
    const { data } = await rest().issues.get({ ...at, issue_number: 1 });
    expect((await octokit().request(`GET ${data.url}`)).data).toEqual(data);
  });

  test('octokit works on issues: labels, assignees, milestones, comments, reactions, and their refusals', async () => {
    const { issues, reactions } = rest();
    const { data: milestone } = await issues.createMilestone({ ...at, title: 'v1' });
    const { data: issue } = await issues.create({ ...at, title: 'New', body: 'Text', labels: ['bug'], assignees: ['grace'] });
    const target = { ...at, issue_number: issue.number };
    await issues.addLabels({ ...target, labels: ['question'] });
    await issues.removeLabel({ ...target, name: 'bug' });
    const { data: comment } = await issues.createComment({ ...target, body: 'Seen' });
    await reactions.createForIssueComment({ ...at, comment_id: comment.id, content: 'eyes' });
    await issues.updateComment({ ...at, comment_id: comment.id, body: 'Seen too' });
    const closed = await issues.update({ ...target, state: 'closed', state_reason: 'completed', milestone: milestone.number });
    expect(closed.data).toMatchObject({
      state: 'closed',
      labels: [{ name: 'question' }],
      assignee: { login: 'grace' },
      milestone: { title: 'v1' },
      comments: 1,
    });
    const events = (await issues.listEvents(target)).data.map(({ event }) => event);
    expect(events).toEqual(expect.arrayContaining(['labeled', 'unlabeled', 'closed', 'milestoned']));
    expect((await issues.listComments(target)).data).toMatchObject([{ body: 'Seen too', reactions: { eyes: 1 } }]);
    expect(await refusal(issues.get({ ...at, issue_number: 9999 }))).toMatchObject({
      status: 404,
      body: { message: 'Not Found' },
    });
    expect(await refusal(issues.addAssignees({ ...at, issue_number: 9999, assignees: ['ada'] }))).toMatchObject({ status: 404 });
    expect(await refusal(issues.createMilestone({ ...at, title: 'v1' }))).toMatchObject({
      status: 422,
      body: { errors: [{ code: 'already_exists' }] },
    });
  });

  test('octokit builds a commit out of blobs and trees, and moves a branch to it', async () => {
    const { git, repos } = rest();
    const { data: main } = await git.getRef({ ...at, ref: 'heads/main' });
    const { data: parent } = await git.getCommit({ ...at, commit_sha: main.object.sha });
    const { data: blob } = await git.createBlob({
      ...at,
      content: Buffer.from('bytes\0').toString('base64'),
      encoding: 'base64',
    });
    const { data: tree } = await git.createTree({
      ...at,
      base_tree: parent.tree.sha,
      tree: [
        { path: 'bin', mode: '100755', type: 'blob', sha: blob.sha },
        { path: 'src/c.js', mode: '100644', type: 'blob', content: 'c\n' },
      ],
    });
    const { data: commit } = await git.createCommit({ ...at, message: 'Two files', tree: tree.sha, parents: [main.object.sha] });
    await git.createRef({ ...at, ref: 'refs/heads/built', sha: main.object.sha });
    await git.updateRef({ ...at, ref: 'heads/built', sha: commit.sha });
    const { data: walked } = await git.getTree({ ...at, tree_sha: 'built', recursive: 'true' });
    expect(walked.tree.map(({ path }) => path)).toEqual(['README.md', 'bin', 'src', 'src/a.js', 'src/c.js']);
    expect((await repos.compareCommitsWithBasehead({ ...at, basehead: 'main...built' })).data).toMatchObject({
      ahead_by: 1,
      files: [{ filename: 'bin' }, { filename: 'src/c.js' }],
    });
    const { data: tag } = await git.createTag({ ...at, tag: 'built-1', message: 'Built', object: commit.sha, type: 'commit' });
    expect((await git.getTag({ ...at, tag_sha: tag.sha })).data.message).toBe('Built');
    expect(await refusal(git.updateRef({ ...at, ref: 'heads/built', sha: main.object.sha }))).toMatchObject({ status: 422 });
    await git.deleteRef({ ...at, ref: 'heads/built' });
    expect((await refusal(git.getRef({ ...at, ref: 'heads/built' }))).status).toBe(404);
  });

  test('octokit reads and writes contents', async () => {
    const { repos } = rest();
    const content = Buffer.from('text\n').toString('base64');
    const written = await repos.createOrUpdateFileContents({ ...at, path: 'docs/new.md', message: 'Add docs', content });
    const { data } = await repos.getContent({ ...at, path: 'docs/new.md' });
    expect(data).toMatchObject({ type: 'file', sha: written.data.content?.sha, content: `${content}\n` });
    const raw = await repos.getContent({ ...at, path: 'docs/new.md', mediaType: { format: 'raw' } });
    expect(raw.data).toBe('text\n');
    const stale = { ...at, path: 'docs/new.md', message: 'Again', content };
    expect(await refusal(repos.createOrUpdateFileContents(stale))).toMatchObject({ status: 422 });
    await repos.deleteFile({ ...at, path: 'docs/new.md', message: 'Drop docs', sha: written.data.content?.sha ?? '' });
    expect((await refusal(repos.getContent({ ...at, path: 'docs/new.md' }))).status).toBe(404);
  });

  test('octokit opens, reviews and merges pull requests, and is refused a conflict', async () => {
    const { pulls, issues, repos } = rest();
    const { data: opened } = await pulls.create({ ...at, title: 'Number two', head: 'fix', base: 'main', body: 'Fixes #3' });
    const mine = { ...at, pull_number: opened.number };
    const theirs = { ...at, pull_number: 66 };
    const [file] = (await pulls.listFiles(theirs)).data;
    const { data: review } = await pulls.createReview({
      ...theirs,
      event: 'COMMENT',
      body: 'One question',
      comments: [{ path: file?.filename ?? '', line: 1, body: 'Why b?' }],
    });
    const { data: comments } = await pulls.listCommentsForReview({ ...theirs, review_id: review.id });
    await pulls.createReplyForReviewComment({ ...theirs, comment_id: comments[0]?.id ?? 0, body: 'Why not' });
    await pulls.createReview({ ...theirs, event: 'APPROVE' });
    expect((await pulls.listReviews(theirs)).data.map(({ state }) => state)).toEqual(expect.arrayContaining(['APPROVED']));
    expect((await pulls.listReviewComments(theirs)).data.map(({ body }) => body)).toEqual(['Why b?', 'Why not']);
    await pulls.requestReviewers({ ...mine, reviewers: ['grace'] });
    await repos.createCommitStatus({ ...at, sha: opened.head.sha, state: 'success', context: 'ci' });
    expect((await repos.getCombinedStatusForRef({ ...at, ref: 'fix' })).data.state).toBe('success');
    expect((await pulls.merge({ ...theirs, merge_method: 'rebase' })).data.merged).toBe(true);
    expect((await pulls.merge({ ...mine, merge_method: 'squash', commit_title: 'Two (#67)' })).data.merged).toBe(true);
    expect((await pulls.checkIfMerged(mine)).status).toBe(204);
    expect((await issues.get({ ...at, issue_number: 3 })).data.state).toBe('closed');
    const { data: clash } = await pulls.create({ ...at, title: 'Zwei', head: 'clash', base: 'main' });
    const conflict = await refusal(pulls.merge({ ...at, pull_number: clash.number }));
    expect(conflict).toMatchObject({ status: 405, body: { message: 'Pull Request is not mergeable' } });
    expect((await pulls.get({ ...at, pull_number: clash.number })).data).toMatchObject({ mergeable: false, merged: false });
  });

  test('octokit publishes releases and uploads assets to the address in upload_url', async () => {
    const { repos } = rest();
    const { data: release } = await repos.createRelease({ ...at, tag_name: 'v1.0', name: 'One', generate_release_notes: true });
    const upload = { url: release.upload_url, name: 'bytes.bin', label: 'Bytes', data: Buffer.from([0, 255, 13, 10]) };
    const headers = { 'content-type': 'application/octet-stream' };
    const { data: asset } = await octokit().request({ method: 'POST', ...upload, headers });
    expect(asset).toMatchObject({ name: 'bytes.bin', size: 4, state: 'uploaded' });
    const bytes = await repos.getReleaseAsset({ ...at, asset_id: asset.id, headers: { accept: 'application/octet-stream' } });
    expect(Buffer.from(bytes.data as unknown as ArrayBuffer)).toEqual(upload.data);
    const updated = await repos.updateRelease({ ...at, release_id: release.id, prerelease: true });
    expect(updated.data).toMatchObject({ prerelease: true, assets: [{ name: 'bytes.bin' }] });
    expect((await repos.getReleaseByTag({ ...at, tag: 'v1.0' })).data.id).toBe(release.id);
    await repos.deleteReleaseAsset({ ...at, asset_id: asset.id });
    await repos.deleteRelease({ ...at, release_id: release.id });
    expect((await refusal(repos.getReleaseByTag({ ...at, tag: 'v1.0' }))).status).toBe(404);
  });

  test('octokit searches, and asks again with an entity tag', async () => {
    const { search, repos } = rest();
    expect((await search.issuesAndPullRequests({ q: 'repo:acme/web is:issue "Issue 42"' })).data.total_count).toBe(1);
    expect((await search.code({ q: 'three repo:acme/web' })).data.items.map(({ path }) => path)).toEqual(['src/a.js']);
    expect((await search.repos({ q: 'web user:acme' })).data.items.map(({ full_name }) => full_name)).toEqual(['acme/web']);
    expect((await search.users({ q: 'grace' })).data.items.map(({ login }) => login)).toEqual(['grace']);
    const { headers } = await repos.get(at);
    const again = await refusal(repos.get({ ...at, headers: { 'if-none-match': headers.etag ?? '' } }));
    expect(again.status).toBe(304);
  });

  test("octokit is told loudly of what the twin doesn't model", async () => {
    const refused = await refusal(rest().repos.getPages(at));
    // 400, as it would send again what comes back with 501.
    expect(refused).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('/repos/{owner}/{repo}/pages') },
    });
  });
});
