// The same as a graph of one's own: a node that asks the model, a node that calls the tools, and the way between them.
import '../preflight.ts';
import type { AIMessage } from '@langchain/core/messages';
import { END, MessagesAnnotation, START, StateGraph } from '@langchain/langgraph';
import { ToolNode } from '@langchain/langgraph/prebuilt';
import { MultiServerMCPClient } from '@langchain/mcp-adapters';
import { ChatOpenAI } from '@langchain/openai';
import { task } from '../task.ts';

const headers = { authorization: `Bearer ${process.env.SVC_AUTH_TOKEN}` };
const mcp = new MultiServerMCPClient({ github: { transport: 'http', url: process.env.SVC_GITHUB_MCP_URL as string, headers } });
const tools = await mcp.getTools();
const model = new ChatOpenAI({ model: process.env.SVC_AGENT_MODEL ?? 'careful' }).bindTools(tools);

const graph = new StateGraph(MessagesAnnotation)
  .addNode('model', async ({ messages }) => ({ messages: [await model.invoke(messages)] }))
  .addNode('tools', new ToolNode(tools))
  .addEdge(START, 'model')
  .addConditionalEdges('model', ({ messages }) => ((messages.at(-1) as AIMessage).tool_calls?.length ? 'tools' : END), [
    'tools',
    END,
  ])
  .addEdge('tools', 'model')
  .compile();

const { messages } = await graph.invoke({ messages: [{ role: 'user', content: task }] });
console.log(messages.at(-1)?.content);
await mcp.close();
