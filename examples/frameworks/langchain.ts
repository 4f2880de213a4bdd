// An agent with LangChain, which runs as a graph of LangGraph's: the twin is one of its MCP servers.
import '../preflight.ts';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';
import { task } from '../task.ts';

const headers = { authorization: `Bearer ${process.env.SVC_AUTH_TOKEN}` };
const mcp = new MultiServerMCPClient({ github: { transport: 'http', url: process.env.SVC_GITHUB_MCP_URL as string, headers } });

const agent = createAgent({
  model: new ChatOpenAI({ model: process.env.SVC_AGENT_MODEL ?? 'careful' }),
  tools: await mcp.getTools(),
  systemPrompt: 'You triage issues. Change nothing that you were not asked to change.',
});
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: task }] });
console.log(messages.at(-1)?.content);
await mcp.close();
