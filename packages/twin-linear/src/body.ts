import { isUtf8 } from 'node:buffer';

/** Levels of lists and objects that a body may have; what recurses over it stays within the stack. */
export const MAX_BODY_DEPTH = 500;

/** Reads a request's JSON, whatever its content type says. @throws where it is none, or nested without end */
export function readBody(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw new SyntaxError('not UTF-8');
  const value: unknown = JSON.parse(bytes.toString('utf8'));
  const open: [value: unknown, depth: number][] = [[value, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [inner, depth] = next;
    if (typeof inner !== 'object' || inner === null) continue;
    if (depth > MAX_BODY_DEPTH) throw new RangeError('nested too deeply');
    for (const item of Object.values(inner)) open.push([item, depth + 1]);
  }
  return value;
}
