/** How to connect to a twin, as node's and undici's clients take it. */
export interface TwinEndpoint {
  /** What requests are made to; stands for nothing when there is a socket. */
  origin: string;
  /** The Unix socket that the twin listens on. */
  socketPath?: string;
}

const UNIX = 'unix://';

/** The address of a twin that listens on a Unix socket. @param path absolute */
export const socketUrl = (path: string): string => UNIX + path;

/** Reads the address of a twin: `http://<host>:<port>`, or `unix://<absolute path>` for one without a network. */
export function twinEndpoint(url: string): TwinEndpoint {
  return url.startsWith(UNIX) ? { origin: 'http://localhost', socketPath: url.slice(UNIX.length) } : { origin: url };
}
