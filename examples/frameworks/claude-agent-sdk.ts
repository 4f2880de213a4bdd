// An agent with the Claude Agent SDK: the twin is an MCP server of Claude Code.
import '../preflight.ts';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { query } from '@anthropic-ai/claude-agent-sdk';
import { task } from '../task.ts';

const messages = query({
  prompt: task,
  options: {
    model: process.env.SVC_AGENT_MODEL ?? 'careful',
    maxTurns: 20,
    // Nothing of this machine: no built-in tools, no settings of its user.
    tools: [],
    settingSources: [],
    permissionMode: 'dontAsk',
    allowedTools: ['mcp__github'],
    mcpServers: {
      github: {
        type: 'http',
        url: process.env.SVC_GITHUB_MCP_URL as string,
        headers: { Authorization: `Bearer ${process.env.SVC_AUTH_TOKEN}` },
        alwaysLoad: true,
      },
    },
    env: { ...process.env, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
    // The package brings a Claude Code of its own; this is for one that is elsewhere.
    ...(process.env.CLAUDE_CODE && { pathToClaudeCodeExecutable: process.env.CLAUDE_CODE }),
  },
});

for await (const message of messages) {
  if (message.type !== 'result') continue;
  if (message.subtype === 'success') console.log(message.result);
  else console.error(message.errors);
  const { input_tokens, output_tokens } = message.usage;
  const usage = {
    models: Object.keys(message.modelUsage),
    turns: message.num_turns,
    input_tokens,
    output_tokens,
    cost_usd: message.total_cost_usd,
  };
  await writeFile(join(process.env.SVC_ARTIFACTS_DIR as string, 'usage.json'), JSON.stringify(usage));
}
