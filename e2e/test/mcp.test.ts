import { afterAll, expect, test } from '@jest/globals';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { callTwin, clientOf, createSandbox, discardAll, ISSUES, json, WORLD } from '../fleet/client.ts';
import { sharedFleet } from '../fleet/shared.ts';

const client = clientOf(sharedFleet());
afterAll(() => discardAll(client));

test("an MCP client lists github's 35 tools and its calls land on the same world and tape as REST", async () => {
  const sandbox = await createSandbox(client, { seed: WORLD });
  const mcp = new Client({ name: 'e2e', version: '1.0.0' });
  await mcp.connect(
    new StreamableHTTPClientTransport(new URL(sandbox.urls.github!.mcp_url), {
      requestInit: { headers: { authorization: `Bearer ${sandbox.token}` } },
    }),
  );
  try {
    const { tools } = await mcp.listTools();
    expect(tools).toHaveLength(35);
    const result = await mcp.callTool({ name: 'get_issue', arguments: { owner: 'octo', repo: 'demo', issue_number: 1 } });
    expect(JSON.stringify(result.content)).toContain('It breaks');
    await mcp.callTool({ name: 'create_issue', arguments: { owner: 'octo', repo: 'demo', title: 'Over MCP' } });
  } finally {
    await mcp.close();
  }
  const issues = await json<{ title: string }[]>(await callTwin(sandbox, ISSUES));
  expect(issues.map(({ title }) => title)).toContain('Over MCP');
  const rows = await json<{ tool: string | null; state_mutation: boolean }[]>(await callTwin(sandbox, '/_svc/events'));
  expect(rows).toContainEqual(expect.objectContaining({ tool: 'create_issue', state_mutation: true }));
});
