import { chmod, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { makeFolder, systemCode } from '@svc/platform/files';
import { closeServer, listen } from '@svc/platform/lifecycle';
import type { Site } from '@svc/twins';
import { CliError, EXIT, UsageError } from '../errors.ts';
import { portFault } from '../port-fault.ts';
import { Forwarder } from './forward.ts';

/** One twin of a sandbox on this machine. */
export interface Listener {
  /** An address without a path, or the path of a socket. */
  place: string;
  close(): Promise<void>;
}

export interface ListenOptions {
  apiUrl: string;
  token: string;
  /** The vendor's hosts, where it answers in their place. */
  site?: Site | undefined;
}

const HOST = '127.0.0.1';
const GRACE_MS = 1_000;
const FORBIDDEN = 403;

/** @param port 0 takes a free one */
export async function listenOnPort({ apiUrl, token, site }: ListenOptions, port: number): Promise<Listener> {
  const forwarder = new Forwarder(apiUrl, token, site);
  // What comes for the vendor's host comes from a program that takes this for its proxy: no page of another site can have that name.
  const server = serverOf(
    forwarder,
    (request) => isOfThisMachine(request) || (site?.hosts.includes(request.headers.host ?? '') ?? false),
  );
  const taken = await listen(server, port, HOST).catch((error: unknown) => {
    throw portFault(error, () => '--port');
  });
  return listener(server, forwarder, `http://${HOST}:${taken}`);
}

/** A socket that only this account can open. */
export async function listenOnSocket({ apiUrl, token, site }: ListenOptions, folder: string, twin: string): Promise<Listener> {
  const path = join(folder, `${twin}.sock`);
  const forwarder = new Forwarder(apiUrl, token, site);
  const server = serverOf(forwarder, () => true);
  try {
    await makeFolder(dirname(path), 0o700);
    if (!(await isAnswered(path))) await rm(path, { force: true });
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(path, resolve);
    });
    await chmod(path, 0o600);
  } catch (error) {
    forwarder.close();
    throw socketFault(path, error);
  }
  return listener(server, forwarder, path);
}

function socketFault(path: string, error: unknown): CliError {
  if (systemCode(error) === 'EADDRINUSE')
    return new CliError(EXIT.failed, `The socket ${path} is in use.`, { hint: 'choose another --socket-dir.', cause: error });
  // A socket's path has 107 bytes (unix(7)); on macOS, 103.
  return new UsageError(`The socket ${path} can't be made (${(error as Error).message}).`, 'choose a short --socket-dir.', error);
}

/** A socket file outlives the process that made it. */
function isAnswered(path: string): Promise<boolean> {
  const probe = connect(path);
  return new Promise((settle) => {
    probe.once('connect', () => settle(true));
    probe.once('error', (error) => settle(!['ECONNREFUSED', 'ENOENT'].includes(systemCode(error) ?? '')));
  }).finally(() => probe.destroy()) as Promise<boolean>;
}

function serverOf(forwarder: Forwarder, accepts: (request: IncomingMessage) => boolean): Server {
  const server = createServer((request, response) => {
    if (accepts(request)) return forwarder.forward(request, response);
    response.writeHead(FORBIDDEN, { 'content-type': 'text/plain; charset=utf-8' });
    response.end('svc connect: answers only to names of this machine, such as localhost.\n');
  });
  // Uploads may take their time, and so may a client that thinks.
  server.requestTimeout = 0;
  server.on('upgrade', (request, socket, head) => {
    if (accepts(request)) forwarder.upgrade(request, socket, head);
    else socket.destroy();
  });
  return server;
}

/** The listener lends its bearer to whoever calls it: a web page that has its own name point to this machine must not. */
function isOfThisMachine({ headers }: IncomingMessage): boolean {
  const name = (headers.host ?? 'localhost').replace(/:\d+$/, '').toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost') || name === '[::1]' || /^127(\.\d{1,3}){3}$/.test(name);
}

const listener = (server: Server, forwarder: Forwarder, place: string): Listener => ({
  place,
  close: async () => {
    await closeServer(server, GRACE_MS);
    forwarder.close();
  },
});
