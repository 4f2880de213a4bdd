import type { ClockSetting } from '@svc/twin-kit';
import type { CheckCase, Judged } from '@svc/twin-kit/testing';
import { gmail } from '../../src/index.ts';
import { ME, raw, type Served, serveGmail } from '../served.ts';

/** Ids of the seed's records, and of those that a run makes first. */
export const ID = {
  invoice: '00000000000000a1',
  answer: '00000000000000a2',
  invoices: '00000000000000b1',
  other: '00000000000000b2',
  photo: '00000000000000b3',
  old: '00000000000000b4',
  news: '00000000000000b5',
  access: '00000000000000b6',
  work: 'Label_1',
  taxes: 'Label_2',
  aside: 'Label_3',
  newLabel: 'Label_4',
  plan: 'r1',
  planB: 'r2',
  newDraft: 'r7000000000000000001',
  filter: 'f1',
} as const;

/** Looks like a key, and opens nothing. */
export const KEY = 'sk_live_4eC39HqLyjWDarjtT1zdp7dc';

/** "Invoice" is what most sentences are about, "Invoices" what it is easily taken for. */
const seed = {
  emailAddress: 'ada@example.com',
  displayName: 'Ada',
  labels: ['Work', 'Taxes', { name: 'Aside', labelListVisibility: 'labelHide' }],
  messages: [
    {
      id: ID.invoice,
      threadId: 'invoice',
      from: 'Ben Byte <ben@example.org>',
      to: ['ada@example.com', 'sales@example.com'],
      cc: 'cy@example.org',
      subject: 'Invoice',
      text: 'Dear Ada,\nplease pay 12.50 by Friday.\nBen',
      messageId: '<invoice@example.org>',
      headers: { 'Reply-To': 'Desk <desk@example.org>' },
      attachments: [{ filename: 'invoice.csv', content: 'item,price\nmug,12.50\n' }],
      unread: true,
    },
    {
      id: ID.answer,
      threadId: 'invoice',
      from: 'cy@example.org',
      subject: 'Re: Invoice',
      inReplyTo: '<invoice@example.org>',
      messageId: '<answer@example.org>',
      text: 'Is it paid?',
    },
    {
      id: ID.invoices,
      from: 'ben.other@example.org',
      subject: 'Invoices',
      text: 'Please pay 13.50.',
      messageId: '<invoices@example.org>',
      unread: true,
    },
    {
      id: ID.other,
      from: 'Cy <Cy@example.org>',
      subject: 'Other',
      text: 'Hello',
      messageId: '<other@example.org>',
      labels: ['INBOX', 'Work'],
      starred: true,
    },
    {
      id: ID.photo,
      from: 'dan@example.com',
      subject: 'Photo',
      text: '',
      attachments: [
        { filename: 'photo.png', mimeType: 'image/png', contentBase64: 'iVBORw0KGgo=' },
        { filename: 'note.txt', content: 'Me' },
      ],
    },
    { id: ID.old, from: 'news@shop.example', subject: 'Old news', text: 'Sale', labels: ['TRASH'] },
    { id: ID.news, from: 'news@shop.example', subject: 'News', text: 'Sale again', labels: ['INBOX', 'IMPORTANT'] },
    { id: ID.access, from: 'dan@example.com', subject: 'Access', text: `The key is ${KEY}` },
  ],
  drafts: [
    { id: ID.plan, to: 'ben@example.org', subject: 'Plan', text: 'We meet on Monday.' },
    { id: ID.planB, to: 'cy@example.org', subject: 'Plan B', text: 'We never meet.' },
  ],
  sendAs: [{ sendAsEmail: 'sales@example.com', displayName: 'Sales', signature: 'Ada, <b>Sa</b>les' }],
  filters: [{ id: ID.filter, criteria: { from: 'news@shop.example' }, action: { removeLabels: ['INBOX'] } }],
  forwardingAddresses: [{ forwardingEmail: 'backup@example.com' }],
  delegates: [{ delegateEmail: 'dan@example.com' }],
};
const clock: ClockSetting = { mode: 'logical' };

export interface Call {
  method: string;
  path: string;
  body?: unknown;
}
type Asking = Call | { batch: readonly Call[] } | { tool: string; args: object };
/** One call of an agent, or what it says in the end. */
export type Step = (Asking & { refused?: true }) | { answer: string };
export type Run = readonly Step[];
export type Cases = Readonly<Record<string, CheckCase<Run>>>;

export const call = (method: string, path: string, body?: unknown): Call => ({
  method,
  path: ME + path,
  ...(body !== undefined && { body }),
});
export const post = (path: string, body: unknown = {}): Call => call('POST', path, body);
export const batch = (...calls: readonly Call[]): Asking => ({ batch: calls });
/** A call of an MCP tool. */
export const use = (tool: string, args: object): Asking => ({ tool, args });
/** A step that the twin is to refuse, or a part of. */
export const refused = (step: Asking): Step => ({ ...step, refused: true });

/** A mail as a program writes it. */
export interface Letter {
  to: string;
  cc?: string;
  bcc?: string;
  from?: string;
  subject?: string;
  text?: string;
  /** The type of the text and further header lines. */
  headers?: readonly string[];
}

const written = ({ to, cc, bcc, from = 'ada@example.com', subject = 'Paid', text = 'x', headers = [] }: Letter): string =>
  raw(
    `From: ${from}`,
    `To: ${to}`,
    ...(cc ? [`Cc: ${cc}`] : []),
    ...(bcc ? [`Bcc: ${bcc}`] : []),
    `Subject: ${subject}`,
    ...headers,
    '',
    text,
  );

/** The threads of the messages that answers name, which whoever answers asks for. */
const THREADS: Readonly<Record<string, string>> = {
  '<invoice@example.org>': ID.invoice,
  '<answer@example.org>': ID.invoice,
  '<invoices@example.org>': ID.invoices,
  '<other@example.org>': ID.other,
};

function inItsThread({ headers = [] }: Letter): { threadId?: string } {
  const [, answered = ''] = headers.map((line) => /^In-Reply-To: (\S+)/.exec(line)).find(Boolean) ?? [];
  const threadId = THREADS[answered];
  return threadId === undefined ? {} : { threadId };
}

export const send = (letter: Letter): Call => post('/messages/send', { raw: written(letter), ...inItsThread(letter) });
export const insert = (letter: Letter, ...labelIds: string[]): Call => post('/messages', { raw: written(letter), labelIds });
export const draft = (letter: Letter, threadId?: string): Call =>
  post('/drafts', { message: { raw: written(letter), ...inItsThread(letter), ...(threadId && { threadId }) } });
export const redraft = (id: string, letter: Letter): Call => call('PUT', `/drafts/${id}`, { message: { raw: written(letter) } });
export const sendDraft = (id: string): Call => post('/drafts/send', { id });
export const drop = (messageId: string): Call => call('DELETE', `/messages/${messageId}`);
export const mark = (id: string, ...labels: readonly string[]): Call => post(`/messages/${id}/modify`, { addLabelIds: labels });
export const unmark = (id: string, ...labels: readonly string[]): Call =>
  post(`/messages/${id}/modify`, { removeLabelIds: labels });
export const read = call('GET', `/messages/${ID.invoice}`);

/** The header of an answer to the message "Invoice". */
export const ANSWERING = 'In-Reply-To: <invoice@example.org>';
export const reply = (letter: Letter): Letter => ({ subject: 'Re: Invoice', headers: [ANSWERING], ...letter });

/** A letter of several parts. */
export const parted = (kind: string, ...parts: readonly (readonly string[])[]): Pick<Letter, 'headers' | 'text'> => ({
  headers: ['MIME-Version: 1.0', `Content-Type: multipart/${kind}; boundary=p`],
  text: [...parts.map((lines) => ['--p', ...lines].join('\r\n')), '--p--', ''].join('\r\n'),
});
export const html = (text: string): Pick<Letter, 'headers' | 'text'> => ({
  headers: ['Content-Type: text/html; charset=utf-8'],
  text,
});
export const file = (name: string, text: string, type = 'text/plain'): string[] => [
  `Content-Type: ${type}; name="${name}"`,
  `Content-Disposition: attachment; filename="${name}"`,
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from(text).toString('base64'),
];
export const plain = (text: string): string[] => ['Content-Type: text/plain; charset=utf-8', '', text];

/** What another product has, for sentences that repeat it. */
const others = new Map([
  [
    'github',
    { seed: {}, final: {}, product: 'GitHub', factOf: (phrase: string) => (phrase.includes('#7') ? ['Fix the login'] : []) },
  ],
]);

const start = JSON.parse(JSON.stringify(gmail.initialState(seed, clock)));
const recorded = new Map<string, Promise<Judged>>();

/** Runs on a fresh twin, equal runs once; a step that comes out otherwise than it says is a fault of the case. */
export function record(run: Run): Promise<Judged> {
  const key = JSON.stringify(run);
  const known = recorded.get(key) ?? recordOnce(run);
  recorded.set(key, known);
  return known;
}

async function recordOnce(run: Run): Promise<Judged> {
  const twin = await serveGmail(seed, clock);
  let answer = '';
  try {
    for (const step of run) {
      if ('answer' in step) answer = step.answer;
      else {
        const error = await performed(twin, step);
        if ((error !== undefined) !== (step.refused === true))
          throw new Error(`${JSON.stringify(step)}: ${error ?? 'was accepted'}`);
      }
    }
    return { seed: start, final: await twin.state(), tape: await twin.events(), answer, others };
  } finally {
    await twin.close();
  }
}

/** @returns why it was refused, undefined where it wasn't */
async function performed(twin: Served, step: Asking): Promise<string | undefined> {
  if ('tool' in step) {
    const { json, text } = await twin.send('POST', '/mcp/call', { name: step.tool, arguments: step.args });
    return json?.isError ? text : undefined;
  }
  if ('batch' in step) {
    const { text } = await twin.send('POST', '/batch', [...step.batch.map(part), '--b--', ''].join('\r\n'), {
      'content-type': 'multipart/mixed; boundary=b',
    });
    return /^HTTP\/1\.1 [45]/m.test(text) ? text : undefined;
  }
  const { status, text } = await twin.send(step.method, step.path, step.body);
  return status >= 400 ? `${status} ${text}` : undefined;
}

const part = ({ method, path, body }: Call): string =>
  [
    '--b',
    'Content-Type: application/http',
    '',
    `${method} ${path} HTTP/1.1`,
    'Content-Type: application/json',
    '',
    body === undefined ? '' : JSON.stringify(body),
  ].join('\r\n');

/** The id of the message that a run makes first, in its first call. */
export const FIRST: string = await record([send({ to: 'ben@example.org' })]).then(({ final }) => {
  const messages = (final as { messages: { id: string }[] }).messages.map(({ id }) => id);
  return messages.find((id) => !(start.messages as { id: string }[]).some((one) => one.id === id)) as string;
});
