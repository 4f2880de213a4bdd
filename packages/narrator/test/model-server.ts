import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export type Protocol = 'openai' | 'anthropic';

/** What came in: path, headers and body of each request. */
export interface Asked {
  path: string;
  headers: IncomingMessage['headers'];
  // biome-ignore lint/suspicious/noExplicitAny: the body of a vendor's client
  body: any;
}

export interface ModelServer {
  baseUrl: string;
  asked: Asked[];
  close(): Promise<void>;
}

/** The answer in the shape that the vendor's client reads. */
export function completion(protocol: Protocol, said: string): object {
  return protocol === 'anthropic'
    ? {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'm',
        content: [{ type: 'text', text: said }],
        stop_reason: 'end_turn',
        usage: { input_tokens: 1, output_tokens: 1 },
      }
    : {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1,
        model: 'm',
        choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: said } }],
      };
}

/** A model server on loopback that answers as the test says. */
export async function modelServer(
  protocol: Protocol,
  answer: (response: ServerResponse, asked: Asked) => void | Promise<void>,
): Promise<ModelServer> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const entry = { path: request.url ?? '', headers: request.headers, body: JSON.parse(await text(request)) };
    asked.push(entry);
    await answer(response, entry);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    // Anthropic's client appends the version itself.
    baseUrl: protocol === 'anthropic' ? origin : `${origin}/v1`,
    asked,
    close: () => new Promise((resolve) => server.close(() => resolve()).closeAllConnections()),
  };
}

/** Answers with a text. */
export const saying =
  (protocol: Protocol, said: string) =>
  (response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(completion(protocol, said)));
  };
