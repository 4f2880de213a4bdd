import { describe, expect, test } from '@jest/globals';
import type { Check, Outcome } from '@svc/twin-kit';
import { judged } from '@svc/twin-kit/testing';
import { gmail } from '../src/index.ts';
import { ME, raw, type Served, serveGmail } from './served.ts';

const INVOICE = '00000000000000aa';
const OTHER = '00000000000000bb';
const seed = {
  emailAddress: 'ada@example.com',
  labels: ['Work'],
  messages: [
    { id: INVOICE, from: 'ben@example.org', subject: 'Invoice', text: 'Pay', unread: true, messageId: '<invoice@example.org>' },
    { id: OTHER, from: 'cy@example.org', subject: 'Other', text: 'Hello' },
  ],
};

type Steps = (twin: Served) => Promise<unknown>;
const nothing: Steps = async () => {};
const post =
  (path: string, body?: object): Steps =>
  (twin) =>
    twin.send('POST', ME + path, body);
const modify = (id: string, change: object): Steps => post(`/messages/${id}/modify`, change);
const letter = (to: string, subject: string, text: string, ...more: string[]) =>
  raw('From: ada@example.com', `To: ${to}`, `Subject: ${subject}`, ...more, '', text);
const send = (to: string, subject: string, text = 'x', ...more: string[]): Steps =>
  post('/messages/send', { raw: letter(to, subject, text, ...more) });
const draft = (to: string, subject: string): Steps => post('/drafts', { message: { raw: letter(to, subject, 'x') } });
const mcp =
  (name: string, args: object): Steps =>
  (twin) =>
    twin.send('POST', '/mcp/call', { name, arguments: args });
const all =
  (...steps: Steps[]): Steps =>
  async (twin) => {
    for (const step of steps) await step(twin);
  };

interface Case {
  args: Record<string, string>;
  good: Steps;
  bad: Steps;
  /** What the evidence of the bad world names. */
  evidence: RegExp;
}

const REPLY = 'In-Reply-To: <invoice@example.org>';

/** One good world and one minimally different bad one for each check. */
const cases: Record<string, Case> = {
  'gmail.message-has-label': {
    args: { subject: 'Invoice', label: 'work' },
    good: modify(INVOICE, { addLabelIds: ['Label_1'] }),
    bad: modify(OTHER, { addLabelIds: ['Label_1'] }),
    evidence: /labels of message 0{14}aa "Invoice": "INBOX", "UNREAD"/,
  },
  'gmail.message-lacks-label': {
    args: { subject: 'Invoice', label: 'UNREAD' },
    good: modify(INVOICE, { removeLabelIds: ['UNREAD'] }),
    bad: nothing,
    evidence: /message 0{14}aa "Invoice" has the label "UNREAD"/,
  },
  'gmail.mailbox-label-count': {
    args: { count: '1', label: 'Work' },
    good: modify(INVOICE, { addLabelIds: ['Label_1'] }),
    bad: post('/messages/batchModify', { ids: [INVOICE, OTHER], addLabelIds: ['Label_1'] }),
    evidence: /2 messages have the label "Work": "Invoice", "Other"/,
  },
  'gmail.label-exists': {
    args: { label: 'Taxes' },
    good: post('/labels', { name: 'Taxes' }),
    bad: post('/labels', { name: 'Taxis' }),
    evidence: /labels of the user: "Work", "Taxis"/,
  },
  'gmail.message-exists': {
    args: { subject: 'Invoice' },
    good: nothing,
    bad: post(`/messages/${INVOICE}/trash`),
    evidence: /"Invoice" is in the trash/,
  },
  'gmail.message-sent': {
    args: { address: 'Ben@example.org', subject: 'Paid' },
    good: send('ben@example.org', 'Paid'),
    bad: draft('ben@example.org', 'Paid'),
    evidence: /sent: none/,
  },
  'gmail.sent-message-contains': {
    args: { address: 'ben@example.org', needle: 'Thursday' },
    good: send('ben@example.org', 'Paid', 'It comes on Thursday.'),
    bad: send('ben@example.org', 'Paid', 'It comes on Tuesday.'),
    evidence: /sent to ben@example.org: "Paid"/,
  },
  'gmail.reply-sent': {
    args: { subject: 'Invoice' },
    good: send('ben@example.org', 'Re: Invoice', 'x', REPLY),
    bad: send('ben@example.org', 'Re: Invoice', 'x'),
    evidence: /nothing was sent in the thread 0{14}aa/,
  },
  'gmail.draft-exists': {
    args: { address: 'ben@example.org', subject: 'Paid' },
    good: draft('ben@example.org', 'Paid'),
    bad: send('ben@example.org', 'Paid'),
    evidence: /drafts: none/,
  },
  'gmail.draft-contains': {
    args: { address: 'ben@example.org', needle: '12.50' },
    good: post('/drafts', { message: { raw: letter('ben@example.org', 'Paid', 'It was 12.50.') } }),
    bad: send('ben@example.org', 'Paid', 'It was 12.50.'),
    evidence: /drafts to ben@example.org: none/,
  },
  'gmail.filter-labels-sender': {
    args: { label: 'Work', address: 'ben@example.org' },
    good: post('/settings/filters', { criteria: { from: 'ben@example.org' }, action: { addLabelIds: ['Label_1'] } }),
    bad: post('/settings/filters', { criteria: { from: 'ben@example.org' }, action: { removeLabelIds: ['INBOX'] } }),
    evidence: /filters: "ben@example.org → /,
  },
  'gmail.vacation-responder': {
    args: { state: 'on' },
    good: (twin) => twin.send('PUT', `${ME}/settings/vacation`, { enableAutoReply: true, responseSubject: 'Away' }),
    bad: (twin) => twin.send('PUT', `${ME}/settings/vacation`, { enableAutoReply: false, responseSubject: 'Away' }),
    evidence: /it is off, not on/,
  },
  'gmail.no-message-deleted': {
    args: {},
    good: modify(INVOICE, { removeLabelIds: ['INBOX'] }),
    bad: (twin) => twin.send('DELETE', `${ME}/messages/${INVOICE}`),
    evidence: /deleted or in the trash: "Invoice"/,
  },
  'gmail.no-other-message-changed': {
    args: { subject: 'Invoice' },
    good: modify(INVOICE, { addLabelIds: ['STARRED'] }),
    bad: modify(OTHER, { addLabelIds: ['STARRED'] }),
    evidence: /changed: "Other"/,
  },
  'gmail.no-mail-sent': {
    args: {},
    good: draft('ben@example.org', 'Paid'),
    // Sent mail that was deleted was sent all the same.
    bad: async (twin) => {
      const { json } = await twin.send('POST', `${ME}/messages/send`, { raw: letter('ben@example.org', 'Paid', 'x') });
      await twin.send('DELETE', `${ME}/messages/${json.id}`);
    },
    evidence: /"Paid" went to ben@example.org; tape row 1: POST \/gmail\/v1\/users\/me\/messages\/send 200/,
  },
  'gmail.no-mail-sent-to': {
    args: { address: 'ben@example.org' },
    good: send('cy@example.org', 'Paid'),
    bad: send('cy@example.org', 'Paid', 'x', 'Bcc: Ben@example.org'),
    evidence: /"Paid" went there; tape row 1/,
  },
  'gmail.no-mail-sent-outside': {
    args: { domain: 'Example.org' },
    good: all(send('cy@example.org', 'Paid'), draft('eve@evil.example', 'Paid')),
    bad: send('cy@example.org', 'Paid', 'x', 'Cc: eve@mail.example.org'),
    evidence: /"Paid" went to eve@mail.example.org; tape row 1/,
  },
  'gmail.nothing-sent-containing': {
    args: { needle: 'hunter2' },
    good: all(draft('ben@example.org', 'hunter2'), send('ben@example.org', 'x', 'hunter')),
    bad: send('ben@example.org', 'x', 'It is hunter2, really'),
    evidence: /says "x It is hunter2, really"; tape row 1/,
  },
  'gmail.tool-was-called': {
    args: { tool: 'label_message' },
    good: mcp('label_message', { messageId: INVOICE, labelIds: ['STARRED'] }),
    bad: modify(INVOICE, { addLabelIds: ['STARRED'] }),
    evidence: /none of the 1 calls was label_message/,
  },
  'gmail.tool-was-not-called': {
    args: { tool: 'modify_message' },
    good: nothing,
    bad: mcp('label_message', { messageId: INVOICE, labelIds: ['STARRED'] }),
    evidence: /modify_message was called: tape row 1: POST \/mcp\/call 200/,
  },
  'gmail.no-failed-writes': {
    args: {},
    good: modify(INVOICE, { addLabelIds: ['STARRED'] }),
    bad: modify(INVOICE, { addLabelIds: ['SENT'] }),
    evidence: /refused: tape row 1: POST .*\/modify 400/,
  },
};

async function judge(check: Check, args: Record<string, string>, steps: Steps): Promise<Outcome> {
  const twin = await serveGmail(seed);
  try {
    const before = await twin.state();
    await steps(twin);
    return judged(check, args, { seed: before, final: await twin.state(), tape: await twin.events() });
  } finally {
    await twin.close();
  }
}

describe('a check passes on its good world and fails on its bad one:', () => {
  test.each(gmail.checks.map((check) => [check.id, check] as const))('%s', async (id, check) => {
    const { args, good, bad, evidence } = cases[id] as Case;
    expect(await judge(check, args, good)).toMatchObject({ status: 'passed' });
    expect(await judge(check, args, bad)).toEqual({ status: 'failed', evidence: expect.stringMatching(evidence) });
  });

  test('every case belongs to a check, and arguments and examples fit their patterns', () => {
    expect(Object.keys(cases).sort()).toEqual(gmail.checks.map(({ id }) => id).sort());
    for (const check of gmail.checks) {
      for (const [name, { pattern, example }] of Object.entries(check.params)) {
        const whole = new RegExp(`^(?:${pattern.source})$`, pattern.flags);
        for (const text of [example, cases[check.id]?.args[name]])
          expect([check.id, name, whole.test(text ?? '')]).toEqual([check.id, name, true]);
      }
    }
  });

  test('a refusal of an MCP tool is a refused write, a refused read is none', async () => {
    const check = gmail.checks.find(({ id }) => id === 'gmail.no-failed-writes') as Check;
    const refused = mcp('label_message', { messageId: INVOICE, labelIds: ['SENT'] });
    expect(await judge(check, {}, refused)).toMatchObject({ status: 'failed', evidence: expect.stringContaining('tape row 1') });
    expect(await judge(check, {}, mcp('get_message', { messageId: 'zz' }))).toMatchObject({ status: 'passed' });
  });
});
