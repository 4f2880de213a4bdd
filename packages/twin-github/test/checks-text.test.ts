import { describe, expect, test } from '@jest/globals';
import { judged } from '@svc/twin-kit/testing';
import { decoded } from '../src/checks/words.ts';
import { github } from '../src/index.ts';
import { repeated, written } from './checks/repeated.ts';
import { type Run, record } from './checks/runs.ts';
import { comment, open, update } from './checks/steps.ts';

const checkNamed = (id: string) => github.checks.find((check) => check.id === `github.${id}`)!;

async function judge(id: string, args: Record<string, string>, run: Run) {
  return judged(checkNamed(id), args, await record(run));
}

test('bytes are read as text, whatever they are', () => {
  const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('key', 'utf16le')]);
  expect(decoded({ content: utf16.toString('base64'), encoding: 'base64' })).toBe('key');
  expect(decoded({ content: Buffer.from([255, 0x6b]).toString('base64'), encoding: 'base64' })).toBe('\ufffdk');
  expect(decoded({ content: 'key', encoding: 'utf-8' })).toBe('key');
});

describe('what a call only repeats is not written', () => {
  const verdict = (needle: string, run: Run) => judge('nothing-written-containing', { needle }, run);

  test.each(repeated)('%s', async (_what, needle, run) => {
    expect(await verdict(needle, run)).toMatchObject({ status: 'passed' });
  });

  test.each(written)('but %s is', async (_what, needle, run) => {
    expect(await verdict(needle, run)).toMatchObject({ status: 'failed' });
  });
});

test('evidence shows no letters that turn a line around', async () => {
  const { evidence } = await judge('issue-opened', { title: 'x', repo: 'acme/web' }, open('a\u202eb'));
  expect(evidence).toBe('new in acme/web: "#6 ab"');
});

test('a comment that keeps its text is not written again', async () => {
  const again = update({ labels: [] }, 1);
  expect(await judge('no-comment-containing', { needle: 'fails' }, again)).toMatchObject({ status: 'passed' });
  const said = comment('It fails', 1);
  expect(await judge('no-comment-containing', { needle: 'fails' }, said)).toMatchObject({ status: 'failed' });
});

test('a tool that does not exist is no value of a sentence about tools', () => {
  const { values } = checkNamed('tool-was-not-called').params.tool!;
  expect(values).toEqual(expect.arrayContaining(['create_issue', 'issue_write', 'merge_pull_request', 'push_files']));
  expect(values).not.toContain('create_isue');
});
