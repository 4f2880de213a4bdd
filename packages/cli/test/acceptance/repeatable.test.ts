import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { sharedService } from '../shared.ts';
import { stopAll, temporaryFolder } from '../support.ts';
import { agent, createSandbox, type Sandbox, tape } from './support.ts';

jest.setTimeout(300_000);

const service = sharedService();
let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeAll(async () => {
  folder = await temporaryFolder();
});
afterAll(async () => {
  await stopAll();
  await folder.remove();
});

const SEED = {
  viewer: 'bot',
  users: [{ login: 'bot', type: 'User' }],
  repositories: [
    {
      owner: 'acme',
      name: 'web',
      default_branch: 'main',
      files: { 'README.md': '# web\n' },
      issues: [{ number: 1, title: 'First', state: 'open', labels: ['bug'] }],
    },
  ],
};

const base64 = (text: string): string => Buffer.from(text).toString('base64');

/** Reads, writes and refused writes over issues and files. */
async function work(sandbox: Sandbox): Promise<number[]> {
  const calls: [string, string, unknown?][] = [
    ['GET', '/repos/acme/web'],
    ['GET', '/repos/acme/web/issues?state=all&per_page=5'],
    ['POST', '/repos/acme/web/issues', { title: 'Second', body: 'With a body', labels: ['bug'] }],
    ['POST', '/repos/acme/web/issues/1/comments', { body: 'Hello' }],
    ['PATCH', '/repos/acme/web/issues/2', { state: 'closed' }],
    ['PUT', '/repos/acme/web/contents/notes.txt', { message: 'Add notes', content: base64('notes\n') }],
    ['POST', '/mcp/call', { name: 'get_issue', arguments: { owner: 'acme', repo: 'web', issue_number: 1 } }],
    ['POST', '/repos/acme/web/issues/99/comments', { body: 'To nobody' }],
    ['POST', '/repos/acme/web/issues', { body: 'Without a title' }],
  ];
  const statuses: number[] = [];
  for (const [method, path, body] of calls) statuses.push((await agent(sandbox, method, path, body)).status);
  return statuses;
}

describe('two sandboxes with one seed, the logical clock and the same calls', () => {
  test('have the same state and the same tape, byte for byte, but for latency and the session id', async () => {
    const evidence = async () => {
      const sandbox = await createSandbox(service, { seed: SEED, clock: 'logical' });
      const statuses = await work(sandbox);
      const read = async (path: string) =>
        (await agent(sandbox, 'GET', path)).text
          .replaceAll(sandbox.session_id, 'ses_same')
          .replaceAll(/(?:"received_at":"[^"]+",)?"latency_ms":[\d.e-]+/g, '"latency_ms":0');
      return { statuses, state: await read('/_svc/state'), events: await read('/_svc/events') };
    };
    const first = await evidence();
    const second = await evidence();
    expect(first.statuses).toEqual([200, 200, 201, 201, 200, 201, 200, 404, 422]);
    // Parsed first: the difference is then shown by field.
    expect(JSON.parse(second.state)).toEqual(JSON.parse(first.state));
    expect(JSON.parse(second.events)).toEqual(JSON.parse(first.events));
    expect(second.state === first.state).toBe(true);
    expect(second.events === first.events).toBe(true);
  });
});

describe('a write that is refused', () => {
  test.each([
    ['404', 'POST', '/repos/acme/web/issues/99/comments', { body: 'To nobody' }],
    ['422', 'POST', '/repos/acme/web/issues', { body: 'Without a title' }],
    ['409', 'PUT', '/repos/acme/web/contents/README.md', { message: 'Change', content: base64('x'), sha: '0'.repeat(40) }],
  ])('with %s changes nothing and says so on the tape', async (status, method, path, body) => {
    const sandbox = await createSandbox(service, { seed: SEED });
    const before = (await agent(sandbox, 'GET', '/_svc/state')).text;
    expect((await agent(sandbox, method, path, body)).status).toBe(Number(status));
    expect((await agent(sandbox, 'GET', '/_svc/state')).text).toBe(before);
    expect(await tape(sandbox)).toMatchObject([{ status: Number(status), state_mutation: false, state_delta: null }]);
  });
});
