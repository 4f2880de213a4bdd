import type { ChangedFile } from '../actions/pull-changes.ts';
import type { Commit } from '../world.ts';

const SHORT = 7;
const NOTHING = '0'.repeat(SHORT);

/** A file's part of `git diff` output. */
function fileDiff({ path, previous_path, before, after, status, diff }: ChangedFile): string {
  const old = previous_path ?? path;
  const mode = before?.mode === after?.mode && after ? ` ${after.mode}` : '';
  const ids = `index ${before?.sha.slice(0, SHORT) ?? NOTHING}..${after?.sha.slice(0, SHORT) ?? NOTHING}${mode}`;
  const header = [
    `diff --git a/${old} b/${path}`,
    ...(status === 'added' ? [`new file mode ${after?.mode}`] : []),
    ...(status === 'removed' ? [`deleted file mode ${before?.mode}`] : []),
    ...(status === 'renamed' ? [`rename from ${old}`, `rename to ${path}`] : []),
    ...(before?.sha === after?.sha ? [] : [ids]),
  ];
  if (diff.patch === undefined) return `${header.join('\n')}\n`;
  const sides = [`--- ${before ? `a/${old}` : '/dev/null'}`, `+++ ${after ? `b/${path}` : '/dev/null'}`];
  return `${[...header, ...sides, diff.patch].join('\n')}\n`;
}

/** Changes as `git diff` writes them: the `diff` media type. */
export const diffText = (files: readonly ChangedFile[]): string => files.map(fileDiff).join('');

/** A commit as `git format-patch` writes it: the `patch` media type. */
export function patchText(commit: Readonly<Commit>, files: readonly ChangedFile[]): string {
  const [subject = '', ...rest] = commit.message.split('\n');
  const text = rest.join('\n').trim();
  const date = new Date(commit.author.date).toUTCString().replace('GMT', '+0000');
  return [
    `From ${commit.sha} Mon Sep 17 00:00:00 2001`,
    `From: ${commit.author.name} <${commit.author.email}>`,
    `Date: ${date}`,
    `Subject: [PATCH] ${subject}`,
    '',
    ...(text === '' ? [] : [text, '']),
    '---',
    diffText(files),
  ].join('\n');
}
