// Does the task of the world whose folder it is started in: shows that each can be done, and what an agent has to find out.
import '../preflight.ts';
import { basename } from 'node:path';

const token = process.env.SVC_AUTH_TOKEN as string;

/** A call of a twin's REST API. */
async function call<T = unknown>(twin: string, method: string, path: string, body?: object | URLSearchParams): Promise<T> {
  const response = await fetch(`${process.env[`SVC_${twin}_REST_URL`]}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${token}`,
      ...(body && !(body instanceof URLSearchParams) && { 'content-type': 'application/json' }),
    },
    ...(body && { body: body instanceof URLSearchParams ? body : JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
  return (response.status === 204 ? undefined : await response.json()) as T;
}

const github = (method: string, path: string, body?: object) => call('GITHUB', method, `/repos/brightdesk${path}`, body);
const stripe = (method: string, path: string, body = {}) =>
  call('STRIPE', method, path, method === 'GET' ? undefined : new URLSearchParams(body));

async function linear<T>(query: string, variables: object = {}): Promise<T> {
  const { data, errors } = await call<{ data: T; errors?: { message: string }[] }>('LINEAR', 'POST', '/graphql', {
    query,
    variables,
  });
  if (errors?.[0]) throw new Error(errors[0].message);
  return data;
}

interface Named {
  nodes: { id: string; name: string }[];
}
const idIn = ({ nodes }: Named, name: string): string => nodes.find((node) => node.name === name)?.id as string;
const update = (id: string, input: object) =>
  linear('mutation ($id: String!, $input: IssueUpdateInput!) { issueUpdate(id: $id, input: $input) { success } }', { id, input });

interface Channel {
  id: string;
  name: string;
}
async function channel(name: string): Promise<string> {
  const { channels } = await call<{ channels: Channel[] }>('SLACK', 'GET', '/conversations.list?limit=200');
  return channels.find((one) => one.name === name)?.id as string;
}

interface Found {
  messages?: { id: string }[];
}
const mailsBy = async (query: string): Promise<string[]> => {
  const { messages = [] } = await call<Found>('GMAIL', 'GET', `/gmail/v1/users/me/messages?q=${encodeURIComponent(query)}`);
  return messages.map(({ id }) => id);
};

const tasks: Readonly<Record<string, () => Promise<void>>> = {
  async 'community-issues'() {
    for (const number of [232, 233]) {
      await github('POST', `/importer/issues/${number}/comments`, { body: 'The same fault as #231.' });
      await github('PATCH', `/importer/issues/${number}`, { state: 'closed', state_reason: 'duplicate' });
    }
  },
  async inbox() {
    const { labels } = await call<{ labels: Channel[] }>('GMAIL', 'GET', '/gmail/v1/users/me/labels');
    const bills = labels.find(({ name }) => name === 'Bills')?.id;
    for (const id of await mailsBy('subject:Invoice {from:billing@hostwell.example from:accounts@paperway.example}'))
      await call('GMAIL', 'POST', `/gmail/v1/users/me/messages/${id}/modify`, {
        addLabelIds: [bills],
        removeLabelIds: ['UNREAD'],
      });
  },
  async 'launch-channel'() {
    const id = await channel('launch-gift-cards');
    const { messages } = await call<{ messages: { ts: string; text: string }[] }>(
      'SLACK',
      'GET',
      `/conversations.history?limit=200&channel=${id}`,
    );
    const asked = messages.find(({ text }) => text.startsWith('What do gift cards cost shops'));
    await call('SLACK', 'POST', '/chat.postMessage', {
      channel: id,
      thread_ts: asked?.ts,
      text: '0.25 EUR for each card that is sold, and free until 30 November.',
    });
  },
  async 'on-call-week'() {
    const text = '@ines still open: INC-89, Norwegian cards are declined. We wait for the acquirer.';
    await call('SLACK', 'POST', '/chat.postMessage', { channel: await channel('on-call'), text });
  },
  async 'planning-cycle'() {
    type Workspace = { team: { states: Named; cycles: { nodes: { id: string; number: number }[] } }; users: Named };
    const { team, users } = await linear<Workspace>(
      '{ team(id: "ENG") { states { nodes { id name } } cycles { nodes { id number } } } users { nodes { id name } } }',
    );
    const cycleId = team.cycles.nodes.find(({ number }) => number === 2)?.id;
    await update('ENG-221', { cycleId });
    await update('ENG-222', { cycleId, stateId: idIn(team.states, 'Todo') });
    await update('ENG-223', { cycleId, assigneeId: idIn(users, 'Tariq Haas') });
  },
  async 'refund-desk'() {
    await stripe('POST', '/v1/refunds', { charge: 'ch_172', reason: 'duplicate' });
  },
  async release() {
    const milestones = (await github('GET', '/storefront/milestones')) as { title: string; number: number }[];
    await github('PATCH', '/storefront/issues/151', { state: 'closed', state_reason: 'completed' });
    await github('PATCH', '/storefront/issues/152', {
      milestone: milestones.find(({ title }) => title === '4.3')?.number,
      labels: ['bug'],
    });
    await github('POST', '/storefront/issues/153/comments', { body: '@kofi who will write it?' });
  },
  async renewals() {
    for (const id of ['sub_17', 'sub_74']) await stripe('DELETE', `/v1/subscriptions/${id}`);
  },
  async 'sales-inbox'() {
    const [id] = await mailsBy('subject:"Tills for three more shops"');
    const { threadId, payload } = await call<{ threadId: string; payload: { headers: { name: string; value: string }[] } }>(
      'GMAIL',
      'GET',
      `/gmail/v1/users/me/messages/${id}`,
    );
    const to = payload.headers.find(({ name }) => name === 'From')?.value;
    const text = `To: ${to}\r\nSubject: Re: Tills for three more shops\r\n\r\nOn Plus a till is 49 EUR a month; with four tills you get 10 % off all of them.`;
    await call('GMAIL', 'POST', '/gmail/v1/users/me/drafts', {
      message: { threadId, raw: Buffer.from(text).toString('base64url') },
    });
  },
  async 'support-backlog'() {
    const { users, issueLabels } = await linear<{ users: Named; issueLabels: Named }>(
      '{ users { nodes { id name } } issueLabels { nodes { id name } } }',
    );
    const outage = { priority: 1, labelIds: [idIn(issueLabels, 'Outage')], assigneeId: idIn(users, 'Maren Dahl') };
    for (const id of ['SUP-241', 'SUP-242']) await update(id, outage);
  },
};

const name = basename(process.cwd());
const task = tasks[name];
if (!task) throw new Error(`There is no task of the world ${name}.`);
await task();
