// An agent with Anthropic's client: the twin's MCP tools, and the loop that its tool use asks for.
import '../preflight.ts';
import Anthropic from '@anthropic-ai/sdk';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { task } from '../task.ts';

const mcp = new Client({ name: 'triage-agent', version: '1.0.0' });
await mcp.connect(
  new StreamableHTTPClientTransport(new URL(process.env.SVC_GITHUB_MCP_URL as string), {
    requestInit: { headers: { authorization: `Bearer ${process.env.SVC_AUTH_TOKEN}` } },
  }),
);
const { tools } = await mcp.listTools();

const anthropic = new Anthropic();
const messages: Anthropic.MessageParam[] = [{ role: 'user', content: task }];
for (let turn = 0; turn < 20; turn++) {
  const { content } = await anthropic.messages.create({
    model: process.env.SVC_AGENT_MODEL ?? 'careful',
    max_tokens: 4096,
    messages,
    tools: tools.map(({ name, description = '', inputSchema }) => ({ name, description, input_schema: inputSchema })),
  });
  messages.push({ role: 'assistant', content });
  const results: Anthropic.ToolResultBlockParam[] = [];
  for (const block of content) {
    if (block.type === 'text') console.log(block.text);
    if (block.type !== 'tool_use') continue;
    const result = await mcp.callTool({ name: block.name, arguments: block.input as Record<string, unknown> });
    results.push({ type: 'tool_result', tool_use_id: block.id, content: JSON.stringify(result.content) });
  }
  if (results.length === 0) break;
  messages.push({ role: 'user', content: results });
}
await mcp.close();
