// A language model that follows a script: it answers as OpenAI's chat completions and Anthropic's messages do, and thinks nothing.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import * as anthropic from './anthropic.ts';
import * as openai from './openai.ts';
import { type Conversation, type Protocol, Refusal } from './protocol.ts';
import type { Script, Turn } from './script.ts';

const PROTOCOLS: Readonly<Record<string, Protocol>> = { '/v1/chat/completions': openai, '/v1/messages': anthropic };

/** Starts a server with a model for each script, by its name. */
export async function startScriptedModel(scripts: Readonly<Record<string, Script>>, port = 0) {
  const server = createServer(async (request, response) => {
    const send = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const protocol = PROTOCOLS[new URL(request.url ?? '/', 'http://localhost').pathname];
    if (!protocol || request.method !== 'POST')
      return send(404, openai.refuse(`A scripted model has no ${request.method} ${request.url}.`));
    try {
      const conversation = protocol.read(await json(request));
      const turn = turnOf(scripts, conversation);
      if (!conversation.streamed) return send(200, protocol.answer(conversation, turn));
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      for (const event of protocol.events(conversation, turn)) response.write(eventText(event));
      response.end(protocol === openai ? 'data: [DONE]\n\n' : undefined);
    } catch (error) {
      send(400, protocol.refuse(error instanceof Error ? error.message : String(error)));
    }
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    /** By which the vendors' clients find it. */
    variables: {
      OPENAI_BASE_URL: `${origin}/v1`,
      OPENAI_API_KEY: 'scripted',
      ANTHROPIC_BASE_URL: origin,
      ANTHROPIC_API_KEY: 'scripted',
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** A server-sent event; Anthropic's have names. */
const eventText = (event: object): string =>
  `${'type' in event ? `event: ${event.type}\n` : ''}data: ${JSON.stringify(event)}\n\n`;

function turnOf(scripts: Readonly<Record<string, Script>>, { model, spoken, tools }: Conversation): Turn {
  const script = scripts[model];
  const turn = script?.[spoken] ?? script?.at(-1);
  if (!turn) throw new Refusal(`There is no model "${model}", but: ${Object.keys(scripts).join(', ')}.`);
  if (!('calls' in turn)) return turn;
  return {
    calls: turn.calls.map((call) => {
      const tool = offered(call.tool, tools);
      if (tool === undefined) throw new Refusal(`The script calls ${call.tool}, and the agent offers only: ${tools.join(', ')}.`);
      return { ...call, tool };
    }),
  };
}

/** Some frameworks put the server's name before that of a tool; the shortest is the one that has nothing else in it. */
const offered = (tool: string, tools: readonly string[]): string | undefined =>
  tools.find((name) => name === tool) ??
  tools.filter((name) => name.endsWith(`_${tool}`)).toSorted((a, b) => a.length - b.length)[0];
