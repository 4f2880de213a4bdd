import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const DOCS = fileURLToPath(new URL('..', import.meta.url));
export const README = join(DOCS, '../README.md');

/** Every page of the docs, by its path below them. */
export const pages: readonly string[] = [
  ...(await readdir(DOCS)).filter((name) => name.endsWith('.md')),
  ...(await readdir(join(DOCS, 'sdk'))).map((name) => `sdk/${name}`),
].toSorted();

/** What the reader is told to do with a fenced block; the word stands behind its language. */
export type Step =
  /** Typed into the terminal; ends with this exit code. */
  | { kind: 'run'; code: string; exitCode: number; line: number }
  /** Runs in a terminal of its own, to the end of the page. */
  | { kind: 'background'; code: string; line: number }
  /** Put into a file. */
  | { kind: 'file'; path: string; code: string; line: number }
  /** A part of a file of the clone, which a test of its own runs. */
  | { kind: 'part'; path: string; code: string; line: number }
  /** What the block before it prints, `…` standing for anything. */
  | { kind: 'output'; code: string; line: number };

const FENCE = /^(`{3,})(\w*)[^\S\n]*([^\n]*)\n([\s\S]*?)^\1$/gm;
/** Languages of files; a reader saves them under the name that stands behind the language. */
const FILES = new Set(['js', 'ts', 'py', 'json', 'yaml', 'md']);

/** The steps of a page, or of its sections with the given headings. @throws for a block that is neither run nor marked */
export async function stepsOf(path: string, headings?: readonly string[]): Promise<Step[]> {
  const text = await readFile(path, 'utf8');
  const steps: Step[] = [];
  for (const match of text.matchAll(FENCE)) {
    const [, , language = '', words = '', code = ''] = match;
    if (headings && !headings.includes(headingBefore(text, match.index))) continue;
    const line = text.slice(0, match.index).split('\n').length;
    steps.push(stepOf(language, words.trim(), code, line, path));
  }
  return steps;
}

function stepOf(language: string, words: string, code: string, line: number, path: string): Step {
  if (language === 'sh' && words === 'background') return { kind: 'background', code, line };
  const [, exitCode] = /^(?:exit=(\d+))?$/.exec(words) ?? [];
  if (language === 'sh' && (words === '' || exitCode)) return { kind: 'run', code, exitCode: Number(exitCode ?? 0), line };
  const [, whole] = /^part of ([\w./-]+)$/.exec(words) ?? [];
  if (FILES.has(language) && whole) return { kind: 'part', path: whole, code, line };
  if (language === 'text' && words === 'output') return { kind: 'output', code, line };
  if (FILES.has(language) && /^[\w./-]+$/.test(words)) return { kind: 'file', path: words, code, line };
  throw new Error(`${path}:${line}: a block in "${language} ${words}" is neither run nor saved nor compared`);
}

function headingBefore(text: string, at: number): string {
  // A scenario in a block has headings of its own.
  const headings = [
    ...text
      .slice(0, at)
      .replaceAll(FENCE, '')
      .matchAll(/^#+ (.+)$/gm),
  ];
  return headings.at(-1)?.[1] ?? '';
}
