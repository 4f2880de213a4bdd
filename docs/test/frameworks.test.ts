import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { DOCS, README, type Step, stepsOf } from './page.ts';

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
