import { gmail, type gmail_v1 } from '@googleapis/gmail';
import { OAuth2Client } from 'google-auth-library';

const base = process.env.SVC_GMAIL_REST_URL;

const auth = new OAuth2Client();
auth.setCredentials({ access_token: process.env.SVC_AUTH_TOKEN ?? null });

// The client writes to Google's host; this is its own way of being given another transport.
const fetchImplementation = (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
  const { pathname, search } = new URL(input instanceof Request ? input.url : input);
  return fetch(base + pathname + search, init);
};

export const { users } = gmail({ version: 'v1', auth, fetchImplementation });

/** A message as people see it. */
export interface Mail {
  id: string;
  threadId: string;
  messageId: string;
  from: string;
  /** The sender's address alone, in small letters. */
  address: string;
  subject: string;
  text: string;
  headers: ReadonlyMap<string, string>;
}

/** The messages that a search finds, whole, the oldest first. */
export async function search(q: string): Promise<Mail[]> {
  const { data } = await users.messages.list({ userId: 'me', q });
  const found = await Promise.all(
    (data.messages ?? []).map(async ({ id }) => (await users.messages.get({ userId: 'me', id: id as string })).data),
  );
  return found.toSorted((a, b) => Number(a.internalDate) - Number(b.internalDate)).map(mailOf);
}

function mailOf({ id, threadId, payload }: gmail_v1.Schema$Message): Mail {
  const headers = new Map((payload?.headers ?? []).map(({ name, value }) => [String(name).toLowerCase(), String(value)]));
  const from = headers.get('from') ?? '';
  return {
    id: id as string,
    threadId: threadId as string,
    messageId: headers.get('message-id') ?? '',
    from,
    address: (/<([^<>]+)>\s*$/.exec(from)?.[1] ?? from).trim().toLowerCase(),
    subject: headers.get('subject') ?? '',
    text: Buffer.from(payload?.body?.data ?? payload?.parts?.[0]?.body?.data ?? '', 'base64url').toString('utf8'),
    headers,
  };
}

/** An answer to a message, in its thread, as `messages.send` and `drafts.create` take it. */
export function replyTo(mail: Mail, text: string): gmail_v1.Schema$Message {
  const lines = [
    `To: ${mail.from}`,
    `Subject: ${mail.subject.startsWith('Re: ') ? '' : 'Re: '}${mail.subject}`,
    `In-Reply-To: ${mail.messageId}`,
    `References: ${mail.messageId}`,
    'Content-Type: text/plain; charset=utf-8',
    '',
    text,
  ];
  return { raw: Buffer.from(lines.join('\r\n')).toString('base64url'), threadId: mail.threadId };
}
