import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { CliError, EXIT } from '../errors.ts';
import { Gate, type Refused } from './gate.ts';
import { type Inside, SETUP } from './inside.ts';
import { type Destination, destinationOf, isLoopback } from './places.ts';

const run = promisify(execFile);

/** A network and mounts of its own, in which this account may set them up, and nothing outside. */
const NAMESPACES = ['--user', '--map-root-user', '--net', '--mount'];

/** An agent whose connections lead to its twins and to what the caller allows, and nowhere else. */
export interface Containment {
  /** The program that runs a command line in it. */
  wrap(command: string): [program: string, args: string[]];
  readonly refused: readonly Refused[];
  close(): Promise<void>;
}

const MISSING =
  'it takes Linux with `unshare` and `mount` (util-linux) and `ip` (iproute2), where accounts may have user namespaces: ' +
  'sysctl kernel.unprivileged_userns_clone=1, on Ubuntu kernel.apparmor_restrict_unprivileged_userns=0, and no container around it that forbids them.';

/** Finds out whether this system can contain anything, before something runs. @throws CliError with what it said */
export async function requireContainment(): Promise<void> {
  const steps = SETUP.map((words) => words.join(' ')).join(' && ');
  const nested = 'unshare --user --map-user=1000 --map-group=1000 -- true';
  try {
    if (process.platform !== 'linux') throw new Error(`it is ${process.platform}`);
    await run('unshare', [...NAMESPACES, '--', '/bin/sh', '-c', `${steps} && ${nested}`]);
  } catch (error) {
    const { stderr, message } = error as Error & { stderr?: string };
    const said = (stderr?.trim() || message).split('\n')[0];
    throw new CliError(EXIT.usage, `This system can't contain an agent (${said}).`, { hint: MISSING, cause: error });
  }
}

/** @param variables of the agent that lead to its twins and to this process @param tell of each connection that is refused */
export async function contain(
  { addresses, variables, allowed }: { addresses: readonly string[]; variables: object; allowed: readonly Destination[] },
  tell: (refused: Refused) => void,
): Promise<Containment> {
  const places = [...addresses.map(destinationOf), ...localPlaces(variables), ...allowed];
  const gate = await Gate.open(places, tell);
  const ports = [...new Set(places.map(({ port }) => port))];
  return {
    wrap(command) {
      const inside: Inside = { gate: gate.path, ports, uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0, command };
      const own = [process.execPath, ...process.execArgv, process.argv[1] as string];
      return ['unshare', [...NAMESPACES, '--', ...own, 'contained', JSON.stringify(inside)]];
    },
    refused: gate.refused,
    close: () => gate.close(),
  };
}

/** What this process listens on for the agent: addresses of this machine, wherever they stand in a variable. */
const localPlaces = (variables: object): Destination[] =>
  Object.values(variables)
    .flatMap((value) => String(value).match(/https?:\/\/[^\s"'/]+/g) ?? [])
    .map(destinationOf)
    .filter(({ host }) => isLoopback(host));
