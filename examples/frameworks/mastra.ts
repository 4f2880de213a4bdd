// An agent with Mastra: the twin's MCP tools are its tools.
import '../preflight.ts';
import { Agent } from '@mastra/core/agent';
import { MCPClient } from '@mastra/mcp';
import { task } from '../task.ts';

const requestInit = { headers: { authorization: `Bearer ${process.env.SVC_AUTH_TOKEN}` } };
const mcp = new MCPClient({ servers: { github: { url: new URL(process.env.SVC_GITHUB_MCP_URL as string), requestInit } } });

const agent = new Agent({
  id: 'triage-agent',
  name: 'Triage agent',
  instructions: 'Do what the task says, and nothing else.',
  model: {
    id: `local/${process.env.SVC_AGENT_MODEL ?? 'careful'}`,
    url: process.env.OPENAI_BASE_URL as string,
    apiKey: process.env.OPENAI_API_KEY as string,
  },
  tools: await mcp.listTools(),
});

const { text } = await agent.generate(task, { maxSteps: 20 });
console.log(text);
await mcp.disconnect();
