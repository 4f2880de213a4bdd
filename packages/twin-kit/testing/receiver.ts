import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A message that a receiver got. */
export interface ReceivedMessage {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/** Answers a message: by default 200. */
export type ReceiverAnswer = (response: ServerResponse, message: ReceivedMessage) => void;

/** What a user's program has where webhooks arrive: an address on this machine. Closed by `using`. @param at its port, 0 for a free one */
export async function webhookReceiver(answer: ReceiverAnswer = (response) => response.end(), at = 0) {
  const messages: ReceivedMessage[] = [];
  const waiting = new Set<() => void>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const message = { path: request.url ?? '', headers: request.headers, body: Buffer.concat(chunks).toString('utf8') };
    messages.push(message);
    answer(response, message);
    for (const look of waiting) look();
  });
  await new Promise<void>((resolve) => server.listen(at, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    port,
    /** All so far. */
    messages,
    /** All, once there are this many. */
    arrived: (count: number): Promise<ReceivedMessage[]> =>
      new Promise((resolve) => {
        const look = (): void => {
          if (messages.length < count) return;
          waiting.delete(look);
          resolve(messages);
        };
        waiting.add(look);
        look();
      }),
    async [Symbol.asyncDispose](): Promise<void> {
      const closed = new Promise((resolve) => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** What a machine under load may take; a test that waits for longer waits for ever. */
const PATIENCE_MS = 60_000;
const ASKED_EVERY_MS = 2;

/** Asks until it is so; deliveries are made beside the calls that cause them. */
export async function eventually(holds: () => boolean | Promise<boolean>): Promise<void> {
  const until = performance.now() + PATIENCE_MS;
  while (!(await holds())) {
    if (performance.now() > until) throw new Error(`waited ${PATIENCE_MS} ms in vain`);
    await new Promise((resolve) => setTimeout(resolve, ASKED_EVERY_MS));
  }
}

/** A port that nobody listens on, for a receiver that comes later than the twin that is to reach it. */
export async function freePort(): Promise<number> {
  await using receiver = await webhookReceiver();
  return receiver.port;
}
