import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { LinearClient } from '@linear/sdk';
import { LinearWebhookClient, type LinearWebhookPayload } from '@linear/sdk/webhooks';
import { eventually, freePort, webhookReceiver } from '@svc/twin-kit/testing';
import { payloadFaults } from './conformity.ts';
import { type Served, serveLinear } from './served.ts';
import { full } from './worlds.ts';

const SECRET = 'lin_wh_signing';
const EVERYTHING = [
  'Attachment',
  'Comment',
  'Cycle',
  'Document',
  'Initiative',
  'InitiativeUpdate',
  'Issue',
  'IssueLabel',
  'Project',
  'ProjectLabel',
  'ProjectUpdate',
  'Reaction',
  'User',
];

let twin: Served;
let linear: LinearClient;
let server: Server;
let url: string;
/** Allowed too. */
let later: number;
/** What the official client let through: it has checked signature and time, and answers 400 to anything else. */
let heard: LinearWebhookPayload[];
const statuses: number[] = [];

beforeEach(async () => {
  heard = [];
  statuses.length = 0;
  const handler = new LinearWebhookClient(SECRET).createHandler();
  handler.on('*', (payload) => void heard.push(payload));
  server = createServer((request, response) => {
    response.on('finish', () => statuses.push(response.statusCode));
    void handler(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  url = `http://127.0.0.1:${port}/`;
  later = await freePort();
  twin = await serveLinear(full, undefined, { webhookPorts: [port, later] });
  linear = twin.client;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await twin.close();
});

const team = async (key = 'ENG') => (await linear.teams({ filter: { key: { eq: key } } })).nodes[0]!;
const listen = async (resourceTypes: string[], more: object = { allPublicTeams: true }) =>
  (await linear.createWebhook({ url, secret: SECRET, resourceTypes, ...more })).webhook;
const told = async (count: number) => {
  await eventually(() => statuses.length >= count);
  expect(statuses).toEqual(statuses.map(() => 200));
  return heard as unknown as { data: Record<string, unknown> }[];
};

describe("a webhook is told, in the shape and with the signature that Linear's own client takes,", () => {
  test('of an issue that is created, changed and deleted', async () => {
    const webhook = await listen(['Issue']);
    const { id: teamId } = await team();
    const created = await (await linear.createIssue({ teamId, title: 'Broken', priority: 1 })).issue;
    await linear.updateIssue(created?.id ?? '', { title: 'Fixed' });
    await linear.deleteIssue(created?.id ?? '');
    const [create, update, remove] = await told(3);
    expect(create).toMatchObject({
      action: 'create',
      type: 'Issue',
      actor: { type: 'user', name: (await linear.viewer).name },
      url: created?.url,
      webhookId: (await webhook)?.id,
      organizationId: (await linear.organization).id,
      data: { id: created?.id, identifier: created?.identifier, title: 'Broken', priorityLabel: 'Urgent', team: { key: 'ENG' } },
    });
    expect(update).toMatchObject({ action: 'update', data: { title: 'Fixed' }, updatedFrom: { title: 'Broken' } });
    expect(remove).toMatchObject({ action: 'remove', data: { trashed: true } });
    for (const payload of heard) expect(payloadFaults('Issue', payload as never)).toEqual([]);
  });

  test('of every kind of thing, each as the schema has it', async () => {
    await listen(EVERYTHING);
    const { id: teamId } = await team();
    const issueId = (await linear.issues()).nodes[0]?.id ?? '';
    const projectId = (await linear.projects()).nodes[0]?.id ?? '';
    const initiativeId = (await linear.initiatives()).nodes[0]?.id ?? '';
    const commentId = (await linear.createComment({ issueId, body: 'Look' })).commentId ?? '';
    await linear.createReaction({ commentId, emoji: 'eyes' });
    await linear.createAttachment({ issueId, title: 'Trace', url: 'https://example.com/1' });
    await linear.createIssueLabel({ teamId, name: 'New label' });
    await linear.createDocument({ title: 'Notes', projectId });
    await linear.createProject({ name: 'Next', teamIds: [teamId] });
    await linear.createProjectLabel({ name: 'Another' });
    await linear.createProjectUpdate({ projectId, body: 'On its way' });
    await linear.createInitiative({ name: 'Bigger' });
    await linear.createInitiativeUpdate({ initiativeId, body: 'Good' });
    await linear.createCycle({ teamId, startsAt: new Date('2031-01-01'), endsAt: new Date('2031-01-15') });
    await linear.createIssue({ teamId, title: 'One more' });
    await linear.updateUser((await linear.viewer).id, { description: 'Here' });
    await told(EVERYTHING.length);
    await eventually(() => EVERYTHING.every((type) => heard.some((payload) => payload.type === type)));
    const faults = heard.flatMap((payload) => payloadFaults(payload.type, payload as never));
    expect(faults).toEqual([]);
  });

  test('of its own team only', async () => {
    const { id: teamId } = await team();
    await listen(['Issue'], { teamId });
    const other = await (await linear.createTeam({ name: 'Other', key: 'OTH' })).team;
    await linear.createIssue({ teamId: other?.id ?? '', title: 'Elsewhere' });
    await linear.createIssue({ teamId, title: 'Here' });
    const [only] = await told(1);
    expect([heard.length, only?.data.title]).toEqual([1, 'Here']);
  });

  test('of nothing while it is disabled', async () => {
    const webhook = await listen(['Issue']);
    await linear.updateWebhook(webhook?.id ?? '', { enabled: false });
    const { id: teamId } = await team();
    await linear.createIssue({ teamId, title: 'Unheard' });
    await linear.updateWebhook(webhook?.id ?? '', { enabled: true });
    await linear.createIssue({ teamId, title: 'Heard' });
    expect((await told(1)).map(({ data }) => data.title)).toEqual(['Heard']);
  });

  // https://linear.app/developers/webhooks#how-does-a-webhook-work
  test('with a delivery id, its event and its time in the headers', async () => {
    await using receiver = await webhookReceiver(undefined, later);
    await linear.createWebhook({ url: receiver.url, resourceTypes: ['Comment'], allPublicTeams: true });
    const issueId = (await linear.issues()).nodes[0]?.id ?? '';
    await linear.createComment({ issueId, body: 'Look' });
    const [message] = await receiver.arrived(1);
    expect(message?.headers).toMatchObject({
      'linear-delivery': expect.stringMatching(/^[0-9a-f-]{36}$/),
      'linear-event': 'Comment',
      'linear-signature': expect.stringMatching(/^[0-9a-f]{64}$/),
      'user-agent': 'Linear-Webhook',
      'content-type': 'application/json; charset=utf-8',
    });
    expect(JSON.parse(message?.body ?? '').webhookTimestamp).toBe(Number(message?.headers['linear-timestamp']));
  });

  test('with its new secret once that was rotated', async () => {
    const webhook = await listen(['Issue']);
    const { id: teamId } = await team();
    const { secret } = await linear.rotateSecretWebhook(webhook?.id ?? '');
    await linear.createIssue({ teamId, title: 'Signed anew' });
    await eventually(() => statuses.length === 1);
    expect([statuses, heard]).toEqual([[400], []]);
    expect((await linear.webhook(webhook?.id ?? '')).secret).toBe(secret);
  });
});
