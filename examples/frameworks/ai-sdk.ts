// An agent with Vercel's AI SDK: the twin's MCP tools are its tools.
import '../preflight.ts';
import { createMCPClient } from '@ai-sdk/mcp';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, isStepCount } from 'ai';
import { task } from '../task.ts';

const headers = { authorization: `Bearer ${process.env.SVC_AUTH_TOKEN}` };
const mcp = await createMCPClient({ transport: { type: 'http', url: process.env.SVC_GITHUB_MCP_URL as string, headers } });

const provider = createOpenAICompatible({
  name: 'local',
  baseURL: process.env.OPENAI_BASE_URL as string,
  apiKey: process.env.OPENAI_API_KEY as string,
});

const { text } = await generateText({
  model: provider(process.env.SVC_AGENT_MODEL ?? 'careful'),
  tools: await mcp.tools(),
  stopWhen: isStepCount(20),
  prompt: task,
});
console.log(text);
await mcp.close();
