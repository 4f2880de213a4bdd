import { describe, expect, test } from '@jest/globals';
import { judged } from '@svc/twin-kit/testing';
import { decoded } from '../src/checks/words.ts';
import { github } from '../src/index.ts';
import { release } from './checks/releases.ts';
import { repeated, written } from './checks/repeated.ts';
import { type Run, record } from './checks/runs.ts';
import { comment, editLast, open, review, update } from './checks/steps.ts';

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

/** GitHub Flavored Markdown, section 6.10: what stands in a comment of HTML is on no page. */
describe('a comment of HTML', () => {
  const web = { repo: 'acme/web', needle: 'It is done' };
  const wanted: readonly [id: string, args: Record<string, string>, saying: (body: string) => Run][] = [
    ['issue-body-contains', { ...web, issue: '1' }, (body) => update({ body }, 1)],
    ['issue-body-edited', { ...web, issue: '1' }, (body) => update({ body }, 1)],
    ['issue-titled-body-contains', { ...web, title: 'New' }, (body) => open('New', { body })],
    ['issue-comment-contains', { ...web, issue: '1' }, (body) => comment(body, 1)],
    ['issue-new-comment-contains', { ...web, issue: '1' }, (body) => comment(body, 1)],
    ['issue-comment-edited', { ...web, issue: '1' }, (body) => editLast(body, 1)],
    ['pull-request-body-contains', { ...web, pull: '3' }, (body) => update({ body }, 3)],
    ['pull-request-comment-contains', { ...web, pull: '3' }, (body) => comment(body, 3)],
    ['review-comment-contains', { ...web, pull: '3' }, (body) => review('COMMENT', body, 3)],
    ['release-notes-contain', { ...web, tag: 'v9' }, (body) => release('v9', { body })],
    ['something-written-containing', { needle: web.needle }, (body) => comment(body, 1)],
  ];

  test.each(wanted)('is nothing that %s finds', async (id, args, saying) => {
    expect(await judge(id, args, saying('Hello.\n\n<!-- It is done -->'))).toMatchObject({ status: 'failed' });
    expect(await judge(id, args, saying('<!--\n\nIt is done'))).toMatchObject({ status: 'failed' });
  });

  test.each(wanted)('beside what %s finds', async (id, args, saying) => {
    expect(await judge(id, args, saying('<!-- bot -->\nIt is **done**'))).toMatchObject({ status: 'passed' });
    expect(await judge(id, args, saying('Write `<!-- It is done -->`.'))).toMatchObject({ status: 'passed' });
  });

  test('is seen where GitHub shows no HTML: in a title', async () => {
    const titled = open('<!-- It is done -->');
    expect(await judge('something-written-containing', { needle: web.needle }, titled)).toMatchObject({ status: 'passed' });
  });

  test.each([
    ['issue-body-lacks', { ...web, issue: '1' }, update({ body: '<!-- It is done -->' }, 1)],
    ['no-comment-containing', { needle: web.needle }, comment('<!-- It is done -->', 1)],
    ['nothing-written-containing', { needle: web.needle }, comment('<!-- It is done -->', 1)],
  ] as const)('was written all the same: %s', async (id, args, run) => {
    expect(await judge(id, args, run)).toMatchObject({ status: 'failed' });
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
