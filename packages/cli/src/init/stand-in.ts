// What the agents of frameworks are written with beside them: a server on their own machine that answers in the place of a model.

const LISTEN = `server.listen(0, '127.0.0.1');
await once(server, 'listening');
// The agent ends when it is done, not when this does.
server.unref();`;

const HELPERS = `/** Frameworks put a server's name before that of its tool: the shortest has nothing else in it. */
const nameOf = ({ twin, tool }, names) =>
  names.filter((name) => name === tool || (name.endsWith(tool) && name.includes(twin))).toSorted((a, b) => a.length - b.length)[0];
`;

const HEAD = (
  protocol: string,
  calls: string,
): string => `// Stands in for a language model: it answers as ${protocol} do, calls what the task needs, and thinks nothing.
import { once } from 'node:events';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';

const CALLS = [
${calls}];
const DONE = 'Done: a script did it in the place of a model.';

${HELPERS}`;

/** OpenAI's chat completions (docs: "Create chat completion", "The chat completion chunk object"). @param calls items of an array */
export const openaiStandIn = (calls: string): string => `${HEAD("OpenAI's chat completions", calls)}
const server = createServer(async (request, response) => {
  const { model, messages, tools = [], stream } = await json(request);
  const names = tools.map((tool) => tool.function.name);
  const tool_calls = CALLS.map((call, index) => ({
    index,
    id: \`call_\${index}\`,
    type: 'function',
    function: { name: nameOf(call, names), arguments: JSON.stringify(call.arguments) },
  }));
  const isDone = messages.some(({ role }) => role === 'tool');
  const message = { role: 'assistant', content: isDone ? DONE : null, ...(!isDone && { tool_calls }) };
  const finish_reason = isDone ? 'stop' : 'tool_calls';
  const usage = { prompt_tokens: 1, completion_tokens: 1, total_tokens: 2 };
  // Some frameworks take a second message with the id of the first for the first one.
  const completion = { id: \`chatcmpl-\${messages.length}\`, created: 1767225600, model };
  const send = (object, choice) => JSON.stringify({ ...completion, object, choices: [{ index: 0, ...choice }], usage });
  response.setHeader('connection', 'close');
  if (stream) {
    response.setHeader('content-type', 'text/event-stream');
    const chunk = send('chat.completion.chunk', { delta: message, finish_reason });
    response.end(\`data: \${chunk}\\n\\ndata: [DONE]\\n\\n\`);
  } else {
    response.setHeader('content-type', 'application/json');
    response.end(send('chat.completion', { message, finish_reason }));
  }
});
${LISTEN}
process.env.OPENAI_BASE_URL = \`http://127.0.0.1:\${server.address().port}/v1\`;
process.env.OPENAI_API_KEY = 'stand-in';
`;

/** Anthropic's messages (docs: "Create a Message", "Streaming messages"). @param calls items of an array */
export const anthropicStandIn = (calls: string): string => `${HEAD("Anthropic's messages", calls)}
const server = createServer(async (request, response) => {
  response.setHeader('connection', 'close');
  if (request.method !== 'POST') return response.end();
  const { model, messages, tools = [], stream } = await json(request);
  const names = tools.map(({ name }) => name);
  const isDone =
    names.length === 0 || messages.some(({ content }) => Array.isArray(content) && content.some(({ type }) => type === 'tool_result'));
  const content = isDone
    ? [{ type: 'text', text: DONE }]
    : CALLS.map((call, at) => ({ type: 'tool_use', id: \`toolu_\${at}\`, name: nameOf(call, names), input: call.arguments }));
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: \`msg_\${messages.length}\`, type: 'message', role: 'assistant', model, stop_sequence: null, usage };
  const stop_reason = isDone ? 'end_turn' : 'tool_use';
  if (!stream) {
    response.setHeader('content-type', 'application/json');
    return response.end(JSON.stringify({ ...message, content, stop_reason }));
  }
  response.setHeader('content-type', 'text/event-stream');
  const send = (event) => response.write(\`event: \${event.type}\\ndata: \${JSON.stringify(event)}\\n\\n\`);
  send({ type: 'message_start', message: { ...message, content: [], stop_reason: null } });
  for (const [index, block] of content.entries()) {
    const isText = block.type === 'text';
    send({ type: 'content_block_start', index, content_block: isText ? { ...block, text: '' } : { ...block, input: {} } });
    const delta = isText
      ? { type: 'text_delta', text: block.text }
      : { type: 'input_json_delta', partial_json: JSON.stringify(block.input) };
    send({ type: 'content_block_delta', index, delta });
    send({ type: 'content_block_stop', index });
  }
  send({ type: 'message_delta', delta: { stop_reason, stop_sequence: null }, usage });
  send({ type: 'message_stop' });
  response.end();
});
${LISTEN}
process.env.ANTHROPIC_BASE_URL = \`http://127.0.0.1:\${server.address().port}\`;
process.env.ANTHROPIC_API_KEY = 'stand-in';
`;
