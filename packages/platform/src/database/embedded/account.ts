import { execFile } from 'node:child_process';
import { chownSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { MINIMAL_ENVIRONMENT } from '../../environment.ts';

const run = promisify(execFile);

/** How to run a PostgreSQL program on this machine. */
export interface Account {
  /** Words that go before the program, e.g. `setpriv …`. */
  prefix: string[];
  /** Set when the program runs as another user than we do. */
  owner: { uid: number; gid: number } | undefined;
  /** Whether spawn() itself switches to the owner. */
  spawnAsOwner: boolean;
}

/** The conventional id of `nobody`: every Linux and container user-namespace mapping has it. */
const NOBODY = 65_534;

// A server whose parent was killed gets SIGINT, its "fast shutdown".
const WITH_PARENT = ['--pdeathsig', 'INT'];

// The program keeps the right to pass folders that only root may enter: a clone below /root, a data directory below a 0700 folder.
// PostgreSQL also asks access(2), which ignores capabilities of other users unless no_setuid_fixup is set.
const PASS_FOLDERS = ['--securebits', '+no_setuid_fixup', '--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'];

/**
 * Chooses the user that PostgreSQL runs as: it refuses to run as root. Tries the ways from the least privileged one and takes the
 * first in which the program starts and its data directory can be entered.
 *
 * @param directory the (existing) data directory; it is given to the chosen user.
 */
export async function chooseAccount(directory: string, program: string): Promise<Account> {
  if (process.platform === 'win32') return { prefix: [], owner: undefined, spawnAsOwner: false };
  const root = process.getuid?.() === 0;
  const owner = root ? giveAway(directory) : undefined;
  const failures: string[] = [];
  for (const account of candidates(owner)) {
    try {
      const [file = '', ...args] = [...account.prefix, ...probe(directory, program)];
      await run(file, args, { cwd: '/', env: MINIMAL_ENVIRONMENT, ...spawnIdentity(account) });
      return account;
    } catch (error) {
      failures.push(`${account.prefix.join(' ') || 'directly'}: ${firstLine(error)}`);
    }
  }
  const who = owner ? ` as user ${owner.uid} (it refuses to run as root)` : '';
  throw new Error(`PostgreSQL can't be run${who} with its data in ${directory}. Tried: ${failures.join('; ')}`);
}

/** The options of spawn() that make a program run as the account. */
export function spawnIdentity(account: Account): { uid?: number; gid?: number } {
  return account.spawnAsOwner && account.owner ? account.owner : {};
}

const probe = (directory: string, program: string) => [
  '/bin/sh',
  '-c',
  'cd "$1" && exec "$2" --version',
  'sh',
  directory,
  program,
];

function candidates(owner: Account['owner']): Account[] {
  if (!owner) {
    return [
      { prefix: ['setpriv', ...WITH_PARENT, '--'], owner, spawnAsOwner: false },
      { prefix: [], owner, spawnAsOwner: false },
    ];
  }
  const switchUser = ['--reuid', `${owner.uid}`, '--regid', `${owner.gid}`, '--clear-groups'];
  return [
    { prefix: ['setpriv', ...switchUser, ...WITH_PARENT, '--'], owner, spawnAsOwner: false },
    { prefix: ['setpriv', ...switchUser, ...PASS_FOLDERS, ...WITH_PARENT, '--'], owner, spawnAsOwner: false },
    { prefix: [], owner, spawnAsOwner: true },
  ];
}

function giveAway(directory: string): { uid: number; gid: number } {
  const { uid, gid } = statSync(directory);
  if (uid !== 0) return { uid, gid };
  try {
    chownSync(directory, NOBODY, NOBODY);
  } catch (cause) {
    throw new Error(`PostgreSQL refuses to run as root, and ${directory} can't be given to another user.`, { cause });
  }
  return { uid: NOBODY, gid: NOBODY };
}

function firstLine(error: unknown): string {
  const { stderr, message } = error as { stderr?: string; message: string };
  return (stderr?.trim() || message).split('\n')[0] ?? '';
}
