import { styleText } from 'node:util';

type Style = Parameters<typeof styleText>[0];

/** What lines are told on: their colours are those it shows. */
const shownOn: { stream: NodeJS.WriteStream } = { stream: process.stdout };

/** Has everything styled for stderr: where stdout is kept for data, the lines for people go there. */
export function styleForStderr(): void {
  shownOn.stream = process.stderr;
}

/** No colours from here on, whatever else is asked for; prompts and programs that are started see it too. */
export function withoutColour(): void {
  const { env } = process;
  env.NO_COLOR = '1';
  delete env.FORCE_COLOR;
}

/** Text in a style; plain where it is shown on no terminal, or NO_COLOR is set. FORCE_COLOR has it styled anywhere. */
export const styled = (style: Style, text: string, stream = shownOn.stream): string => styleText(style, text, { stream });

/** What the command was asked for. */
export function print(text: string): void {
  process.stdout.write(`${text}\n`);
}

/** Progress and remarks: beside the output, never in it. */
export function note(text: string): void {
  process.stderr.write(`${text}\n`);
}

/** One line of JSON, from a command that goes on: whoever reads it needn't wait for the end. */
export function printJsonLine(value: unknown): void {
  print(JSON.stringify(value));
}

export function printJson(value: unknown): void {
  print(JSON.stringify(value, null, 2));
}

// Control characters and bidirectional overrides in recorded data would let it rewrite the terminal it is shown on.
const UNSAFE = /[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Data from outside, made safe for one line of a terminal. */
export const oneLine = (text: string): string =>
  text.replaceAll(UNSAFE, (character) =>
    character === '\n' ? '⏎' : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/** Rows as columns as wide as their widest cell. */
export function table(rows: readonly (readonly string[])[]): string {
  const widths: number[] = [];
  for (const row of rows) for (const [at, cell] of row.entries()) widths[at] = Math.max(widths[at] ?? 0, cell.length);
  return rows
    .map((row) =>
      row
        .map((cell, at) => cell.padEnd(widths[at] as number))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
