import { describe, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { notes } from '../example/notes.ts';
import { served } from '../testing/served.ts';

async function connected(twin: { url: string; token: string }): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const requestInit = { headers: { authorization: `Bearer ${twin.token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${twin.url}/mcp`), { requestInit }));
  return client;
}

describe('MCP over streamable HTTP, with the official client', () => {
  test('lists the tools with their input schemas', async () => {
    await using twin = await served(notes);
    const client = await connected(twin);
    const { tools } = await client.listTools();
    expect(tools).toMatchObject([
      {
        name: 'create_note',
        inputSchema: { type: 'object', required: ['title'], properties: { title: { type: 'string', minLength: 1 } } },
      },
    ]);
    await client.close();
  });

  test('an argument that the tool does not have is named on the tape', async () => {
    await using twin = await served(notes);
    const client = await connected(twin);
    await client.callTool({ name: 'create_note', arguments: { title: 'by tool', color: 'red' } });
    await client.callTool({ name: 'create_note', arguments: { title: 'plain' } });
    expect((await twin.events()).filter(({ tool }) => tool !== null).map(({ ignored }) => ignored)).toEqual([
      ['color'],
      undefined,
    ]);
    await client.close();
  });

  test('a tool does what its route does, and stamps the same action on the tape', async () => {
    await using twin = await served(notes);
    const client = await connected(twin);
    const result = await client.callTool({ name: 'create_note', arguments: { title: 'by tool' } });
    expect(result.content).toEqual([{ type: 'text', text: '{"id":2,"title":"by tool"}' }]);
    await twin.call('POST', '/notes', { title: 'by route' });
    const rows = (await twin.events()).filter((row) => row.state_mutation);
    expect(rows.map((row) => [row.path, row.tool, row.state_delta?.[0]?.id])).toEqual([
      ['/s/standalone/mcp', 'create_note', 2],
      ['/s/standalone/notes', 'create_note', 3],
    ]);
    await client.close();
  });

  test('a refused tool call is an error result that changes nothing', async () => {
    await using twin = await served(notes);
    const client = await connected(twin);
    const before = await twin.state();
    expect(await client.callTool({ name: 'create_note', arguments: { title: 'Welcome' } })).toMatchObject({
      isError: true,
      content: [{ text: '{"error":"There is a note called \\"Welcome\\"."}' }],
    });
    expect(await client.callTool({ name: 'create_note', arguments: { title: 5 } })).toMatchObject({ isError: true });
    await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow('Unknown tool: no_such_tool');
    expect(await twin.state()).toEqual(before);
    expect((await twin.events()).every((row) => !row.state_mutation)).toBe(true);
    await client.close();
  });

  test('parallel clients do not disturb each other', async () => {
    await using twin = await served(notes);
    const clients = await Promise.all(Array.from({ length: 8 }, () => connected(twin)));
    const titles = clients.flatMap((client, c) => Array.from({ length: 10 }, (_, n) => ({ client, title: `${c}-${n}` })));
    const answers = await Promise.all(
      titles.map(async ({ client, title }) => client.callTool({ name: 'create_note', arguments: { title } })),
    );
    const written = answers.map((answer) => JSON.parse((answer.content as { text: string }[])[0]?.text as string).title);
    expect(written).toEqual(titles.map(({ title }) => title));
    const order = (await twin.events()).filter((row) => row.state_mutation).map((row) => row.state_delta?.[0]?.id);
    expect(order).toEqual(Array.from({ length: 80 }, (_, n) => n + 2));
    await Promise.all(clients.map((client) => client.close()));
  });

  test('there is no stream to open and no session to end', async () => {
    await using twin = await served(notes);
    const methods = ['GET', 'DELETE', 'HEAD', 'PUT', 'OPTIONS'];
    for (const method of methods) expect((await twin.call(method, '/mcp')).status).toBe(405);
    expect((await twin.events()).map(({ method, status }) => [method, status])).toEqual(methods.map((method) => [method, 405]));
  });

  test.each([
    ['text that is not JSON', '{', 400],
    [
      'a batch of calls',
      [1, 2].map((id) => ({
        jsonrpc: '2.0',
        id,
        method: 'tools/call',
        params: { name: 'create_note', arguments: { title: 'x' } },
      })),
      400,
    ],
    ['no message at all', {}, 400],
  ])('%s is refused and changes nothing', async (_what, body, status) => {
    await using twin = await served(notes);
    const answer = await twin.call('POST', '/mcp', body, {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    });
    expect(answer.status).toBe(status);
    expect(await twin.events()).toMatchObject([{ state_mutation: false, status }]);
  });
});

describe('POST /mcp/call', () => {
  test('runs a tool and answers in the call-result shape', async () => {
    await using twin = await served(notes);
    const answer = await twin.call('POST', '/mcp/call', { name: 'create_note', arguments: { title: 'plain' } });
    expect([answer.status, answer.body]).toEqual([200, { content: [{ type: 'text', text: '{"id":2,"title":"plain"}' }] }]);
    expect(await twin.events()).toMatchObject([{ path: '/s/standalone/mcp/call', tool: 'create_note', state_mutation: true }]);
  });

  test('an unknown tool is 404, a body of another shape 400, both as error results', async () => {
    await using twin = await served(notes);
    expect(await twin.call('POST', '/mcp/call', { name: 'nope' })).toMatchObject({ status: 404, body: { isError: true } });
    expect(await twin.call('POST', '/mcp/call', { tool: 'create_note' })).toMatchObject({ status: 400, body: { isError: true } });
    expect(await twin.call('POST', '/mcp/call', '{')).toMatchObject({ status: 400, body: { isError: true } });
  });
});
