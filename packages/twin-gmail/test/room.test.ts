import { gmail as gmailClient } from '@googleapis/gmail';
import { test } from '@jest/globals';
import { expectRefusedForRoom } from '@svc/twin-kit/testing';
import { OAuth2Client } from 'google-auth-library';
import { gmail } from '../src/index.ts';

interface Fault {
  reason: string;
  message: string;
}

// With its retries, as it comes.
test('@googleapis/gmail takes a sandbox without room for final', () =>
  expectRefusedForRoom(gmail, ({ url, token }) => {
    const auth = new OAuth2Client();
    auth.setCredentials({ access_token: token });
    const fetchImplementation = async (target: string | URL | Request, init?: RequestInit): Promise<Response> => {
      const { pathname, search } = new URL(target instanceof Request ? target.url : target);
      return fetch(url + pathname + search, init);
    };
    const { users } = gmailClient({ version: 'v1', auth, fetchImplementation });
    return {
      write: (n, text) => {
        const mail = `To: ada@example.com\r\nSubject: Mail ${n}\r\n\r\n${text}\r\n`;
        return users.drafts.create({
          userId: 'me',
          requestBody: { message: { raw: Buffer.from(mail).toString('base64url') } },
        });
      },
      reasonOf: (error) => {
        const { status, response } = error as { status: number; response: { data: { error: { errors: Fault[] } } } };
        const [fault] = response.data.error.errors;
        return status === 403 && fault?.reason === 'storageQuotaExceeded' ? fault.message : error;
      },
    };
  }));
