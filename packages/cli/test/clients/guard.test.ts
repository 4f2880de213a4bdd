import { request } from 'node:https';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { webhookReceiver } from '@svc/twin-kit/testing';
import { onlyThisMachine } from './guard.ts';

let guard: ReturnType<typeof onlyThisMachine>;
beforeEach(() => {
  guard = onlyThisMachine();
});
afterEach(() => guard.lift());

test('a call to another machine fails and is noted, whatever makes it', async () => {
  await expect(fetch('https://api.example.com/')).rejects.toThrow('fetch failed');
  const failure = new Promise<Error>((resolve) => request('https://files.example.com/').on('error', resolve).end());
  expect((await failure).message).toBe('This test must not reach files.example.com.');
  expect(guard.strangers).toEqual(['api.example.com', 'files.example.com']);
});

test('a call to this machine passes', async () => {
  await using receiver = await webhookReceiver();
  expect((await fetch(receiver.url)).status).toBe(200);
  expect(guard.strangers).toEqual([]);
});
