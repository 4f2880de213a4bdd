import { Agent, type IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { connectionTo, twinEndpoint } from '@svc/platform';
import { createProxyServer } from 'http-proxy-3';
import type { Decision } from './gate.ts';
import { rewriteUpgradeHeaders } from './headers.ts';
import { answerSocket, serviceAnswer } from './refusal.ts';

/** Until a connection to a twin stands, in milliseconds. */
const CONNECT_MS = 3_000;

/** Only WebSocket is upgraded; other offers, such as the `h2c` that some clients always make, are answered over HTTP/1.1. */
export const wantsUpgrade = (request: IncomingMessage): boolean => request.headers.upgrade?.toLowerCase() === 'websocket';

/** Connections that have left HTTP. */
export class Upgrades {
  readonly #proxy = createProxyServer({ xfwd: false, proxyTimeout: 0 });
  readonly #sockets = new Set<Socket>();
  readonly #protocol: 'http' | 'https';

  constructor(protocol: 'http' | 'https') {
    this.#protocol = protocol;
    this.#proxy.on('proxyReqWs', (outgoing, _request, socket) => {
      // The library only half-closes; a client that went away must free its twin.
      socket.once('close', () => outgoing.destroy());
      outgoing.once('upgrade', (_answer, upstream: Socket) => socket.once('close', () => upstream.destroy()));
    });
  }

  open(request: IncomingMessage, socket: Socket, head: Buffer, destination: Extract<Decision, { kind: 'forward' }>): void {
    const { path, mount } = destination;
    const target = twinEndpoint(destination.origin).origin;
    const agent = agentTo(destination.origin);
    this.#sockets.add(socket);
    socket.once('close', () => this.#sockets.delete(socket));
    const seen = { ...mount, host: request.headers.host ?? 'localhost', protocol: this.#protocol };
    rewriteUpgradeHeaders(request, seen);
    request.url = path;
    this.#proxy.ws(request, socket, head, { target, agent, changeOrigin: true }, () =>
      answerSocket(socket, serviceAnswer('downstream_unavailable')),
    );
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
    this.#proxy.close();
  }
}

const agentTo = (url: string): Agent => Object.assign(new Agent(), { createConnection: connectionTo(url, CONNECT_MS) });
