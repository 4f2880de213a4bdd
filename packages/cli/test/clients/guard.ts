import { Socket } from 'node:net';

const LOOPBACK = /^(localhost|127(\.\d+){3}|::1)$/;

/** The host that a socket is asked to connect to; node hands options over in several ways. */
function hostOf(args: readonly unknown[]): string {
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as readonly unknown[];
  if (typeof first !== 'object' || first === null) return typeof second === 'string' ? second : 'localhost';
  const { host, path } = first as { host?: string; path?: string | null };
  return path == null ? (host ?? 'localhost') : 'localhost';
}

/**
 * Lets this process reach its own machine only: a client that goes to the real vendor after all fails its call, and the test
 * when it looks at `strangers`.
 */
export function onlyThisMachine(): { strangers: string[]; lift(): void } {
  const { connect } = Socket.prototype;
  const strangers: string[] = [];
  Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
    const host = hostOf(args);
    if (LOOPBACK.test(host)) return Reflect.apply(connect, this, args) as Socket;
    strangers.push(host);
    // Whoever connects listens for errors only afterwards.
    process.nextTick(() => this.destroy(new Error(`This test must not reach ${host}.`)));
    return this;
  } as typeof connect;
  return {
    strangers,
    lift: () => {
      Socket.prototype.connect = connect;
    },
  };
}
