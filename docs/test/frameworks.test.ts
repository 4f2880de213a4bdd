import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { shareOf } from '../../packages/twin-kit/testing/share.ts';
import { DOCS, README, type Step, stepsOf } from './page.ts';
import { Reader } from './reader.ts';

// A service is started, and an agent runs.
jest.setTimeout(300_000);

const PAGE = join(DOCS, 'frameworks.md');
/** As the page is headed; each shows what one types into an agent of one's own. */
const FRAMEWORKS = [
  "Vercel's AI SDK",
  'OpenAI Agents SDK',
  'LangChain and LangGraph',
  'Mastra',
  'Claude Agent SDK',
  "The MCP SDK, with OpenAI's client",
  "Anthropic's client",
];
const MOST_LINES = 10;

const linesOf = (steps: readonly Step[], kinds: readonly Step['kind'][]): string[] =>
  steps.flatMap(({ kind, code }) => (kinds.includes(kind) ? code.split('\n').filter((line) => line.trim() !== '') : []));

/** What `--agent` takes, as the page says it. */
const KINDS = ['ai-sdk', 'langchain', 'openai-agents', 'claude-agent-sdk', 'mastra', 'mcp-sdk'];
/** Claude Code is 186 MB to fetch: that one is tried where CLAUDE_CODE names the program. */
const ready = KINDS.filter((kind) => kind !== 'claude-agent-sdk' || process.env.CLAUDE_CODE);

describe('from an empty folder to a graded run of an agent in a framework', () => {
  let reader: Reader;
  beforeEach(async () => {
    reader = await Reader.sitDown(true);
  });
  afterEach(() => reader.leave());

  test.each(shareOf(ready, 1))('at most ten lines are typed, with %s', async (kind) => {
    const steps = (await stepsOf(PAGE, ['Begin in yours'])).map((step) => ({
      ...step,
      code: step.code.replace('--agent ai-sdk', `--agent ${kind}`),
    }));
    expect(linesOf(steps, ['run', 'background', 'file']).length).toBeLessThanOrEqual(MOST_LINES);
    await reader.followAll(steps);
    expect(reader.output).toContain('score: 100 / 100');
  });

  test('the page names them all', async () => {
    const { agentNames } = await import('../../packages/cli/src/init/agents.ts');
    expect(agentNames).toEqual(expect.arrayContaining(KINDS));
    const page = await readFile(PAGE, 'utf8');
    for (const kind of KINDS) expect(page).toContain(`\`${kind}\``);
  });
});

describe('to a graded run of an agent in a framework, at most ten lines are typed', () => {
  test('into the terminal', async () => {
    const typed = linesOf(await stepsOf(PAGE, ['Try one without a model']), ['run', 'background', 'file']);
    expect(typed.length).toBeGreaterThan(0);
    expect(typed.length).toBeLessThanOrEqual(MOST_LINES);
  });

  test.each(FRAMEWORKS)('into the terminal by README and into the agent, with %s', async (heading) => {
    const byReadme = linesOf(await stepsOf(README, ['Use it']), ['run', 'background']);
    expect(byReadme).toContain('./svc run my-task');
    const shown = linesOf(await stepsOf(PAGE, [heading]), ['part']);
    expect(shown.length).toBeGreaterThan(0);
    expect([...byReadme, ...shown].length).toBeLessThanOrEqual(MOST_LINES);
  });
});
