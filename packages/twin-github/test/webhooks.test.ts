import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { type ReceivedMessage, webhookReceiver } from '@svc/twin-kit/testing';
import { refusal, type Served, serveGithub } from './served.ts';

// https://docs.github.com/webhooks/webhook-events-and-payloads

const web = { owner: 'acme', repo: 'web' };
const seed = {
  viewer: 'ada',
  users: [{ login: 'ada' }, { login: 'acme', type: 'Organization', members: [{ login: 'ada', role: 'admin' }] }],
  repositories: [
    {
      ...{ owner: 'acme', name: 'web', files: { 'a.txt': 'one\n' } },
      pull_requests: [{ number: 1, title: 'Fix', head: 'fix', user: 'ben', files: { 'a.txt': 'two\n' } }],
    },
  ],
};

let twin: Served;
let receiver: Awaited<ReturnType<typeof webhookReceiver>>;
beforeEach(async () => {
  receiver = await webhookReceiver();
  twin = await serveGithub(seed, undefined, { webhookPorts: [receiver.port] });
});
afterEach(async () => {
  await twin.close();
  await receiver[Symbol.asyncDispose]();
});

const make = (events: string[], more: object = {}) =>
  twin.octokit.rest.repos.createWebhook({
    ...web,
    events,
    config: { url: receiver.url, content_type: 'json', secret: 'hush', ...more },
  });
const events = (messages: readonly ReceivedMessage[]) => messages.map(({ headers }) => headers['x-github-event']);
const payloadOf = (message: ReceivedMessage | undefined) => JSON.parse(message?.body ?? '{}');

describe('a webhook', () => {
  test('is pinged, and told what is done, signed with its secret', async () => {
    const { data: hook } = await make(['issues', 'issue_comment']);
    expect(hook).toMatchObject({ active: true, config: { url: receiver.url, secret: '********' } });
    const { data: issue } = await twin.octokit.rest.issues.create({ ...web, title: 'Broken' });
    await twin.octokit.rest.issues.createComment({ ...web, issue_number: issue.number, body: 'Hm' });
    await twin.octokit.rest.issues.update({ ...web, issue_number: issue.number, state: 'closed' });
    const messages = await receiver.arrived(4);
    expect(events(messages)).toEqual(['ping', 'issues', 'issue_comment', 'issues']);
    expect(payloadOf(messages[0])).toMatchObject({ hook_id: hook.id, repository: { full_name: 'acme/web' } });
    expect(payloadOf(messages[1])).toMatchObject({
      action: 'opened',
      issue: { number: issue.number, title: 'Broken' },
      organization: { login: 'acme' },
      sender: { login: 'ada' },
    });
    expect(payloadOf(messages[2])).toMatchObject({ action: 'created', comment: { body: 'Hm' } });
    expect(payloadOf(messages[3]).action).toBe('closed');
    for (const { body, headers } of messages) {
      const digest = createHmac('sha256', 'hush').update(body).digest('hex');
      expect(headers).toMatchObject({
        'x-hub-signature-256': `sha256=${digest}`,
        'x-github-hook-id': String(hook.id),
        'x-github-delivery': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      });
    }
  });

  test('of pull requests hears of pushes, reviews and the merge', async () => {
    await make(['push', 'pull_request', 'pull_request_review']);
    const { rest } = twin.octokit;
    await rest.repos.createOrUpdateFileContents({ ...web, path: 'b.txt', branch: 'fix', message: 'More', content: 'Yg==' });
    await rest.pulls.createReview({ ...web, pull_number: 1, event: 'APPROVE' });
    await rest.pulls.merge({ ...web, pull_number: 1 });
    const messages = await receiver.arrived(6);
    expect(events(messages)).toEqual(['ping', 'push', 'pull_request', 'pull_request_review', 'push', 'pull_request']);
    expect(payloadOf(messages[1])).toMatchObject({
      ref: 'refs/heads/fix',
      commits: [{ message: 'More' }],
      pusher: { name: 'ada' },
    });
    expect(payloadOf(messages[2])).toMatchObject({ action: 'synchronize', number: 1 });
    expect(payloadOf(messages[3])).toMatchObject({ action: 'submitted', review: { state: 'APPROVED' } });
    expect(payloadOf(messages[5])).toMatchObject({ action: 'closed', pull_request: { merged: true } });
  });

  test('shows its deliveries, and repeats them', async () => {
    const { data: hook } = await make(['push'], { content_type: 'form' });
    const target = { ...web, hook_id: hook.id };
    const [ping] = await receiver.arrived(1);
    expect(ping?.headers['content-type']).toBe('application/x-www-form-urlencoded');
    const [first] = (await twin.octokit.rest.repos.listWebhookDeliveries(target)).data;
    expect(first).toMatchObject({ event: 'ping', redelivery: false, guid: ping?.headers['x-github-delivery'] });
    const { data: shown } = await twin.octokit.rest.repos.getWebhookDelivery({ ...target, delivery_id: first?.id as number });
    expect(shown.request.payload).toMatchObject({ hook_id: hook.id });
    await twin.octokit.rest.repos.redeliverWebhookDelivery({ ...target, delivery_id: first?.id as number });
    await twin.octokit.rest.repos.pingWebhook(target);
    await twin.octokit.rest.repos.testPushWebhook(target);
    const messages = await receiver.arrived(4);
    expect(events(messages)).toEqual(['ping', 'ping', 'ping', 'push']);
    expect(messages[1]?.headers['x-github-delivery']).toBe(first?.guid);
    const { data: all } = await twin.octokit.rest.repos.listWebhookDeliveries({ ...target, per_page: 2 });
    expect(all.map(({ event }) => event)).toEqual(['push', 'ping']);
  });

  test('keeps what it was told, whatever becomes of that, and repeats the same bytes', async () => {
    const { data: hook } = await make(['issues', 'issue_comment', 'release']);
    const target = { ...web, hook_id: hook.id };
    const { rest } = twin.octokit;
    const { data: issue } = await rest.issues.create({ ...web, title: 'As it was' });
    const { data: comment } = await rest.issues.createComment({ ...web, issue_number: issue.number, body: 'Said' });
    await rest.issues.deleteComment({ ...web, comment_id: comment.id });
    const { data: release } = await rest.repos.createRelease({ ...web, tag_name: 'v1', draft: true });
    await rest.repos.deleteRelease({ ...web, release_id: release.id });
    await rest.issues.update({ ...web, issue_number: issue.number, title: 'As it is' });
    await rest.repos.update({ ...web, description: 'Changed since' });
    const before = [...(await receiver.arrived(7))];
    expect(before.map((one) => [one.headers['x-github-event'], payloadOf(one).action])).toEqual([
      ['ping', undefined],
      ['issues', 'opened'],
      ['issue_comment', 'created'],
      ['issue_comment', 'deleted'],
      ['release', 'created'],
      ['release', 'deleted'],
      ['issues', 'edited'],
    ]);
    // What is gone is told once more: https://docs.github.com/webhooks/webhook-events-and-payloads#issue_comment, #release
    expect(payloadOf(before[3]).comment).toMatchObject({ id: comment.id, body: 'Said' });
    expect(payloadOf(before[5]).release).toMatchObject({ id: release.id, tag_name: 'v1' });
    expect(payloadOf(before[6]).issue.title).toBe('As it is');

    const { data: all } = await rest.repos.listWebhookDeliveries(target);
    const shown = [];
    for (const { id } of all.toReversed()) shown.push((await rest.repos.getWebhookDelivery({ ...target, delivery_id: id })).data);
    expect(shown.map(({ request }) => JSON.stringify(request.payload))).toEqual(before.map(({ body }) => body));
    for (const [at, { request }] of shown.entries()) expect(before[at]?.headers).toMatchObject(request.headers as object);
    expect(shown[1]?.request.headers).toHaveProperty('x-hub-signature-256');

    await rest.repos.redeliverWebhookDelivery({ ...target, delivery_id: shown[1]?.id as number });
    await rest.repos.redeliverWebhookDelivery({ ...target, delivery_id: shown[3]?.id as number });
    const again = (await receiver.arrived(9)).slice(7);
    const told = ({ body, headers }: ReceivedMessage) => [body, headers['x-hub-signature-256'], headers['x-github-delivery']];
    expect(again.map(told)).toEqual([before[1], before[3]].map((one) => told(one as ReceivedMessage)));
  });

  test('hears of two mutations of one document each as it left the issue', async () => {
    await make(['issues']);
    const { data: issue } = await twin.octokit.rest.issues.create({ ...web, title: 'Broken' });
    const rename = (title: string) => `updateIssue(input: { id: "${issue.node_id}", title: "${title}" }) { clientMutationId }`;
    await twin.octokit.graphql(`mutation { one: ${rename('First')} other: ${rename('Second')} }`);
    const titles = (await receiver.arrived(4)).map((one) => payloadOf(one).issue?.title);
    expect(titles).toEqual([undefined, 'Broken', 'First', 'Second']);
  });

  test('is changed, silenced and taken away', async () => {
    const { data: hook } = await make(['push']);
    const target = { ...web, hook_id: hook.id };
    const { rest } = twin.octokit;
    expect((await rest.repos.updateWebhook({ ...target, add_events: ['star'], active: false })).data).toMatchObject({
      events: ['push', 'star'],
      active: false,
    });
    expect((await rest.repos.getWebhookConfigForRepo(target)).data.content_type).toBe('json');
    expect((await rest.repos.updateWebhookConfigForRepo({ ...target, content_type: 'form' })).data.content_type).toBe('form');
    expect((await rest.repos.listWebhooks(web)).data).toHaveLength(1);
    await rest.repos.deleteWebhook(target);
    expect((await refusal(rest.repos.getWebhook(target))).status).toBe(404);
    await rest.issues.create({ ...web, title: 'Unheard' });
    expect(events(receiver.messages)).toEqual(['ping']);
  });

  test('has an address and events that there are, and its secret is on no tape', async () => {
    const bad = await refusal(make(['push'], { url: 'nowhere' }));
    expect([bad.status, bad.body.errors]).toEqual([422, [expect.objectContaining({ field: 'url' })]]);
    expect((await refusal(make(['No such']))).status).toBe(422);
    await make(['push']);
    expect((await refusal(make(['push']))).body.errors).toMatchObject([{ message: 'Hook already exists on this repository' }]);
    expect(JSON.stringify([await twin.evidence('events'), await twin.evidence('state')])).not.toContain('hush');
  });

  test('of an organisation hears of all its repositories', async () => {
    const { rest } = twin.octokit;
    const config = { url: receiver.url, content_type: 'json' };
    const { data: hook } = await rest.orgs.createWebhook({ org: 'acme', name: 'web', config, events: ['star'] });
    const target = { org: 'acme', hook_id: hook.id };
    await rest.activity.starRepoForAuthenticatedUser(web);
    expect(events(await receiver.arrived(2))).toEqual(['ping', 'star']);
    expect((await rest.orgs.getWebhook(target)).data.events).toEqual(['star']);
    expect((await rest.orgs.updateWebhook({ ...target, active: false })).data.active).toBe(false);
    expect((await rest.orgs.getWebhookConfigForOrg(target)).data.url).toBe(receiver.url);
    await rest.orgs.updateWebhookConfigForOrg({ ...target, insecure_ssl: '1' });
    const [star] = (await rest.orgs.listWebhookDeliveries(target)).data;
    expect((await rest.orgs.getWebhookDelivery({ ...target, delivery_id: star?.id as number })).data.event).toBe('star');
    await rest.orgs.redeliverWebhookDelivery({ ...target, delivery_id: star?.id as number });
    await rest.orgs.pingWebhook(target);
    expect((await rest.orgs.listWebhooks({ org: 'acme' })).data).toHaveLength(1);
    await rest.orgs.deleteWebhook(target);
  });
});
