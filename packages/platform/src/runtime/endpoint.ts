import type { HostAddress } from '../hosts/tunnel.ts';

/** How to connect to a twin. */
export interface TwinEndpoint {
  /** What requests are made to; stands for nothing when there is a socket or a tunnel. */
  origin: string;
  /** The Unix socket that the twin listens on. */
  socketPath?: string;
  /** The agent of the host that it runs on, and which of that host's twins it is. */
  tunnel?: HostAddress & { instance: string };
}

const UNIX = 'unix://';
const HOST = 'host://';
const ORIGIN = 'http://localhost';

/** The address of a twin that listens on a Unix socket. @param path absolute */
export const socketUrl = (path: string): string => UNIX + path;

/** Reads `host:port`, or `[address]:port` of IP version 6. */
export function hostAddressOf(text: string): HostAddress {
  const at = text.lastIndexOf(':');
  return { host: text.slice(0, at).replace(/^\[|\]$/g, ''), port: Number(text.slice(at + 1)) };
}

/** The address of a twin of another host. */
export const tunnelUrl = ({ host, port }: HostAddress, instance: string): string =>
  `${HOST}${host.includes(':') ? `[${host}]` : host}:${port}/${instance}`;

/**
 * Reads the address of a twin: `http://<host>:<port>`, `unix://<absolute path>` for one without a network, or
 * `host://<agent's host>:<port>/<instance>` for one on another host.
 */
export function twinEndpoint(url: string): TwinEndpoint {
  if (url.startsWith(UNIX)) return { origin: ORIGIN, socketPath: url.slice(UNIX.length) };
  if (!url.startsWith(HOST)) return { origin: url };
  const { hostname, port, pathname } = new URL(url);
  return { origin: ORIGIN, tunnel: { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port), instance: pathname.slice(1) } };
}
