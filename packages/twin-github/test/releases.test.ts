import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

const at = { owner: 'ada', repo: 'engine' };
let twin: Served;
beforeEach(async () => {
  twin = await serveGithub({
    users: [{ login: 'ada' }, { login: 'grace' }],
    repositories: [
      {
        ...{ owner: 'ada', name: 'engine' },
        tags: [{ name: 'v1.0', message: 'One' }],
        releases: [
          { tag_name: 'v1.0', name: 'One', assets: [{ name: 'notes.txt', content: 'hello', content_type: 'text/plain' }] },
        ],
        pull_requests: [{ number: 1, title: 'Add c', head: 'c', user: 'grace', files: { 'c.txt': 'c\n' } }],
      },
      { owner: 'ada', name: 'empty', files: {} },
    ],
  });
});
afterEach(() => twin.close());

describe('releases', () => {
  test('a seeded one is found by id, by tag and as the latest', async () => {
    const { repos } = twin.octokit.rest;
    const { data: latest } = await repos.getLatestRelease(at);
    expect(latest).toMatchObject({ tag_name: 'v1.0', draft: false, assets: [{ name: 'notes.txt', size: 5 }] });
    expect((await repos.getReleaseByTag({ ...at, tag: 'v1.0' })).data).toEqual(latest);
    expect((await repos.getRelease({ ...at, release_id: latest.id })).data).toEqual(latest);
    expect((await repos.listReleases(at)).data).toEqual([latest]);
    expect((await repos.listTags(at)).data.map(({ name }) => name)).toEqual(['v1.0']);
  });

  test('publishing makes the tag, and one release is the latest', async () => {
    const { repos, git } = twin.octokit.rest;
    const { data, status } = await repos.createRelease({ ...at, tag_name: 'v2.0', body: 'Two' });
    expect([status, data.target_commitish, data.published_at !== null]).toEqual([201, 'main', true]);
    const { data: ref } = await git.getRef({ ...at, ref: 'tags/v2.0' });
    expect(ref.object.sha).toBe((await repos.getBranch({ ...at, branch: 'main' })).data.commit.sha);
    await repos.createRelease({ ...at, tag_name: 'v1.1', make_latest: 'false' });
    await repos.createRelease({ ...at, tag_name: 'v3.0-rc', prerelease: true });
    expect((await repos.getLatestRelease(at)).data.tag_name).toBe('v2.0');
  });

  test('a draft has no tag until it is published, and is one again when its tag is gone', async () => {
    const { repos, git } = twin.octokit.rest;
    const { data: draft } = await repos.createRelease({ ...at, tag_name: 'v2.0', draft: true });
    expect([draft.published_at, draft.tarball_url]).toEqual([null, null]);
    expect((await refusal(repos.getReleaseByTag({ ...at, tag: 'v2.0' }))).status).toBe(404);
    expect((await refusal(git.getRef({ ...at, ref: 'tags/v2.0' }))).status).toBe(404);
    const release = { ...at, release_id: draft.id };
    expect((await repos.updateRelease({ ...release, draft: false, name: 'Two' })).data).toMatchObject({
      name: 'Two',
      draft: false,
    });
    expect((await git.getRef({ ...at, ref: 'tags/v2.0' })).status).toBe(200);
    await git.deleteRef({ ...at, ref: 'tags/v2.0' });
    expect((await repos.getRelease(release)).data.draft).toBe(true);
    expect((await repos.deleteRelease(release)).status).toBe(204);
    expect((await refusal(repos.getRelease(release))).status).toBe(404);
  });

  test.each<[string, object, object]>([
    [
      'a tag with a release',
      { tag_name: 'v1.0' },
      { errors: [{ resource: 'Release', code: 'already_exists', field: 'tag_name' }] },
    ],
    [
      'an unknown target',
      { tag_name: 'v9', target_commitish: 'nope' },
      { errors: [{ resource: 'Release', code: 'invalid', field: 'target_commitish' }] },
    ],
    ['a name that no tag may have', { tag_name: 'a b..c' }, { errors: [{ message: 'tag_name is not a valid tag' }] }],
    ['an empty repository', { repo: 'empty', tag_name: 'v1' }, { message: 'Repository is empty.' }],
  ])('are refused for %s', async (_what, fields, expected) => {
    const release = { ...at, tag_name: '', ...fields };
    const { status, body } = await refusal(twin.octokit.rest.repos.createRelease(release));
    expect([status, body]).toMatchObject([422, expected]);
  });

  test('notes name what was merged since the release before', async () => {
    const { repos, pulls } = twin.octokit.rest;
    await pulls.merge({ ...at, pull_number: 1 });
    const { data } = await repos.generateReleaseNotes({ ...at, tag_name: 'v2.0' });
    expect(data).toEqual({
      name: 'v2.0',
      body:
        `## What's Changed\n* Add c by @grace in ${twin.url}/ada/engine/pull/1\n\n\n` +
        `**Full Changelog**: ${twin.url}/ada/engine/compare/v1.0...v2.0`,
    });
    const { data: release } = await repos.createRelease({ ...at, tag_name: 'v2.0', generate_release_notes: true });
    expect([release.name, release.body]).toEqual([data.name, data.body]);
  });
});

describe('release assets', () => {
  const release = async () => (await twin.octokit.rest.repos.getLatestRelease(at)).data;

  test('are uploaded to upload_url and come back byte for byte', async () => {
    const { id, upload_url } = await release();
    expect(upload_url).toBe(`${twin.url}/repos/ada/engine/releases/${id}/assets{?name,label}`);
    const bytes = Buffer.from([0, 255, 1, 254, 10]);
    const { data } = await twin.octokit.request(`POST ${upload_url}`, {
      ...{ name: 'a b.bin', label: 'Bytes', data: bytes },
      headers: { 'content-type': 'application/octet-stream' },
    });
    expect(data).toMatchObject({ name: 'a.b.bin', label: 'Bytes', size: 5, state: 'uploaded', uploader: { login: 'ada' } });
    const headers = { authorization: `Bearer ${twin.token}`, accept: 'application/octet-stream' };
    // As at GitHub, a browser downloads without a credential.
    for (const response of [await fetch(data.url, { headers }), await fetch(data.browser_download_url)]) {
      expect([response.status, Buffer.from(await response.arrayBuffer())]).toEqual([200, bytes]);
    }
  });

  test.each(['application/json', 'text/plain', 'application/zip'])('of type %s need not be what the type says', async (type) => {
    const { id } = await release();
    const { data } = await twin.octokit.rest.repos.uploadReleaseAsset({
      ...{ ...at, release_id: id, name: 'x', data: '{"not": json', baseUrl: twin.url },
      headers: { 'content-type': type },
    });
    expect([data.content_type, data.size]).toEqual([type, 12]);
  });

  test('are listed, renamed and deleted; a name is there once', async () => {
    const { repos } = twin.octokit.rest;
    const { id } = await release();
    const upload = (name: string) => repos.uploadReleaseAsset({ ...at, release_id: id, name, data: 'x', baseUrl: twin.url });
    const { data } = await upload('x.txt');
    expect((await refusal(upload('x.txt'))).body.errors).toMatchObject([{ field: 'name', code: 'already_exists' }]);
    const asset = { ...at, asset_id: data.id };
    expect((await repos.updateReleaseAsset({ ...asset, name: 'y.txt', label: 'Y' })).data).toMatchObject({
      name: 'y.txt',
      label: 'Y',
    });
    expect((await refusal(repos.updateReleaseAsset({ ...asset, name: 'notes.txt' }))).status).toBe(422);
    expect((await repos.listReleaseAssets({ ...at, release_id: id })).data.map(({ name }) => name)).toEqual([
      'notes.txt',
      'y.txt',
    ]);
    expect((await repos.deleteReleaseAsset(asset)).status).toBe(204);
    expect((await refusal(repos.getReleaseAsset(asset))).status).toBe(404);
  });
});
