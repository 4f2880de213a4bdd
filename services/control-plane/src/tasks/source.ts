import { cutText, namedError, type Seed } from '@svc/contract';
import { parseTask, ScenarioError } from '@svc/grading';
import { refuseUnstorable } from '../http/json.ts';
import { invalidField } from '../http/validate.ts';

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const MAX_NAME_LENGTH = 200;
const decoder = new TextDecoder('utf-8', { fatal: true });

/** @throws ServiceError 422 when the text isn't base64 of UTF-8 that can be stored. */
export function decodeTaskSource(source: string): string {
  if (!BASE64.test(source)) throw invalidField('task_source', 'must be base64');
  let markdown: string;
  try {
    markdown = decoder.decode(Buffer.from(source, 'base64'));
  } catch {
    throw invalidField('task_source', 'must be base64 of UTF-8 text');
  }
  if (markdown.includes('\0')) throw invalidField('task_source', 'contains a NUL character');
  return markdown;
}

/** What starting a sandbox reads of a task. @throws ServiceError `malformed_scenario_seed`. */
export function readTask(markdown: string): { name: string | null; seed: Seed | undefined } {
  try {
    const { title, seedState } = parseTask(markdown);
    return { name: typeof title === 'string' ? cutText(title, MAX_NAME_LENGTH) : null, seed: seedState && plainJson(seedState) };
  } catch (error) {
    if (error instanceof ScenarioError) throw malformed(error.message, { line: error.line });
    throw error;
  }
}

/** The name alone, of a task whose own seed doesn't count. */
export function taskName(markdown: string): string | null {
  try {
    return readTask(markdown).name;
  } catch {
    return null;
  }
}

/** YAML knows more than JSON: cycles, infinities and the rest end here. */
function plainJson(seed: Record<string, unknown>): Seed {
  try {
    refuseUnstorable(seed);
    return JSON.parse(JSON.stringify(seed));
  } catch (error) {
    throw malformed(`The seed can't be kept as JSON: ${(error as Error).message}`);
  }
}

const malformed = (message: string, details: Record<string, unknown> = {}) =>
  namedError('malformed_scenario_seed', details, message);
