import { cutText, MAX_BODY_DEPTH, ServiceError, VALIDATION_STATUSES } from '@svc/contract';

const decoder = new TextDecoder('utf-8', { fatal: true });

const malformed = (message: string, cause?: unknown): ServiceError =>
  new ServiceError('validation_failed', { status: VALIDATION_STATUSES.malformed, message, cause });

/** Parses a JSON body. @throws ServiceError 400 for what isn't JSON, 422 for JSON that can't be kept. */
export function parseJson(bytes: Buffer): unknown {
  let text: string;
  try {
    text = decoder.decode(bytes);
  } catch (cause) {
    throw malformed('The body is not UTF-8.', cause);
  }
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw malformed('The body is not JSON.', cause);
  }
  refuseUnstorable(value);
  return value;
}

interface Node {
  value: object;
  depth: number;
  parent: Node | undefined;
  key: string | number;
}

/**
 * PostgreSQL stores neither NUL nor half a surrogate pair, and few things survive very deep nesting. Walks without recursion.
 *
 * @throws ServiceError 422 that names the path.
 */
export function refuseUnstorable(root: unknown): void {
  if (typeof root === 'string') refuseText(root, undefined, '');
  if (typeof root !== 'object' || root === null) return;
  const open: Node[] = [{ value: root, depth: 1, parent: undefined, key: '' }];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.depth > MAX_BODY_DEPTH)
      throw invalid(node.parent, '', `is nested more than ${MAX_BODY_DEPTH} levels deep`, 'too_deep');
    if (Array.isArray(node.value)) {
      for (let index = 0; index < node.value.length; index++) visit(node.value[index], node, index, open);
    } else {
      for (const [key, child] of Object.entries(node.value)) {
        refuseText(key, node.parent, node.key);
        visit(child, node, key, open);
      }
    }
  }
}

function visit(value: unknown, parent: Node, key: string | number, open: Node[]): void {
  if (typeof value === 'string') refuseText(value, parent, key);
  else if (typeof value === 'object' && value !== null) open.push({ value, depth: parent.depth + 1, parent, key });
}

function refuseText(text: string, parent: Node | undefined, key: string | number): void {
  if (text.includes('\0')) throw invalid(parent, key, 'contains a NUL character', 'unstorable_text');
  if (!text.isWellFormed()) throw invalid(parent, key, 'contains half a surrogate pair', 'unstorable_text');
}

function invalid(parent: Node | undefined, key: string | number, reason: string, code: string): ServiceError {
  const keys: PropertyKey[] = key === '' ? [] : [key];
  for (let at = parent; at?.parent; at = at.parent) keys.unshift(at.key);
  const path = formatPath(keys);
  return new ServiceError('validation_failed', {
    message: `${path || 'The body'} ${reason}.`,
    details: { issues: [{ path, message: reason, code }] },
  });
}

const MAX_PATH_LENGTH = 200;

/** `criteria[3].text` */
export function formatPath(keys: readonly PropertyKey[]): string {
  const path = keys.reduce<string>((text, key) => {
    if (typeof key === 'number') return `${text}[${key}]`;
    return text ? `${text}.${String(key)}` : String(key);
  }, '');
  return cutText(path.replaceAll('\0', '\\0').toWellFormed(), MAX_PATH_LENGTH);
}
