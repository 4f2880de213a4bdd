import { inspect } from 'node:util';
import type { Literal } from '@svc/twins/starters';
import { frameworkKinds } from './frameworks.ts';
import type { AgentKind, Tasks } from './tasks.ts';

const COLUMNS = 120;

const STANDS_IN = 'Stands in for your agent: it does the task without a model. Put your own in its place.';
const TRIED_ONCE = 'Before the run, the command is tried once: it must only start.';

const javascript = (value: unknown): string => inspect(value, { depth: null, breakLength: COLUMNS, compact: true });
/** The literals of starters are the same in JSON and in Python. */
const python = (value: Literal): string =>
  JSON.stringify(value, null, 1)
    .replaceAll(/,\n\s*/g, ', ')
    .replaceAll(/\n\s*/g, '');

const nodeProgram = (tasks: Tasks): string => `// ${STANDS_IN}
const { SVC_PREFLIGHT, SVC_TASK, SVC_AUTH_TOKEN } = process.env;

// ${TRIED_ONCE}
if (SVC_PREFLIGHT) process.exit(0);

console.log(\`asked to: \${SVC_TASK}\`);
${tasks
  .map(({ twin, starter: { call } }) => {
    const body = 'form' in call ? `new URLSearchParams(${javascript(call.form)})` : javascript(call.json);
    return `await post(\`\${process.env.SVC_${twin.toUpperCase()}_REST_URL}${call.path}\`, ${body});\n`;
  })
  .join('')}
/** The vendors' own clients take the same address and bearer. */
async function post(url, body) {
  const form = body instanceof URLSearchParams;
  const answer = await fetch(url, {
    method: 'POST',
    headers: { authorization: \`Bearer \${SVC_AUTH_TOKEN}\`, ...(!form && { 'content-type': 'application/json' }) },
    body: form ? body : JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(\`\${url}: \${answer.status} \${await answer.text()}\`);
}
`;

const pythonProgram = (tasks: Tasks): string => `# ${STANDS_IN}
import json
import os
import sys
import urllib.parse
import urllib.request

# ${TRIED_ONCE}
if os.environ.get("SVC_PREFLIGHT"):
    sys.exit(0)


def post(url, body=None, form=None):
    """The vendors' own clients take the same address and bearer."""
    kind = "application/x-www-form-urlencoded" if form else "application/json"
    data = urllib.parse.urlencode(form) if form else json.dumps(body)
    headers = {"Authorization": f"Bearer {os.environ['SVC_AUTH_TOKEN']}", "Content-Type": kind}
    with urllib.request.urlopen(urllib.request.Request(url, data.encode(), headers)) as answer:
        return json.load(answer)


print(f"asked to: {os.environ['SVC_TASK']}")
${tasks
  .map(({ twin, starter: { call } }) => {
    const body = 'form' in call ? `form=${python({ ...call.form })}` : python(call.json);
    return `post(os.environ["SVC_${twin.toUpperCase()}_REST_URL"] + "${call.path}", ${body})\n`;
  })
  .join('')}`;

const mcpProgram = (tasks: Tasks): string => `// ${STANDS_IN}
const { SVC_PREFLIGHT, SVC_TASK, SVC_AUTH_TOKEN } = process.env;

// ${TRIED_ONCE}
if (SVC_PREFLIGHT) process.exit(0);

console.log(\`asked to: \${SVC_TASK}\`);
${tasks
  .map(
    ({ twin, starter: { tool } }) =>
      `await callTool(process.env.SVC_${twin.toUpperCase()}_MCP_URL, '${tool.name}', ${javascript(tool.arguments)});\n`,
  )
  .join('')}
/** Any MCP client takes the same address and bearer; this is one message of it. */
async function callTool(url, name, args) {
  const answer = await fetch(url, {
    method: 'POST',
    headers: {
      authorization: \`Bearer \${SVC_AUTH_TOKEN}\`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } }),
  });
  const { error, result } = await answer.json();
  if (error || result.isError) throw new Error(\`\${name}: \${JSON.stringify(error ?? result.content)}\`);
}
`;

/** What an agent can be begun in, by the word for \`--agent\`. */
export const agentKinds = {
  node: {
    label: 'Node',
    hint: 'JavaScript, over the vendors’ APIs',
    file: 'agent.mjs',
    command: 'node agent.mjs',
    program: nodeProgram,
  },
  python: {
    label: 'Python',
    hint: 'standard library, over the vendors’ APIs',
    file: 'agent.py',
    command: 'python3 agent.py',
    program: pythonProgram,
  },
  mcp: {
    label: 'MCP',
    hint: 'JavaScript, tools of the vendors’ MCP servers',
    file: 'agent.mjs',
    command: 'node agent.mjs',
    program: mcpProgram,
  },
  ...frameworkKinds,
} as const satisfies Record<string, AgentKind>;

export type AgentName = keyof typeof agentKinds;
export const agentNames = Object.keys(agentKinds) as readonly AgentName[];
