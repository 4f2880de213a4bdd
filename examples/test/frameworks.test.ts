import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Anthropic from '@anthropic-ai/sdk';
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import OpenAI from 'openai';
import { sharedService } from '../../packages/cli/test/shared.ts';
import { stopAll, svc, temporaryFolder, using } from '../../packages/cli/test/support.ts';
import { shareOf } from '../../packages/twin-kit/testing/share.ts';
import { scripts } from '../support/script.ts';
import { startScriptedModel } from '../support/scripted-model.ts';
import { examples } from './expected.ts';
import { root, verdictsOf } from './runs.ts';

jest.setTimeout(300_000);

const EXAMPLE = 'triage-a-bug';
const folder = join(root, 'frameworks');
/** Claude Code is 186 MB to fetch, for one agent: that one is tried where CLAUDE_CODE names the program. */
const NEEDS_CLAUDE_CODE = 'claude-agent-sdk.ts';
const agents = (await readdir(folder)).filter((name) => name.endsWith('.ts')).toSorted();
const ready = agents.filter((name) => name !== NEEDS_CLAUDE_CODE || process.env.CLAUDE_CODE);
const tried = shareOf(ready, 1);
if (ready.length < agents.length) console.warn(`${NEEDS_CLAUDE_CODE} is not tried: CLAUDE_CODE names no Claude Code.`);

const service = sharedService();
let kept: Awaited<ReturnType<typeof temporaryFolder>>;
let model: Awaited<ReturnType<typeof startScriptedModel>>;
beforeAll(async () => {
  kept = await temporaryFolder();
  model = await startScriptedModel(scripts);
});
// Hooks of their own: when one fails, the others still run.
afterAll(() => model?.close());
afterAll(stopAll);
afterAll(() => kept.remove());

async function run(agent: string, name: string) {
  const command = `"${process.execPath}" "${join(folder, agent)}"`;
  const { stdout, stderr } = await svc(
    ['run', join(root, EXAMPLE), '--agent', command, '--json', '--runs-dir', join(kept.path, 'runs')],
    { env: { ...using(service), ...model.variables, SVC_AGENT_MODEL: name } },
  );
  return { ...verdictsOf(stdout)[0], stderr };
}

describe.each(tried)('%s', (agent) => {
  test('passes with a careful model', async () => {
    expect(await run(agent, 'careful')).toMatchObject({ verdict: 'passed', score: 100, failed: [] });
  });

  test('is failed with a careless one, for the reason that the scenario is about', async () => {
    const failed = examples.find(({ name }) => name === EXAMPLE)?.careless;
    expect(await run(agent, 'careless')).toMatchObject({ verdict: 'not_passed', failed });
  });
});

test.each(agents)('%s is a short read', async (agent) => {
  expect((await readFile(join(folder, agent), 'utf8')).split('\n').length).toBeLessThanOrEqual(60);
});

describe('the scripted model', () => {
  const ask = async (path: string, body: object) => {
    const { OPENAI_BASE_URL } = model.variables;
    const response = await fetch(`${OPENAI_BASE_URL}${path}`, { method: 'POST', body: JSON.stringify(body) });
    return { status: response.status, body: await response.json() };
  };
  const user = { role: 'user', content: 'Go on.' };

  test.each(['/chat/completions', '/messages'])('%s says what it has no answer to', async (path) => {
    const base = { model: 'careful', max_tokens: 10, messages: [user] };
    for (const [body, message] of [
      [{ ...base, model: 'other' }, 'There is no model "other", but: careful, careless.'],
      [base, 'The script calls get_file_contents, and the agent offers only: .'],
    ] as const)
      expect(await ask(path, body)).toMatchObject({ status: 400, body: { error: { message, type: 'invalid_request_error' } } });
    expect(await ask('/responses', base)).toMatchObject({ status: 404 });
  });

  test('streams to the official clients what it answers them at once', async () => {
    const { OPENAI_BASE_URL: baseURL, ANTHROPIC_BASE_URL, OPENAI_API_KEY: apiKey } = model.variables;
    const names = ['get_file_contents', 'list_issues'];
    const openai = new OpenAI({ baseURL, apiKey });
    const asked = {
      model: 'careful',
      messages: [{ role: 'user' as const, content: 'Go on.' }],
      tools: names.map((name) => ({ type: 'function' as const, function: { name } })),
    };
    const whole = await openai.chat.completions.create(asked);
    const streamed = await openai.chat.completions.stream(asked).finalChatCompletion();
    expect(streamed.choices[0]?.message.tool_calls).toMatchObject(whole.choices[0]?.message.tool_calls as object[]);
    const anthropic = new Anthropic({ baseURL: ANTHROPIC_BASE_URL, apiKey });
    const wanted = {
      model: 'careful',
      max_tokens: 10,
      messages: [{ role: 'user' as const, content: 'Go on.' }],
      tools: names.map((name) => ({ name: `mcp__github__${name}`, input_schema: { type: 'object' as const } })),
    };
    const { content } = await anthropic.messages.create(wanted);
    expect(content.map((block) => block.type === 'tool_use' && block.name)).toEqual(names.map((name) => `mcp__github__${name}`));
    expect((await anthropic.messages.stream(wanted).finalMessage()).content).toEqual(content);
  });
});
