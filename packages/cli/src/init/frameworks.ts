import { inspect } from 'node:util';
import { anthropicStandIn, openaiStandIn } from './stand-in.ts';
import type { AgentKind, Tasks } from './tasks.ts';

/** The file that each of these agents has beside it: what answers where no model's key is set. */
const STAND_IN = 'stand-in.mjs';

interface Framework {
  label: string;
  hint: string;
  /** What it imports, in the versions that the clone's own examples run on. */
  packages: Readonly<Record<string, string>>;
  /** What the key of its model stands in, and a model of that maker's. */
  key: string;
  model: string;
  standIn(calls: string): string;
  imports: string;
  program: string;
}

const JAVASCRIPT_COLUMNS = 110;

/** The calls that do the tasks, as JavaScript. */
const callsOf = (tasks: Tasks): string =>
  tasks
    .map(({ twin, starter: { tool } }) => ({ twin, tool: tool.name, arguments: tool.arguments }))
    .map((call) => `  ${inspect(call, { depth: null, breakLength: JAVASCRIPT_COLUMNS, compact: 3 }).replaceAll('\n', '\n  ')},\n`)
    .join('');

function kindOf({ label, hint, packages, key, model, standIn, imports, program }: Framework): AgentKind {
  return {
    label,
    hint,
    file: 'agent.mjs',
    command: 'node agent.mjs',
    program: () => `// Begins your agent with ${label}: its tools are those of the twins' MCP servers.
${imports}
// Before the run, the command is tried once: it must only start.
if (process.env.SVC_PREFLIGHT) process.exit(0);
// Without a key, a script answers in the model's place: set one, and take this line out.
if (!process.env.${key}) await import('./${STAND_IN}');

const model = process.env.SVC_AGENT_MODEL ?? '${model}';
const task = process.env.SVC_TASK;
const headers = { authorization: \`Bearer \${process.env.SVC_AUTH_TOKEN}\` };
const twins = process.env.SVC_TWIN_NAMES.split(',');
const addressOf = (twin) => process.env[\`SVC_\${twin.toUpperCase()}_MCP_URL\`];

${program}`,
    beside: (tasks) => ({
      'package.json': `${JSON.stringify({ private: true, type: 'module', dependencies: packages }, null, 2)}\n`,
      [STAND_IN]: standIn(callsOf(tasks)),
    }),
  };
}

const aiSdk: Framework = {
  label: "Vercel's AI SDK",
  hint: 'ai, @ai-sdk/mcp',
  packages: { '@ai-sdk/mcp': '2.0.99', '@ai-sdk/openai-compatible': '3.0.92', ai: '7.0.173' },
  key: 'OPENAI_API_KEY',
  model: 'gpt-5-mini',
  standIn: openaiStandIn,
  imports: `import { createMCPClient } from '@ai-sdk/mcp';
import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, isStepCount } from 'ai';
`,
  program: `const clients = await Promise.all(
  twins.map((twin) => createMCPClient({ transport: { type: 'http', url: addressOf(twin), headers } })),
);
const tools = {};
for (const [at, client] of clients.entries()) {
  for (const [name, tool] of Object.entries(await client.tools())) tools[\`\${twins[at]}_\${name}\`] = tool;
}

const provider = createOpenAICompatible({
  name: 'openai',
  baseURL: process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
  apiKey: process.env.OPENAI_API_KEY,
});
const { text } = await generateText({ model: provider(model), tools, stopWhen: isStepCount(20), prompt: task });
console.log(text);
for (const client of clients) await client.close();
`,
};

const langchain: Framework = {
  label: 'LangChain',
  hint: 'langchain on LangGraph, @langchain/mcp-adapters',
  packages: {
    '@langchain/core': '1.4.0',
    '@langchain/langgraph': '1.7.3',
    '@langchain/mcp-adapters': '1.1.4',
    '@langchain/openai': '1.6.0',
    langchain: '1.5.14',
  },
  key: 'OPENAI_API_KEY',
  model: 'gpt-5-mini',
  standIn: openaiStandIn,
  imports: `import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { ChatOpenAI } from '@langchain/openai';
import { createAgent } from 'langchain';
`,
  program: `const mcp = new MultiServerMCPClient({
  prefixToolNameWithServerName: true,
  mcpServers: Object.fromEntries(twins.map((twin) => [twin, { transport: 'http', url: addressOf(twin), headers }])),
});
const agent = createAgent({ model: new ChatOpenAI({ model }), tools: await mcp.getTools() });
const { messages } = await agent.invoke({ messages: [{ role: 'user', content: task }] });
console.log(messages.at(-1).content);
await mcp.close();
`,
};

const openaiAgents: Framework = {
  label: 'the OpenAI Agents SDK',
  hint: '@openai/agents',
  packages: { '@openai/agents': '0.20.0', zod: '4.6.7' },
  key: 'OPENAI_API_KEY',
  model: 'gpt-5-mini',
  standIn: openaiStandIn,
  imports: `import { Agent, MCPServerStreamableHttp, run, setOpenAIAPI, setTracingDisabled } from '@openai/agents';
`,
  program: `// Traces go to OpenAI unless they are switched off.
setTracingDisabled(true);
setOpenAIAPI('chat_completions');

const mcpServers = twins.map(
  (name) => new MCPServerStreamableHttp({ name, url: addressOf(name), requestInit: { headers } }),
);
for (const server of mcpServers) await server.connect();
const mcpConfig = { includeServerInToolNames: true };
const agent = new Agent({ name: 'Agent', instructions: 'Do the task and nothing else.', model, mcpServers, mcpConfig });
const { finalOutput } = await run(agent, task);
console.log(finalOutput);
for (const server of mcpServers) await server.close();
`,
};

const mastra: Framework = {
  label: 'Mastra',
  hint: '@mastra/core, @mastra/mcp',
  packages: { '@mastra/core': '1.71.0', '@mastra/mcp': '2.0.0', zod: '4.6.7' },
  key: 'OPENAI_API_KEY',
  model: 'gpt-5-mini',
  standIn: openaiStandIn,
  imports: `import { Agent } from '@mastra/core/agent';
import { MCPClient } from '@mastra/mcp';
`,
  program: `const servers = twins.map((twin) => [twin, { url: new URL(addressOf(twin)), requestInit: { headers } }]);
const mcp = new MCPClient({ servers: Object.fromEntries(servers) });
const agent = new Agent({
  id: 'agent',
  name: 'Agent',
  instructions: 'Do the task and nothing else.',
  model: {
    id: \`openai/\${model}\`,
    url: process.env.OPENAI_BASE_URL ?? 'https://api.openai.com/v1',
    apiKey: process.env.OPENAI_API_KEY,
  },
  tools: await mcp.listTools(),
});
const { text } = await agent.generate(task, { maxSteps: 20 });
console.log(text);
await mcp.disconnect();
`,
};

const claudeAgentSdk: Framework = {
  label: 'the Claude Agent SDK',
  hint: '@anthropic-ai/claude-agent-sdk, which brings Claude Code',
  packages: { '@anthropic-ai/claude-agent-sdk': '0.3.332' },
  key: 'ANTHROPIC_API_KEY',
  model: 'claude-sonnet-4-5',
  standIn: anthropicStandIn,
  imports: `import { writeFile } from 'node:fs/promises';
import { query } from '@anthropic-ai/claude-agent-sdk';
`,
  program: `const server = (twin) => [twin, { type: 'http', url: addressOf(twin), headers, alwaysLoad: true }];
const messages = query({
  prompt: task,
  options: {
    model,
    maxTurns: 20,
    // Nothing of this machine: no built-in tools, no settings of its user.
    tools: [],
    settingSources: [],
    permissionMode: 'dontAsk',
    allowedTools: twins.map((twin) => \`mcp__\${twin}\`),
    mcpServers: Object.fromEntries(twins.map(server)),
    env: { ...process.env, CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1' },
    // The package brings a Claude Code of its own; this is for one that is elsewhere.
    ...(process.env.CLAUDE_CODE && { pathToClaudeCodeExecutable: process.env.CLAUDE_CODE }),
  },
});
for await (const message of messages) {
  if (message.type !== 'result') continue;
  console.log(message.subtype === 'success' ? message.result : message.errors);
  const { input_tokens, output_tokens } = message.usage;
  const told = { turns: message.num_turns, input_tokens, output_tokens, cost_usd: message.total_cost_usd };
  await writeFile(\`\${process.env.SVC_ARTIFACTS_DIR}/usage.json\`, JSON.stringify(told));
}
`,
};

const mcpSdk: Framework = {
  label: "the MCP SDK and OpenAI's client",
  hint: '@modelcontextprotocol/sdk, openai: the loop is yours',
  packages: { '@modelcontextprotocol/sdk': '1.32.2', openai: '7.59.0' },
  key: 'OPENAI_API_KEY',
  model: 'gpt-5-mini',
  standIn: openaiStandIn,
  imports: `import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import OpenAI from 'openai';
`,
  program: `const callers = new Map();
const tools = [];
const clients = [];
for (const twin of twins) {
  const client = new Client({ name: 'agent', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(new URL(addressOf(twin)), { requestInit: { headers } }));
  clients.push(client);
  for (const { name, description, inputSchema } of (await client.listTools()).tools) {
    const known = \`\${twin}_\${name}\`;
    callers.set(known, (args) => client.callTool({ name, arguments: args }));
    tools.push({ type: 'function', function: { name: known, description, parameters: inputSchema } });
  }
}

const openai = new OpenAI();
const messages = [{ role: 'user', content: task }];
for (let turn = 0; turn < 20; turn++) {
  const { choices } = await openai.chat.completions.create({ model, messages, tools });
  const [{ message }] = choices;
  messages.push(message);
  if (!message.tool_calls?.length) {
    console.log(message.content);
    break;
  }
  for (const { id, function: called } of message.tool_calls) {
    const { content } = await callers.get(called.name)(JSON.parse(called.arguments));
    messages.push({ role: 'tool', tool_call_id: id, content: JSON.stringify(content) });
  }
}
for (const client of clients) await client.close();
`,
};

/** Agents in the frameworks of others, by the word for \`--agent\`. */
export const frameworkKinds = {
  'ai-sdk': kindOf(aiSdk),
  langchain: kindOf(langchain),
  'openai-agents': kindOf(openaiAgents),
  'claude-agent-sdk': kindOf(claudeAgentSdk),
  mastra: kindOf(mastra),
  'mcp-sdk': kindOf(mcpSdk),
} as const satisfies Record<string, AgentKind>;
