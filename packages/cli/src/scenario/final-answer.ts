import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { MAX_SCENARIO_TEXT_LENGTH } from '@svc/contract';
import { systemCode } from '@svc/platform/files';

/** The run directory's copy of what the agent answered in the end. */
export const FINAL_ANSWER_FILE = 'final_answer.txt';
/** The place that stands for the last line the agent printed. */
const STDOUT = 'stdout';
/** In ASCII: up to it everything is white space or unseen. */
const SPACE = 0x20;
/** Bytes of the longest answer that is handed in, and one more; UTF-8 takes up to four for a character. */
export const FINAL_ANSWER_BYTES = 4 * MAX_SCENARIO_TEXT_LENGTH + 1;

/** What the agent answered in the end, or why that can't be handed in; neither where it answered nothing. */
export interface FinalAnswer {
  text?: string;
  refused?: string;
}

/**
 * @param place `stdout`, or a file below the agent's artifacts
 * @param run where the agent may write, and the end of what it printed
 */
export async function readFinalAnswer(place: string, run: { artifacts: string; printed: Buffer }): Promise<FinalAnswer> {
  if (place === STDOUT) return answerOf(lastLine(run.printed), 'the last line of standard output');
  const read = await readStart(join(run.artifacts, place));
  if (typeof read === 'string') return { refused: `the final answer can't be read from ${place}: ${read}` };
  return answerOf(read, place);
}

/** An answer cut short could lack what must not stand in it: one that is too long isn't handed in at all. */
function answerOf(bytes: Buffer | undefined, place: string): FinalAnswer {
  // A database holds no NUL.
  const text = bytes
    ?.toString('utf8')
    .replace(/^\ufeff/, '')
    .replaceAll('\0', '\ufffd')
    .trim();
  if (!text) return {};
  if (text.length <= MAX_SCENARIO_TEXT_LENGTH) return { text };
  return { refused: `the final answer in ${place} has more than ${MAX_SCENARIO_TEXT_LENGTH} characters` };
}

/** The last line with anything on it. A line that begins before these bytes comes out longer than any answer may be. */
function lastLine(printed: Buffer): Buffer {
  let end = printed.length;
  while (end > 0 && (printed[end - 1] as number) <= SPACE) end -= 1;
  return printed.subarray(printed.lastIndexOf('\n', end - 1) + 1, end);
}

/** @returns why not, where it can't be read; nothing where there is no such file. */
export async function readStart(path: string): Promise<Buffer | string | undefined> {
  try {
    // A pipe that nobody writes into would be waited for.
    await using file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    if (!(await file.stat()).isFile()) return 'it is no file';
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FINAL_ANSWER_BYTES), 0, FINAL_ANSWER_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return undefined;
    return (error as Error).message;
  }
}
