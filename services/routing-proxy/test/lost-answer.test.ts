import { request } from 'node:http';
import { describe, expect, test } from '@jest/globals';
import { LOST_ANSWER_STATUS } from '@svc/contract/lost-answer';
import { BEARER, proxied, SESSION } from './support.ts';

const path = `/github/s/${SESSION}`;

describe('a call whose answer its twin has lost on purpose', () => {
  test.each([
    ['plain', {}],
    ['one that goes by way of node', { expect: '100-continue' }],
  ])('%s ends with its connection, and with no byte of an answer', async (_kind, extra) => {
    let calls = 0;
    await using given = await proxied((incoming, response) => {
      calls += 1;
      incoming.resume().on('end', () => {
        if (incoming.url?.endsWith('/lost')) response.writeHead(LOST_ANSWER_STATUS, { 'content-length': '0' }).end();
        else response.end('{}');
      });
    });
    const answer = (target: string, more: Record<string, string> = {}) =>
      new Promise<unknown>((resolve) => {
        const call = request({
          port: given.port,
          path: `${path}${target}`,
          method: 'POST',
          headers: { ...BEARER, ...extra, ...more, 'content-length': 2 },
        });
        call
          .on('response', ({ statusCode }) => resolve(statusCode))
          .on('error', ({ code }: NodeJS.ErrnoException) => resolve(code));
        call.end('{}');
      });
    expect(await answer('/lost')).toBe('ECONNRESET');
    expect(calls).toBe(1);
    expect(await answer('/kept')).toBe(200);
    // An edge ends its client's connection itself.
    expect(await answer('/lost', { 'x-forwarded-for': '192.0.2.1' })).toBe(LOST_ANSWER_STATUS);
  });
});
