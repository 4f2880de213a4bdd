import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { svc, waitFor } from '../../packages/cli/test/support.ts';
import { isWhole } from '../../packages/twin-kit/testing/share.ts';

// Starts the service and plays four runs, on whatever cores other suites leave.
jest.setTimeout(300_000);

const DEMO = fileURLToPath(new URL('../demo.ts', import.meta.url));
/** A fresh terminal shows sixty of the whole: npm's own are four, and those of the set-up two. */
const MOST_LINES = 54;
const acts = 4;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'svc-demo-'));
});
let started: ChildProcess | undefined;
afterEach(async () => {
  // A test that failed may have left it.
  if (started?.exitCode === null) {
    const ended = once(started, 'exit');
    started.kill('SIGTERM');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

const unescaped = (text: string): string => text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

/** All from the first act to the last verdict. */
const actsIn = (lines: readonly string[]): string[] =>
  lines.slice(
    lines.findIndex((line) => line.startsWith('──')),
    lines.findLastIndex((line) => line.includes('score:')) + 1,
  );

function start(args: readonly string[]) {
  const env = { ...process.env, SVC_DEMO_DIR: folder, NO_COLOR: '1', FORCE_COLOR: undefined };
  const child = spawn(process.execPath, [DEMO, ...args], { env, detached: true, stdio: ['ignore', 'pipe', 'inherit'] });
  started = child;
  const shown = { output: '' };
  child.stdout.on('data', (text: Buffer) => {
    shown.output += text;
  });
  return { child, shown, closed: once(child, 'close') };
}

/** Each plays the whole demo: the one is tried each time, the other where the whole is run. */
const eachTime = isWhole ? () => {} : test;
const inTheWhole = isWhole ? test : () => {};

describe('the demo', () => {
  eachTime('shows set-up, calls, verdicts and scores within a screen or two, no link that is dead, and ends with 0', async () => {
    const { shown, closed } = start([]);
    const [code] = await closed;
    const { output } = shown;
    expect({ code, output }).toMatchObject({ code: 0 });
    expect(output).toMatch(/ready after \d/);
    expect(output.trimEnd().split('\n').length).toBeLessThanOrEqual(MOST_LINES);
    expect(output).not.toContain('http://');
    expect(output).toMatch(/github POST +\/repos\/acme\/storefront\/pulls +201 landed +create_pull_request/);
    expect(output.match(/score: 100 \/ 100/g)).toHaveLength(3);
    // The careless agent: below 100, and each reason names what was found.
    const careless = output.slice(output.indexOf('careless-agent.ts (expected to fail)'));
    expect(careless).toMatch(/score: 42\.86 \/ 100, 3 of 7 criteria passed/);
    expect(careless).toContain('issue acme/storefront#1 is closed (not_planned), not open');
    expect(careless).toMatch(/tape row \d+: POST \/repos\/acme\/storefront\/issues 201/);

    // The README's picture is of this.
    const picture = await readFile(new URL('../../docs/demo.svg', import.meta.url), 'utf8');
    const drawn = [...picture.matchAll(/^<text[^>]*>(.*)<\/text>$/gm)].map(([, line = '']) =>
      unescaped(line.replaceAll(/<.*?>/g, '')),
    );
    expect(actsIn(drawn)).toEqual(actsIn(output.split('\n')));

    const runs = await readdir(join(folder, 'runs'));
    expect(runs).toHaveLength(4);
    for (const run of runs) {
      const files = await readdir(join(folder, 'runs', run));
      for (const name of ['report.md', 'events.jsonl', 'state_final.json']) expect(files).toContain(name);
    }
    expect(await readFile(join(folder, 'demo.log'), 'utf8')).toMatch(/sandbox ses_\w+, open until/);
  });

  inTheWhole('with --keep, the service stands, and what is told to type and open works, until Ctrl-C', async () => {
    const { child, shown, closed } = start(['--keep']);
    await waitFor('the links', () => shown.output.includes('In a browser') || child.exitCode !== null, 150_000);
    const lines = shown.output.slice(shown.output.indexOf('In another terminal'));
    const env = Object.fromEntries([...lines.matchAll(/(SVC_\w+)=(\S+)/g)].map(([, name = '', value = '']) => [name, value]));
    const runs = [...lines.matchAll(/\.\/svc report (\S+)/g)].map(([, run]) => run as string);
    expect(runs).toHaveLength(acts);
    const reports = await Promise.all(runs.map((run) => svc(['report', run], { env })));
    expect(reports.map(({ code }) => code)).toEqual(runs.map(() => 0));
    expect(reports.at(-1)?.stdout).toContain('42.86');
    const [, signIn = ''] = /In a browser.*?(http\S+)/.exec(lines) ?? [];
    expect((await fetch(signIn)).status).toBe(200);
    // As a terminal does: to all of them.
    process.kill(-(child.pid as number), 'SIGINT');
    expect(await closed).toEqual([0, null]);
    expect(shown.output).toMatch(/All as expected/);
  });
});
