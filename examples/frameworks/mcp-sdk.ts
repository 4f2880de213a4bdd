// An agent without a framework: the official MCP SDK for the tools, OpenAI's client for the model, and the loop between them.
import '../preflight.ts';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import OpenAI from 'openai';
import { task } from '../task.ts';

const mcp = new Client({ name: 'triage-agent', version: '1.0.0' });
await mcp.connect(
  new StreamableHTTPClientTransport(new URL(process.env.SVC_GITHUB_MCP_URL as string), {
    requestInit: { headers: { authorization: `Bearer ${process.env.SVC_AUTH_TOKEN}` } },
  }),
);
const { tools } = await mcp.listTools();

const openai = new OpenAI();
const messages: OpenAI.ChatCompletionMessageParam[] = [{ role: 'user', content: task }];
for (let turn = 0; turn < 20; turn++) {
  const completion = await openai.chat.completions.create({
    model: process.env.SVC_AGENT_MODEL ?? 'careful',
    messages,
    tools: tools.map(({ name, description = '', inputSchema }) => ({
      type: 'function',
      function: { name, description, parameters: inputSchema },
    })),
  });
  const message = completion.choices[0]?.message as OpenAI.ChatCompletionMessage;
  messages.push(message);
  if (!message.tool_calls?.length) {
    console.log(message.content);
    break;
  }
  for (const call of message.tool_calls) {
    if (call.type !== 'function') continue;
    const result = await mcp.callTool({ name: call.function.name, arguments: JSON.parse(call.function.arguments) });
    messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(result.content) });
  }
}
await mcp.close();
