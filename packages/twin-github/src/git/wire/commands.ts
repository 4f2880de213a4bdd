import { isValidRefName } from '../path.ts';
import { type Pkt, ProtocolError, readPkt } from './pkt-line.ts';

export const ZERO = '0'.repeat(40);

/** One change that a push asks for. */
export interface Command {
  /** Where the client takes the ref to be; `ZERO` for a ref that isn't there. */
  old: string;
  /** Where it is to be; `ZERO` to take it away. */
  fresh: string;
  ref: string;
}

/** What comes before the pack of a push: https://git-scm.com/docs/gitprotocol-pack#_reference_update_request_and_packfile_transfer */
export interface PushHead {
  commands: readonly Command[];
  capabilities: ReadonlySet<string>;
  options: readonly string[];
}

const COMMAND = /^([0-9a-f]{40}) ([0-9a-f]{40}) ([^\0\n]+)$/;
/** Of one push. */
const MOST_COMMANDS = 10_000;

/** @throws ProtocolError */
export function readPushHead(take: (bytes: number) => Buffer): PushHead {
  // What a shallow clone lacks comes first; whether that is missing here is seen once the pack is there.
  const lines = linesOf(take, true).filter((line) => !line.startsWith('shallow '));
  const [first = ''] = lines;
  const capabilities = new Set(
    first.includes('\0')
      ? first
          .slice(first.indexOf('\0') + 1)
          .trim()
          .split(' ')
      : [],
  );
  const commands = lines.map(commandOf);
  const named = new Set(commands.map(({ ref }) => ref));
  if (named.size < commands.length) throw new ProtocolError('multiple updates for one ref');
  const options = capabilities.has('push-options') && commands.length > 0 ? linesOf(take, false) : [];
  return { commands, capabilities, options };
}

function linesOf(take: (bytes: number) => Buffer, mayEnd: boolean): string[] {
  const lines: string[] = [];
  for (;;) {
    const line: Pkt | 'end' = readPkt(take);
    if (line === 'flush') return lines;
    if (line === 'end') {
      if (mayEnd && lines.length === 0) return lines;
      throw new ProtocolError('the remote end hung up unexpectedly');
    }
    lines.push(line.toString('utf8').replace(/\n$/, ''));
    if (lines.length > MOST_COMMANDS) throw new ProtocolError(`more than ${MOST_COMMANDS} updates`);
  }
}

function commandOf(line: string): Command {
  const [, old, fresh, ref] = COMMAND.exec(line.split('\0')[0] ?? '') ?? [];
  if (old === undefined || fresh === undefined || ref === undefined)
    throw new ProtocolError(`expected old/new/ref, got '${line.split('\0')[0]?.slice(0, 100)}'`);
  return { old, fresh, ref };
}

/** Git calls names funny that it takes for none. */
export const isFunny = (ref: string): boolean => !/^refs\/[^/]+\/./.test(ref) || !isValidRefName(ref);
