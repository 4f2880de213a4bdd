import { test } from '@jest/globals';
import { ErrorCode, WebClient } from '@slack/web-api';
import { expectRefusedForRoom } from '@svc/twin-kit/testing';
import { slack } from '../src/index.ts';
import { SILENT } from './served.ts';

interface Refused {
  code: string;
  data: { error: string; response_metadata: { messages: string[] } };
}

// With its ten retries over half an hour, as it comes.
test('@slack/web-api takes a sandbox without room for final', () =>
  expectRefusedForRoom(slack, ({ url, token }) => {
    const web = new WebClient(token, { slackApiUrl: `${url}/api/`, logger: SILENT });
    const channel = web.conversations.list().then(({ channels }) => channels?.find(({ is_member }) => is_member)?.id ?? '');
    return {
      write: async (_n, text) => web.chat.postMessage({ channel: await channel, text }),
      reasonOf: (error) => {
        const { code, data } = error as Refused;
        return code === ErrorCode.PlatformError && data.error === 'over_storage_limit'
          ? data.response_metadata.messages[0]
          : data;
      },
    };
  }));
