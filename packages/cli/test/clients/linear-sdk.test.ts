import { expect, test } from '@jest/globals';
import { InvalidInputLinearError, LinearClient, LinearError } from '@linear/sdk';
import { LinearWebhookClient } from '@linear/sdk/webhooks';
import { webhookReceiver } from '@svc/twin-kit/testing';
import { shareOf } from '@svc/twin-kit/testing/share';
import { full } from '@svc/twin-linear/testing/worlds';
import { atPlaces, everyPlace } from './place.ts';

const SEED = {
  ...full,
  issues: [...full.issues, ...Array.from({ length: 60 }, (_, index) => ({ title: `Chore ${index}`, labels: ['Bug'] }))],
};

atPlaces(shareOf(everyPlace, 1), 'linear', SEED, (place) => {
  // A personal API key is sent bare.
  const linear = () => new LinearClient({ apiKey: place.token, apiUrl: `${place.url}/graphql` });
  const team = async () => (await linear().teams({ filter: { key: { eq: 'ENG' } } })).nodes[0]!;
  const refused = async (call: Promise<unknown>): Promise<LinearError> => {
    const error: unknown = await call.then(
      () => undefined,
      (thrown) => thrown,
    );
    expect(error).toBeInstanceOf(LinearError);
    return error as LinearError;
  };

  test('@linear/sdk knows who and where it is, and takes an access token too', async () => {
    const viewer = await linear().viewer;
    expect(viewer.email).toBe('ada@acme.example');
    expect((await viewer.organization).urlKey).toBe('acme');
    const bearer = new LinearClient({ accessToken: place.token, apiUrl: `${place.url}/graphql` });
    expect((await bearer.viewer).id).toBe(viewer.id);
    expect((await viewer.teams()).nodes.map(({ key }) => key)).toEqual(expect.arrayContaining(['ENG', 'DES']));
  });

  test('@linear/sdk turns pages forwards and backwards, filtered and ordered', async () => {
    const filter = { title: { startsWith: 'Chore' } };
    const page = await linear().issues({ first: 25, filter });
    const titles = page.nodes.map(({ title }) => title);
    while (page.pageInfo.hasNextPage) {
      const before = page.nodes.length;
      await page.fetchNext();
      titles.push(...page.nodes.slice(before).map(({ title }) => title));
    }
    expect(new Set(titles).size).toBe(60);
    expect(page.nodes).toHaveLength(60);
    const last = await linear().issues({ last: 2, filter });
    expect(last.nodes.map(({ id }) => id)).toEqual(page.nodes.slice(-2).map(({ id }) => id));
    const all = await linear().paginate((variables) => linear().issues({ ...variables, filter }), { first: 20 });
    expect(all).toHaveLength(60);
    const either = { or: [{ priority: { eq: 2 } }, { labels: { name: { eq: 'API' } } }] };
    expect((await linear().issues({ filter: either })).nodes.map(({ title }) => title)).toContain('Login fails');
  });

  test('@linear/sdk follows relations from an issue to all around it', async () => {
    const issue = (await linear().issues({ filter: { title: { eq: 'Login fails' } } })).nodes[0]!;
    expect((await issue.team)?.key).toBe('ENG');
    expect((await issue.state)?.type).toBe('unstarted');
    expect((await issue.assignee)?.displayName).toBe('ben');
    expect((await issue.labels()).nodes.map(({ name }) => name).toSorted()).toEqual(['API', 'Bug']);
    for (const list of [issue.comments(), issue.attachments(), issue.children(), issue.relations(), issue.history()]) {
      expect(Array.isArray((await list).nodes)).toBe(true);
    }
    expect((await linear().issue(issue.identifier)).id).toBe(issue.id);
    const states = await (await team()).states();
    expect(new Set(states.nodes.map(({ type }) => type))).toEqual(
      new Set(['backlog', 'unstarted', 'started', 'completed', 'canceled', 'duplicate']),
    );
  });

  test('@linear/sdk works on issues: made, moved, related, archived, deleted', async () => {
    const { id: teamId } = await team();
    const states = (await (await team()).states()).nodes;
    const stateId = (type: string): string => states.find((state) => state.type === type)?.id ?? '';
    const { issue: pending, success } = await linear().createIssue({ teamId, title: 'Broken', priority: 1 });
    const issue = (await pending)!;
    expect([success, issue.priorityLabel, issue.url]).toEqual([
      true,
      'Urgent',
      expect.stringContaining(new URL(place.url).origin),
    ]);
    await issue.update({ stateId: stateId('started') });
    expect((await linear().issue(issue.id)).startedAt).toBeInstanceOf(Date);
    await linear().updateIssue(issue.id, { stateId: stateId('completed'), estimate: 3 });
    expect((await linear().issue(issue.id)).completedAt).toBeInstanceOf(Date);
    const child = await (await linear().createIssue({ teamId, title: 'Part', parentId: issue.id })).issue;
    expect((await issue.children()).nodes.map(({ id }) => id)).toEqual([child?.id]);
    await linear().createIssueRelation({ issueId: issue.id, relatedIssueId: child?.id ?? '', type: 'blocks' as never });
    expect((await issue.relations()).nodes.map(({ type }) => type)).toEqual(['blocks']);
    await linear().archiveIssue(issue.id);
    expect((await linear().issue(issue.id)).archivedAt).toBeInstanceOf(Date);
    await linear().unarchiveIssue(issue.id);
    await linear().deleteIssue(child?.id ?? '');
    expect((await linear().issue(child?.id ?? '')).trashed).toBe(true);
    const { nodes } = await linear().searchIssues('Broken');
    expect(nodes.map(({ id }) => id)).toEqual([issue.id]);
  });

  test('@linear/sdk comments, labels, attaches and reacts', async () => {
    const { id: teamId } = await team();
    const issueId = (await (await linear().createIssue({ teamId, title: 'Talk' })).issue)?.id ?? '';
    const comment = await (await linear().createComment({ issueId, body: 'First' })).comment;
    await linear().createComment({ issueId, body: 'Second', parentId: comment?.id ?? '' });
    await comment?.update({ body: 'First, changed' });
    await linear().createReaction({ commentId: comment?.id ?? '', emoji: 'eyes' });
    // The query takes an id or a hash, so the client leaves the choice to its caller.
    const replies = await comment?.children({ id: comment.id });
    expect(replies?.nodes.map(({ body }) => body)).toEqual(['Second']);
    const label = await (await linear().createIssueLabel({ name: 'Fresh', color: '#ff0000', teamId })).issueLabel;
    await linear().issueAddLabel(issueId, label?.id ?? '');
    expect((await (await linear().issue(issueId)).labels()).nodes.map(({ name }) => name)).toEqual(['Fresh']);
    await linear().createAttachment({ issueId, title: 'Trace', url: 'https://example.com/trace-1' });
    expect((await linear().attachmentsForURL('https://example.com/trace-1')).nodes.map(({ title }) => title)).toEqual(['Trace']);
    await linear().deleteComment(comment?.id ?? '');
  });

  test('@linear/sdk plans: projects, milestones, updates, cycles, documents, initiatives', async () => {
    const { id: teamId } = await team();
    const project = await (await linear().createProject({ name: 'Next', teamIds: [teamId] })).project;
    const projectId = project?.id ?? '';
    await linear().createProjectMilestone({ projectId, name: 'Alpha' });
    await linear().createProjectUpdate({ projectId, body: 'Well', health: 'onTrack' as never });
    expect((await project!.projectMilestones()).nodes.map(({ name }) => name)).toEqual(['Alpha']);
    expect((await linear().project(projectId)).health).toBe('onTrack');
    const document = await (await linear().createDocument({ title: 'Notes', content: '# Notes', projectId })).document;
    await document?.update({ content: '# Better' });
    expect((await linear().document(document?.id ?? '')).content).toBe('# Better');
    const initiative = await (await linear().createInitiative({ name: 'Grow' })).initiative;
    await linear().createInitiativeToProject({ initiativeId: initiative?.id ?? '', projectId });
    expect((await initiative!.projects()).nodes.map(({ id }) => id)).toEqual([projectId]);
    const cycle = await (await linear().createCycle({ teamId, startsAt: new Date('2031-01-01'), endsAt: new Date('2031-01-15') }))
      .cycle;
    const { issue } = await linear().createIssue({ teamId, title: 'Planned', cycleId: cycle?.id ?? '', projectId });
    expect((await (await linear().cycle(cycle?.id ?? '')).issues()).nodes.map(({ id }) => id)).toEqual([(await issue)?.id]);
  });

  test('@linear/sdk hears of changes by webhook, and trusts them', async () => {
    await using receiver = await webhookReceiver(undefined, place.webhookPort);
    const secret = 'lin_wh_suite';
    const { webhook } = await linear().createWebhook({
      url: receiver.url,
      secret,
      resourceTypes: ['Issue'],
      allPublicTeams: true,
    });
    const { id: teamId } = await team();
    const issue = await (await linear().createIssue({ teamId, title: 'Heard' })).issue;
    const [message] = await receiver.arrived(1);
    const signature = String(message?.headers['linear-signature']);
    const payload = new LinearWebhookClient(secret).parseData(Buffer.from(message?.body ?? ''), signature);
    expect(payload).toMatchObject({ type: 'Issue', action: 'create', data: { id: issue?.id, title: 'Heard' } });
    await linear().deleteWebhook((await webhook)?.id ?? '');
  });

  test('@linear/sdk is refused by the product with 200, and by the schema with 400', async () => {
    const missing = await refused(linear().issue('ENG-9999'));
    expect(missing.message).toContain('Entity not found');
    const { id: teamId } = await team();
    const blank = await refused(linear().createIssue({ teamId, title: ' ' }));
    expect(blank).toBeInstanceOf(InvalidInputLinearError);
    const schema = await refused(
      linear().client.rawRequest('mutation { issueUpdate(id: "x", input: { state: "Done" }) { success } }'),
    );
    expect(schema.status).toBe(400);
    expect(schema.message).toContain('state');
  });
});
