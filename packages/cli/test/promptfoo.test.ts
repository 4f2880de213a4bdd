import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import { SandboxProvider, sandboxPassed } from '../src/testing/index.ts';
import { sharedService } from './shared.ts';
import { agentCommand, LABEL_IT, stopAll, temporaryFolder, using } from './support.ts';

jest.setTimeout(300_000);

const service = sharedService();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(stopAll);
afterAll(() => folder.remove());

const seed = {
  users: [{ login: 'bot', type: 'User' as const }],
  repositories: [{ owner: 'acme', name: 'web', issues: [{ number: 1, title: 'Broken' }] }],
};
const LABELLED = 'Issue #1 in acme/web has the label "bug".';
const QUIET = 'No new issues were opened in acme/web.';

async function provider(program: string, criteria?: readonly string[]) {
  const agent = await agentCommand(folder.path, 'agent.mjs', program);
  const { SVC_BASE_URL: baseUrl, SVC_API_KEY: apiKey } = using(service) as { SVC_BASE_URL: string; SVC_API_KEY: string };
  // As promptfoo makes one of `providers` in its configuration: with id and config.
  const made = new SandboxProvider({
    id: 'file://provider.mjs',
    config: { agent, twins: ['github'], seed, baseUrl, apiKey, ...(criteria && { criteria }) },
  });
  expect(made.id()).toBe('file://provider.mjs');
  return made;
}

test('the provider runs the agent on the prompt and hands its words, tokens and cost on; the assertion has a component a criterion', async () => {
  const counts = `${LABEL_IT}
    console.log(process.env.SVC_TASK, process.env.SVC_API_KEY ?? 'no key');
    (await import('node:fs')).writeFileSync(process.env.SVC_ARTIFACTS_DIR + '/usage.json', JSON.stringify({ turns: 2, input_tokens: 30, output_tokens: 4, cost_usd: 0.5 }));`;
  const response = await (await provider(counts, [LABELLED])).callApi('Label it.', { vars: { criteria: `${QUIET}\n\n` } });
  expect(response).toMatchObject({
    output: 'labelled: 200\nLabel it. no key',
    cost: 0.5,
    tokenUsage: { prompt: 30, completion: 4, total: 34, numRequests: 2 },
  });
  const graded = sandboxPassed(response.output, { providerResponse: response });
  // What was so before the agent began is in no score.
  expect(graded).toMatchObject({
    pass: true,
    score: 1,
    componentResults: [{ pass: true, score: 1, reason: expect.stringContaining(LABELLED) }],
  });
});

test('an agent that falls short fails with the evidence, and one that ends in an error fails with that', async () => {
  const idle =
    "await fetch(process.env.SVC_GITHUB_REST_URL + '/user', { headers: { authorization: 'Bearer ' + process.env.SVC_AUTH_TOKEN } });";
  const short = await (await provider(idle, [LABELLED])).callApi('Label it.');
  const graded = sandboxPassed(short.output, { providerResponse: short });
  expect(graded).toMatchObject({
    pass: false,
    score: 0,
    reason: expect.stringContaining(LABELLED),
    componentResults: [{ pass: false }],
  });
  const before = await (await provider(idle, [QUIET])).callApi('Do nothing.');
  const nothing = 'Nothing was left to score: what was asked for was so before the agent began.';
  expect(sandboxPassed(before.output, { providerResponse: before })).toMatchObject({
    pass: false,
    reason: expect.stringContaining(nothing),
  });
  const crashed = await (await provider(`${idle} process.exit(3);`, [LABELLED])).callApi('Label it.');
  expect(sandboxPassed(crashed.output, { providerResponse: crashed })).toMatchObject({
    pass: false,
    reason: expect.stringContaining('exit code 3'),
  });
});

test('nothing to grade, no agent, an agent without a call, and an output of another provider are told', async () => {
  expect(await (await provider('')).callApi('x')).toEqual({ error: expect.stringContaining('There is nothing to grade') });
  expect(() => new SandboxProvider({ config: {} })).toThrow('`config.agent`');
  expect(await (await provider('console.log(1);', [LABELLED])).callApi('x')).toMatchObject({
    output: '1',
    error: expect.stringContaining('no twin of the sandbox was called'),
  });
  expect(sandboxPassed('x', { providerResponse: {} })).toMatchObject({
    pass: false,
    reason: expect.stringContaining('SandboxProvider'),
  });
});
