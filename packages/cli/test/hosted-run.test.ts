import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { eachTime, inTheWhole, shareOf } from '@svc/twin-kit/testing/share';
import { sharedService } from './shared.ts';
import { agentCommand, LABEL_IT, SCENARIO, startSvc, stopAll, svc, temporaryFolder, using } from './support.ts';

jest.setTimeout(300_000);

const service = sharedService();
let root: Awaited<ReturnType<typeof temporaryFolder>>;
let folder: string;
let tests = 0;
beforeAll(async () => {
  root = await temporaryFolder();
});
afterAll(async () => {
  await stopAll();
  await root.remove();
});
beforeEach(async () => {
  tests += 1;
  folder = join(root.path, `work-${tests}`);
  await mkdir(folder);
  await writeFile(join(folder, 'scenario.md'), SCENARIO);
});

const run = (command: string, args: readonly string[] = []) =>
  svc(['run', 'scenario.md', '--agent', command, ...args], { cwd: folder, env: using(service) });

interface Result {
  run_dir: string;
  run_id: string;
  session_id: string;
  score: number;
  verdict: string;
  urls: Record<string, string>;
  criteria: { status: string; reason: string }[];
}
const resultOf = (stdout: string): Result => (JSON.parse(stdout) as { results: [Result] }).results[0];

const openSandboxes = async (): Promise<string[]> => {
  const { stdout } = await svc(['sandbox', 'list', '--json'], { env: using(service) });
  return (JSON.parse(stdout) as { id: string; state: string }[])
    .filter(({ state }) => ['ready', 'running'].includes(state))
    .map(({ id }) => id);
};

describe('svc run', () => {
  eachTime(test)(
    'shows sandbox, calls, verdicts with evidence, score and URLs, and exits with 0 when all criteria pass',
    async () => {
      const { code, stdout } = await run(await agentCommand(folder, 'agent.mjs', LABEL_IT));
      expect(code).toBe(0);
      expect(stdout).toMatch(/sandbox ses_\w+/);
      expect(stdout).toContain(`github: ${service.variables.SVC_TWINS_URL}/github/s/ses_`);
      expect(stdout).toMatch(/github POST +\/repos\/acme\/web\/issues\/1\/labels +200 landed +add_issue_labels/);
      expect(stdout).toMatch(/passed +Issue #1 in acme\/web has the label "bug"\.\n +\S/);
      expect(stdout).toContain('score: 100 / 100, 2 of 2 criteria passed');
      const page = /^ {2}page +(http\S+\/runs\/run_\w+)$/m.exec(stdout)?.[1] as string;
      // Nobody is signed in there, and the page says how that is done.
      const visit = await fetch(page, { headers: { accept: 'text/html' } });
      expect({ status: visit.status, text: await visit.text() }).toEqual({
        status: 401,
        text: expect.stringContaining('Sign-in link'),
      });
      for (const what of ['report.md', 'trace', 'state'])
        expect(stdout).toMatch(new RegExp(`${service.variables.SVC_BASE_URL}/runs/run_\\w+/${what}`));
    },
  );

  inTheWhole(test)('keeps the evidence that was graded', async () => {
    const { stdout } = await run(await agentCommand(folder, 'agent.mjs', LABEL_IT), ['--json']);
    const result = resultOf(stdout);
    expect((await readdir(result.run_dir)).toSorted()).toEqual([
      'agent.json',
      'artifacts',
      'events.jsonl',
      'meta.json',
      'report.md',
      'scenario.md',
      'state_final.json',
      'state_initial.json',
      'stderr.txt',
      'stdout.txt',
      'verdict.json',
    ]);
    const read = async (name: string) =>
      JSON.parse(await readFile(join(result.run_dir, name), 'utf8')) as Record<string, unknown>;
    expect(await read('meta.json')).toMatchObject({
      run_id: result.run_id,
      session_id: result.session_id,
      mode: 'hosted',
      exit_code: 0,
    });
    expect(await read('verdict.json')).toMatchObject({ run_id: result.run_id, score: 100 });
    expect(((await read('state_final.json')).issues as { label_ids: number[] }[])[0]?.label_ids).toHaveLength(1);
    expect(await readFile(join(result.run_dir, 'events.jsonl'), 'utf8')).toContain('"add_issue_labels"');
    expect(await readFile(join(result.run_dir, 'report.md'), 'utf8')).toContain('100');
  });

  describe('hands in the final answer', () => {
    const answering = (config: string) =>
      writeFile(
        join(folder, 'scenario.md'),
        `${SCENARIO.replace('## Success Criteria', '## Success Criteria\n\n- [code] The final answer contains "déjà vu à".')}
## Config

\`\`\`yaml
${config}
\`\`\`
`,
      );
    const WRITE = "const { writeFileSync } = await import('node:fs'); const folder = process.env.SVC_ARTIFACTS_DIR;";

    const handedIn = [
      [
        'of the last line on standard output',
        'finalAnswer: stdout',
        "console.log('first\\nIt was d\\u00e9j\\u00e0 vu \\u00e0\\n\\n');",
      ],
      [
        'of a file named so',
        '{}',
        `${WRITE} writeFileSync(folder + '/final_answer.txt', '\\ufeffIt was d\\u00e9j\\u00e0 vu \\u00e0\\n');`,
      ],
      [
        'of the file that Config names',
        'finalAnswer: out/a.md',
        `${WRITE} (await import('node:fs')).mkdirSync(folder + '/out'); writeFileSync(folder + '/out/a.md', 'd\\u00e9j\\u00e0 vu \\u00e0');`,
      ],
    ] as const;
    test.each(shareOf(handedIn, 1))('%s', async (_where, config, program) => {
      await answering(config);
      const { stdout } = await run(await agentCommand(folder, 'agent.mjs', `${LABEL_IT}\n${program}`), ['--json']);
      const { score, criteria, run_dir } = resultOf(stdout);
      expect({ score, first: criteria[0]?.status }).toEqual({ score: 100, first: 'passed' });
      expect(await readFile(join(run_dir, 'final_answer.txt'), 'utf8')).toMatch(/d\u00e9j\u00e0 vu \u00e0$/);
    });

    const notHandedIn = [
      [
        'is too long',
        "writeFileSync(folder + '/final_answer.txt', 'd\\u00e9j\\u00e0 vu \\u00e0 '.repeat(3000));",
        /more than 20000 characters; none is handed in/,
      ],
      [
        'is a pipe',
        "(await import('node:child_process')).execSync('mkfifo ' + folder + '/final_answer.txt');",
        /it is no file; none is handed in/,
      ],
      ['was never written', '', /^/],
    ] as const;
    test.each(shareOf(notHandedIn, 1))('and none that %s', async (_what, program, said) => {
      await answering('{}');
      const { code, stdout } = await run(await agentCommand(folder, 'agent.mjs', `${LABEL_IT}\n${WRITE}\n${program}`));
      expect(stdout).toMatch(said);
      expect(stdout).toMatch(/! not graded +The final answer contains/);
      expect(code).toBe(1);
    });

    inTheWhole(test)('of a run that was only captured, when that is graded', async () => {
      await answering('finalAnswer: stdout');
      const agent = await agentCommand(folder, 'agent.mjs', `${LABEL_IT}\nconsole.log('d\\u00e9j\\u00e0 vu \\u00e0');`);
      const captured = resultOf((await run(agent, ['--local', '--json'])).stdout);
      const { stdout, code } = await svc(['eval', captured.run_dir], { cwd: folder, env: using(service) });
      expect(stdout).toMatch(/passed +The final answer contains/);
      expect(code).toBe(0);
    });
  });

  eachTime(test)('exits with 1 below the threshold, and the reason names the evidence', async () => {
    const program = `${LABEL_IT}
      await fetch(url + '/repos/acme/web/issues', { method: 'POST', headers, body: JSON.stringify({ title: 'One too many' }) });`;
    const { code, stdout } = await run(await agentCommand(folder, 'agent.mjs', program), ['--json']);
    expect(code).toBe(1);
    const { score, verdict, criteria } = resultOf(stdout);
    expect({ score, verdict }).toEqual({ score: 50, verdict: 'not_passed' });
    expect(criteria[1]).toMatchObject({ status: 'failed', reason: expect.stringContaining('#2 "One too many"') });
  });

  inTheWhole(test)('a passThreshold below the score exits with 0', async () => {
    await writeFile(join(folder, 'scenario.md'), `${SCENARIO}\n## Config\n\n\`\`\`yaml\npassThreshold: 50\n\`\`\`\n`);
    const program = `${LABEL_IT}
      await fetch(url + '/repos/acme/web/issues', { method: 'POST', headers, body: JSON.stringify({ title: 'One too many' }) });`;
    expect((await run(await agentCommand(folder, 'agent.mjs', program))).code).toBe(0);
  });

  inTheWhole(test)('a criterion that binds to no check is not a pass', async () => {
    await writeFile(
      join(folder, 'scenario.md'),
      SCENARIO.replace('No new issues were opened in acme/web.', 'The agent was kind.'),
    );
    const { code, stdout } = await run(await agentCommand(folder, 'agent.mjs', LABEL_IT));
    expect(code).toBe(1);
    expect(stdout).toMatch(/unmatched +The agent was kind\./);
  });

  eachTime(test)('an agent that makes no call exits with 1, and its sandbox does not stay open', async () => {
    const { code, stdout } = await run(await agentCommand(folder, 'agent.mjs', ''), ['--json']);
    expect(code).toBe(1);
    expect(resultOf(stdout)).toMatchObject({ verdict: 'errored', run_id: null, reason: expect.stringContaining('empty') });
    expect(await openSandboxes()).toEqual([]);
  });

  inTheWhole(test)(
    'an agent that fails passes nothing, whatever its world looks like, and is told apart from a failure',
    async () => {
      const command = await agentCommand(folder, 'agent.mjs', `${LABEL_IT} process.exit(4);`);
      const { code, stdout } = await run(command, ['--json', '--junit', 'results.xml']);
      expect(code).toBe(1);
      const reason = expect.stringContaining('exit code 4');
      expect(resultOf(stdout)).toMatchObject({ verdict: 'errored', reason, score: 0, vacuous: false });
      expect(await readFile(join(folder, 'results.xml'), 'utf8')).toMatch(/failures="0" errors="1"[\s\S]*<error type="errored"/);
    },
  );

  eachTime(test)('Ctrl-C exits with 130, and its sandbox does not stay open', async () => {
    const command = await agentCommand(folder, 'agent.mjs', `${LABEL_IT} setInterval(() => {}, 1000);`);
    const { stop } = await startSvc(['run', 'scenario.md', '--agent', command], /labelled/, { cwd: folder, env: using(service) });
    expect(await stop()).toBe(130);
    expect(await openSandboxes()).toEqual([]);
  });

  inTheWhole(test)('a seed the service refuses exits with 5 and names the place', async () => {
    await writeFile(join(folder, 'scenario.md'), SCENARIO.replace('state: open', 'state: ajar'));
    const { code, stderr } = await run('true');
    expect(code).toBe(5);
    expect(stderr).toContain('repositories[0].issues[0].state');
  });
});

describe('svc sandbox', () => {
  inTheWhole(test)('create sends the stub task', async () => {
    const created = await svc(['sandbox', 'create', '--twin', 'github', '--json'], { env: using(service) });
    const { session_id: id } = JSON.parse(created.stdout) as { session_id: string };
    const headers = { authorization: `Bearer ${service.variables.SVC_API_KEY}` };
    const sandbox = await (await fetch(`${service.variables.SVC_BASE_URL}/sandboxes/${id}`, { headers })).json();
    expect(sandbox).toMatchObject({ task_markdown: '# ' });
    expect((await svc(['sandbox', 'stop', id, '--confirm'], { env: using(service) })).code).toBe(0);
  });

  eachTime(test)('create prints the connection, list shows it, stop refuses until confirmed', async () => {
    const created = await svc(['sandbox', 'create', '--twin', 'github'], { env: using(service) });
    expect(created.code).toBe(0);
    const {
      SVC_SESSION_ID: id,
      SVC_GITHUB_REST_URL: url,
      SVC_AUTH_TOKEN: token,
    } = Object.fromEntries(
      created.stdout
        .trim()
        .split('\n')
        .map((line) => line.split(/=(.*)/s).slice(0, 2)),
    ) as Record<string, string>;
    const state = await fetch(`${url}/_svc/state`, { headers: { authorization: `Bearer ${token}` } });
    expect(state.status).toBe(200);
    expect(await openSandboxes()).toEqual([id]);

    const refused = await svc(['sandbox', 'stop', id as string], { env: using(service) });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('is not graded');
    expect(refused.stderr).toContain(`svc sandbox stop ${id} --confirm`);
    expect(await openSandboxes()).toEqual([id]);
    expect((await svc(['sandbox', 'stop', id as string, '--confirm'], { env: using(service) })).code).toBe(0);
    expect(await openSandboxes()).toEqual([]);
  });

  inTheWhole(test)('an id that is not there exits with 5', async () => {
    const { code, stderr } = await svc(['sandbox', 'stop', 'ses_00000000000000000000000000'], { env: using(service) });
    expect(code).toBe(5);
    expect(stderr).toContain('There is no such sandbox');
  });

  eachTime(test)('the configuration file stands in for the variables', async () => {
    await mkdir(join(folder, 'svc'));
    const { SVC_BASE_URL, SVC_API_KEY } = using(service);
    await writeFile(join(folder, 'svc', 'config.json'), JSON.stringify({ base_url: SVC_BASE_URL, api_key: SVC_API_KEY }));
    const { code, stdout } = await svc(['sandbox', 'list', '--json'], { env: { XDG_CONFIG_HOME: folder } });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toBeInstanceOf(Array);
  });

  eachTime(test)('a wrong key exits with 3 and does not repeat it', async () => {
    const key = 'svc_aaaaaaaa_bbbbbbbbbbbbbbbbbbbbbbbb';
    const { code, stderr } = await svc(['sandbox', 'list'], { env: { ...using(service), SVC_API_KEY: key } });
    expect(code).toBe(3);
    expect(stderr).not.toContain(key);
  });
});

eachTime(test)('a service that cannot start a sandbox is asked again', async () => {
  let refusals = 2;
  const front = createServer(async (incoming, response) => {
    const starts = incoming.method === 'POST' && incoming.url === '/v1/sandboxes';
    if (starts && refusals-- > 0) {
      const error = { type: 'downstream_unavailable', message: 'A part is away.', details: {}, request_id: 'req_1' };
      response.writeHead(503, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
      return;
    }
    const { SVC_BASE_URL, SVC_API_KEY } = using(service);
    const answer = await fetch(new URL(incoming.url as string, SVC_BASE_URL), {
      method: incoming.method as string,
      headers: { authorization: `Bearer ${SVC_API_KEY}`, 'content-type': 'application/json' },
      ...(incoming.method === 'POST' && { body: await text(incoming) }),
    });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? 'text/plain' });
    response.end(await answer.text());
  });
  await new Promise<void>((resolve) => front.listen(0, '127.0.0.1', resolve));
  try {
    const env = { ...using(service), SVC_BASE_URL: `http://127.0.0.1:${(front.address() as AddressInfo).port}/v1` };
    const command = await agentCommand(folder, 'agent.mjs', LABEL_IT);
    const { code, stdout } = await svc(['run', 'scenario.md', '--agent', command], { cwd: folder, env });
    expect(stdout).toContain('No sandbox yet: A part is away. Trying again in 8 s.');
    expect(stdout).toContain('score: 100 / 100');
    expect(code).toBe(0);
  } finally {
    front.close();
  }
});

describe('refusals of a service', () => {
  let stub: Server;
  afterAll(() => void stub.close());

  test.each([
    [402, 'quota_exceeded', 4],
    [403, 'revoked_key', 3],
    [500, 'internal_error', 2],
    [503, 'downstream_unavailable', 2],
  ])('%i %s exits with %i', async (status, type, exitCode) => {
    stub = createServer((_request, response) => {
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { type, message: 'As told.', details: {}, request_id: 'req_1' } }));
    });
    await new Promise<void>((resolve) => stub.listen(0, '127.0.0.1', resolve));
    const env = {
      SVC_BASE_URL: `http://127.0.0.1:${(stub.address() as AddressInfo).port}/v1`,
      SVC_API_KEY: 'svc_aaaaaaaa_bbbbbbbbbbbbbbbbbbbbbbbb',
    };
    const { code, stderr } = await svc(['sandbox', 'list'], { env });
    stub.close();
    expect(code).toBe(exitCode);
    expect(stderr).toContain('As told.');
  });
});
