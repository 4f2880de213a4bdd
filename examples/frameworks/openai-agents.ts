// An agent with the OpenAI Agents SDK: the twin is one of its MCP servers.
import '../preflight.ts';
import { Agent, MCPServerStreamableHttp, run, setOpenAIAPI, setTracingDisabled } from '@openai/agents';
import { task } from '../task.ts';

setOpenAIAPI('chat_completions');
setTracingDisabled(true);

const github = new MCPServerStreamableHttp({
  name: 'github',
  url: process.env.SVC_GITHUB_MCP_URL as string,
  requestInit: { headers: { authorization: `Bearer ${process.env.SVC_AUTH_TOKEN}` } },
});
await github.connect();

const agent = new Agent({
  name: 'Triage',
  instructions: 'You triage issues. Change nothing that you were not asked to change.',
  model: process.env.SVC_AGENT_MODEL ?? 'careful',
  mcpServers: [github],
});
const { finalOutput } = await run(agent, task);
console.log(finalOutput);
await github.close();
