import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { refusal, type Served, serveGithub } from './served.ts';

// Followers, keys, addresses, feeds, topics and events, as GitHub's REST API has them.

/** In OpenSSH's format, and nobody's. */
const sshKey = (what: string): string => {
  const part = (bytes: Buffer) => Buffer.concat([Buffer.from([0, 0, 0, bytes.length]), bytes]);
  const body = Buffer.alloc(32, what);
  return `ssh-ed25519 ${Buffer.concat([part(Buffer.from('ssh-ed25519')), part(body)]).toString('base64')}`;
};

const web = { owner: 'acme', repo: 'web' };
let twin: Served;
let rest: Served['octokit']['rest'];

beforeAll(async () => {
  twin = await serveGithub({
    viewer: 'ada',
    users: [
      { login: 'ada', email: 'ada@example.com', emails: ['ada@home.example'], following: ['ben'] },
      { login: 'ben', following: ['ada'], keys: [{ title: 'laptop', key: `${sshKey('ben')} ben@laptop` }] },
      { login: 'cy' },
      { login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }, 'ben'] },
    ],
    repositories: [
      {
        owner: 'acme',
        name: 'web',
        topics: ['shop-window', 'css'],
        collaborators: [
          { login: 'ada', permission: 'admin' },
          { login: 'ben', permission: 'push' },
        ],
        labels: ['bug'],
        issues: [
          { number: 1, title: 'One', user: 'ben', assignees: ['ada'], comments: [{ user: 'ben', body: 'Hm' }] },
          { number: 2, title: 'Two', user: 'ada' },
          { number: 3, title: 'Long ago', user: 'ben', created_at: '2001-01-01T00:00:00Z' },
        ],
        pull_requests: [
          {
            number: 4,
            title: 'Three',
            user: 'ben',
            head: 'side',
            files: { 'b.txt': 'b\n' },
            reviews: [{ user: 'ada', state: 'APPROVED' }],
          },
        ],
        releases: [{ tag_name: 'v1' }],
        stargazers: ['ben'],
        watchers: ['ada'],
        deploy_keys: [{ title: 'robot', key: sshKey('robot'), read_only: true }],
      },
      {
        owner: 'acme',
        name: 'vault',
        private: true,
        topics: ['css'],
        issues: [{ title: 'Quiet', user: 'ada', assignees: ['ada'] }],
      },
      { owner: 'cy', name: 'open', collaborators: [], topics: ['css'], issues: [{ title: 'Elsewhere', assignees: ['ada'] }] },
      { owner: 'cy', name: 'shut', private: true, collaborators: [], issues: [{ title: 'Nobody sees it' }] },
    ],
  });
  ({ rest } = twin.octokit);
});
afterAll(() => twin.close());

const logins = ({ data }: { data: { login: string }[] }) => data.map(({ login }) => login);

describe('following', () => {
  test('somebody shows in both lists and in both profiles, and once', async () => {
    await rest.users.follow({ username: 'cy' });
    await rest.users.follow({ username: 'CY' });
    expect(logins(await rest.users.listFollowedByAuthenticatedUser())).toEqual(['ben', 'cy']);
    expect(logins(await rest.users.listFollowersForUser({ username: 'cy' }))).toEqual(['ada']);
    expect(logins(await rest.users.listFollowersForAuthenticatedUser())).toEqual(['ben']);
    expect(logins(await rest.users.listFollowingForUser({ username: 'ben' }))).toEqual(['ada']);
    expect((await rest.users.getByUsername({ username: 'cy' })).data).toMatchObject({ followers: 1, following: 0 });
    expect((await rest.users.getAuthenticated()).data).toMatchObject({ followers: 1, following: 2 });
    expect((await rest.search.users({ q: 'followers:>0', sort: 'followers' })).data.total_count).toBe(3);
  });

  test('is checked by 204 and 404, and ends', async () => {
    expect((await rest.users.checkPersonIsFollowedByAuthenticated({ username: 'ben' })).status).toBe(204);
    expect((await rest.users.checkFollowingForUser({ username: 'ben', target_user: 'ada' })).status).toBe(204);
    expect(await refusal(rest.users.checkFollowingForUser({ username: 'cy', target_user: 'ada' }))).toMatchObject({
      status: 404,
    });
    await rest.users.unfollow({ username: 'cy' });
    await rest.users.unfollow({ username: 'cy' });
    expect(await refusal(rest.users.checkPersonIsFollowedByAuthenticated({ username: 'cy' }))).toMatchObject({ status: 404 });
    expect(await refusal(rest.users.follow({ username: 'nobody' }))).toMatchObject({ status: 404 });
  });
});

describe('a key', () => {
  test('is added, read and removed; others see it without its title', async () => {
    const { data: key } = await rest.users.createPublicSshKeyForAuthenticatedUser({
      title: 'desk',
      key: `${sshKey('ada')} ada@desk`,
    });
    expect(key).toMatchObject({ title: 'desk', key: sshKey('ada'), read_only: false });
    expect((await rest.users.getPublicSshKeyForAuthenticatedUser({ key_id: key.id })).data).toEqual(key);
    expect((await rest.users.listPublicSshKeysForAuthenticatedUser()).data).toEqual([key]);
    expect((await rest.users.listPublicKeysForUser({ username: 'ben' })).data).toMatchObject([{ key: sshKey('ben') }]);
    await rest.users.deletePublicSshKeyForAuthenticatedUser({ key_id: key.id });
    expect(await refusal(rest.users.getPublicSshKeyForAuthenticatedUser({ key_id: key.id }))).toMatchObject({ status: 404 });
  });

  // The words: github/github-services#1213 and others, for the form of OpenSSH; isaacs/github#1395 for keys that are in use.
  test.each([
    [
      'of a private kind',
      '-----BEGIN OPENSSH PRIVATE KEY-----',
      'key is invalid. You must supply a key in OpenSSH public key format',
    ],
    [
      'whose bytes are of another type',
      sshKey('x').replace('ssh-ed25519 ', 'ssh-rsa '),
      'key is invalid. You must supply a key in OpenSSH public key format',
    ],
    ["that is another account's", sshKey('ben'), 'key is already in use'],
    ["that is a repository's", sshKey('robot'), 'key is already in use'],
  ])('%s is refused', async (_what, key, message) => {
    const refused = { status: 422, body: { errors: [{ resource: 'PublicKey', code: 'custom', field: 'key', message }] } };
    expect(await refusal(rest.users.createPublicSshKeyForAuthenticatedUser({ key }))).toMatchObject(refused);
    expect(await refusal(rest.repos.createDeployKey({ ...web, key }))).toMatchObject(refused);
  });

  test('of a repository is for its administrators, and goes with it', async () => {
    expect((await rest.repos.listDeployKeys(web)).data).toMatchObject([{ title: 'robot', read_only: true, added_by: 'ada' }]);
    const { data: key } = await rest.repos.createDeployKey({ ...web, key: sshKey('ci') });
    expect((await rest.repos.getDeployKey({ ...web, key_id: key.id })).data).toMatchObject({ read_only: false, enabled: true });
    await rest.repos.deleteDeployKey({ ...web, key_id: key.id });
    expect(await refusal(rest.repos.getDeployKey({ ...web, key_id: key.id }))).toMatchObject({ status: 404 });
    expect(await refusal(rest.repos.listDeployKeys({ owner: 'cy', repo: 'open' }))).toMatchObject({ status: 404 });
    const { data: spare } = await rest.repos.createForAuthenticatedUser({ name: 'spare' });
    const there = { owner: 'ada', repo: spare.name };
    await rest.repos.createDeployKey({ ...there, key: sshKey('spare') });
    await rest.repos.delete(there);
    expect((await rest.users.createPublicSshKeyForAuthenticatedUser({ key: sshKey('spare') })).status).toBe(201);
  });
});

describe('an address', () => {
  const shown = async () =>
    (await rest.users.listEmailsForAuthenticatedUser()).data.map(({ email, primary, visibility }) => [
      email,
      primary,
      visibility,
    ]);

  test('is the primary one, public as the profile says, beside GitHub’s own', async () => {
    expect(await shown()).toEqual([
      ['ada@example.com', true, 'public'],
      ['ada@home.example', false, null],
      [expect.stringMatching(/^\d+\+ada@users\.noreply\.github\.com$/), false, null],
    ]);
    expect((await rest.users.listPublicEmailsForAuthenticatedUser()).data).toHaveLength(1);
  });

  test('that is hidden leaves the profile, and commits by it are still the author’s', async () => {
    const hidden = await rest.users.setPrimaryEmailVisibilityForAuthenticatedUser({ visibility: 'private' });
    expect(hidden.data).toMatchObject([{ email: 'ada@example.com', visibility: 'private' }]);
    expect((await rest.users.getAuthenticated()).data.email).toBeNull();
    const { data: head } = await rest.repos.getCommit({ ...web, ref: 'main' });
    expect(head).toMatchObject({ commit: { author: { email: 'ada@example.com' } }, author: { login: 'ada' } });
    await rest.users.setPrimaryEmailVisibilityForAuthenticatedUser({ visibility: 'public' });
    expect((await rest.users.getAuthenticated()).data.email).toBe('ada@example.com');
  });

  test('is added unverified, as an object, a list or alone, and removed', async () => {
    const added = await rest.users.addEmailForAuthenticatedUser({ emails: ['ada@work.example'] });
    expect(added.data).toEqual([{ email: 'ada@work.example', primary: false, verified: false, visibility: null }]);
    expect((await twin.send('POST', '/user/emails', ['ada@list.example'])).status).toBe(201);
    expect(await refusal(rest.users.addEmailForAuthenticatedUser({ emails: ['ADA@work.example'] }))).toMatchObject({
      status: 422,
    });
    expect(await refusal(rest.users.addEmailForAuthenticatedUser({ emails: ['nowhere'] }))).toMatchObject({ status: 422 });
    await rest.users.deleteEmailForAuthenticatedUser({ emails: ['ada@work.example', 'ada@list.example'] });
    expect(await shown()).toHaveLength(3);
    expect(await refusal(rest.users.deleteEmailForAuthenticatedUser({ emails: ['ada@example.com'] }))).toMatchObject({
      status: 422,
    });
    expect(await refusal(rest.users.deleteEmailForAuthenticatedUser({ emails: ['no@body.example'] }))).toMatchObject({
      status: 404,
    });
  });
});

test('the issues of an organisation are those that concern the viewer there', async () => {
  const titles = async (filter: 'assigned' | 'created') =>
    (await rest.issues.listForOrg({ org: 'acme', filter })).data.map(({ title }) => title).sort();
  expect(await titles('assigned')).toEqual(['One', 'Quiet']);
  expect(await titles('created')).toEqual(['Quiet', 'Two']);
  expect(await refusal(rest.issues.listForOrg({ org: 'cy' }))).toMatchObject({ status: 404 });
});

test('topics are found by their words and the number of repositories that the viewer sees', async () => {
  const names = async (q: string) => (await rest.search.topics({ q })).data.items.map(({ name }) => name);
  expect(await names('css')).toEqual(['css']);
  expect(await names('s')).toEqual(['css', 'shop-window']);
  expect(await names('s repositories:>2')).toEqual(['css']);
  expect(await names('css is:featured')).toEqual([]);
  expect(await names('css is:not-featured')).toEqual(['css']);
});

test('feeds tell where the timelines are, and the app of every check is found by its name', async () => {
  const { data } = await rest.activity.getFeeds();
  expect(data.current_user_public_url).toBe(`${twin.url}/ada`);
  // Private ones are told to who signs in by a password alone (docs: "Get feeds").
  expect(data).not.toHaveProperty('current_user_url');
  expect((await rest.apps.getBySlug({ app_slug: 'github-actions' })).data).toMatchObject({ owner: { login: 'github' } });
  expect(await refusal(rest.apps.getBySlug({ app_slug: 'nothing' }))).toMatchObject({ status: 404 });
});

describe('events', () => {
  interface Event {
    id: string;
    type: string | null;
    actor: { login: string };
    // biome-ignore lint/suspicious/noExplicitAny: payloads of many shapes
    payload: any;
  }
  const told = ({ data }: { data: unknown }) =>
    (data as Event[]).map(({ type, actor, payload }) => [type, actor.login, payload.action ?? payload.ref_type ?? payload.ref]);

  test('of a repository tell what was done in it, last first, as it was done', async () => {
    const main = (await rest.git.getRef({ ...web, ref: 'heads/main' })).data.object.sha;
    await rest.git.createRef({ ...web, ref: 'refs/heads/extra', sha: main });
    const { data: written } = await rest.repos.createOrUpdateFileContents({
      ...web,
      path: 'c.txt',
      message: 'Add c',
      content: 'Yw==',
      branch: 'extra',
    });
    await rest.git.deleteRef({ ...web, ref: 'heads/extra' });
    await rest.issues.addLabels({ ...web, issue_number: 2, labels: ['bug'] });
    await rest.issues.update({ ...web, issue_number: 2, state: 'closed' });
    await rest.pulls.merge({ ...web, pull_number: 4 });
    await rest.activity.starRepoForAuthenticatedUser(web);
    const answer = await rest.activity.listRepoEvents({ ...web, per_page: 9 });
    expect(answer.headers['x-poll-interval']).toBe('60');
    expect(new Set(told(answer).map((one) => one.join(' ')))).toEqual(
      new Set([
        'WatchEvent ada started',
        'PullRequestEvent ada merged',
        'PushEvent ada refs/heads/main',
        'IssuesEvent ada closed',
        'IssuesEvent ada labeled',
        'DeleteEvent ada branch',
        'PushEvent ada refs/heads/extra',
        'CreateEvent ada branch',
        expect.anything(),
      ]),
    );
    const push = (answer.data as unknown as Event[]).find(({ payload }) => payload.ref === 'refs/heads/extra');
    expect(push?.payload).toMatchObject({ before: main, head: written.commit.sha });
  });

  test('are as old as thirty days, and have ids of their own', async () => {
    const { data } = await rest.activity.listRepoEvents({ ...web, per_page: 100 });
    const events = data as unknown as Event[];
    expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    expect(JSON.stringify(events)).not.toContain('Long ago');
    expect(new Set(events.map(({ type }) => type))).toEqual(
      new Set([
        ...['IssuesEvent', 'IssueCommentEvent', 'PullRequestEvent', 'PullRequestReviewEvent', 'ReleaseEvent', 'WatchEvent'],
        ...['PushEvent', 'CreateEvent', 'DeleteEvent'],
      ]),
    );
  });

  const repositoriesOf = (data: unknown) => new Set((data as { repo: { name: string } }[]).map(({ repo }) => repo.name));

  test('that are private are shown to whose they are alone', async () => {
    const username = 'ada';
    expect(repositoriesOf((await rest.activity.listEventsForAuthenticatedUser({ username })).data)).toContain('acme/vault');
    expect(repositoriesOf((await rest.activity.listPublicEventsForUser({ username })).data)).not.toContain('acme/vault');
    expect(repositoriesOf((await rest.activity.listPublicEvents({ per_page: 100 })).data)).not.toContain('acme/vault');
    expect(repositoriesOf((await rest.activity.listPublicOrgEvents({ org: 'acme' })).data)).toEqual(new Set(['acme/web']));
    expect(repositoriesOf((await rest.activity.listOrgEventsForAuthenticatedUser({ username, org: 'acme' })).data)).toContain(
      'acme/vault',
    );
    expect(await refusal(rest.activity.listOrgEventsForAuthenticatedUser({ username: 'ben', org: 'acme' }))).toMatchObject({
      status: 404,
    });
  });

  test('that are received are of others, where one watches or follows', async () => {
    const received = told(await rest.activity.listReceivedEventsForUser({ username: 'ada' }));
    expect(new Set(received.map(([, login]) => login))).toEqual(new Set(['ben']));
    expect(told(await rest.activity.listReceivedEventsForUser({ username: 'cy' }))).toEqual([]);
    expect(
      new Set(told(await rest.activity.listReceivedPublicEventsForUser({ username: 'ben' })).map(([, login]) => login)),
    ).toEqual(new Set(['ada']));
  });

  test('of a network are those of a repository and its forks', async () => {
    await rest.repos.createFork(web);
    const fork = { owner: 'ada', repo: 'web' };
    await rest.repos.createOrUpdateFileContents({ ...fork, path: 'd.txt', message: 'Add d', content: 'ZA==' });
    const { data } = await rest.activity.listPublicEventsForRepoNetwork({ ...web, per_page: 100 });
    expect(repositoriesOf(data)).toEqual(new Set(['acme/web', 'ada/web']));
    expect(told(await rest.activity.listRepoEvents(web))).toContainEqual(['ForkEvent', 'ada', 'forked']);
  });

  // theboi/github-update-readme#4
  test('are not paged past the three hundredth', async () => {
    const refused = { status: 422, body: { message: expect.stringContaining('pagination is limited for this resource') } };
    expect(await refusal(rest.activity.listRepoEvents({ ...web, per_page: 100, page: 4 }))).toMatchObject(refused);
  });
});
