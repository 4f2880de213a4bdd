import {
  Agent as HttpAgent,
  type IncomingMessage,
  type RequestOptions,
  request as requestHttp,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { Duplex } from 'node:stream';
import { buffer, text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { systemCode } from '@svc/platform/files';
import type { Site } from '@svc/twins';
import { AddressRewriter } from './address-rewriter.ts';

/** Headers of one connection, not of the message (RFC 9110, section 7.6.1). */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

const NO_UPSTREAM = 502;

/** A JSON web token, or a token that an app's installation was given: the twin knows whom they stand for. Any other gives way to the sandbox's. */
const CREDENTIAL_OF_AN_APP = /^(?:bearer|token) (eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+|ghs_\w+)$/i;

/** Passes requests on to one twin of a sandbox, as they are but for path, bearer, and the addresses of a service behind TLS. */
export class Forwarder {
  /** The twin's `api_url`. */
  readonly #base: URL;
  readonly #token: string;
  readonly #agent: HttpAgent;
  /** The vendor's hosts, where this answers in their place. */
  readonly #site: Site | undefined;

  constructor(apiUrl: string, token: string, site?: Site) {
    this.#base = new URL(apiUrl);
    this.#token = token;
    this.#site = site;
    this.#agent = this.#secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });
  }

  get #secure(): boolean {
    return this.#base.protocol === 'https:';
  }

  /** Bodies stream both ways; whoever goes away first takes the other side along. */
  forward(incoming: IncomingMessage, response: ServerResponse): void {
    const outgoing = this.#request(this.#options(incoming, []));
    response.once('close', () => response.writableFinished || outgoing.destroy());
    outgoing.once('response', (answer) => {
      // Cut off, not ended: the client must not take half an answer for a whole one.
      this.#answer(incoming, answer, response).catch(() => response.destroy());
    });
    outgoing.once('error', (error) => {
      // A connection that was lost is lost for the client too: it may have been asked for.
      if (response.headersSent || systemCode(error) === 'ECONNRESET') return void response.destroy();
      response.writeHead(NO_UPSTREAM, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' });
      response.end(`svc connect: the sandbox can't be reached (${systemCode(error) ?? error.message}).\n`);
    });
    incoming.pipe(outgoing);
  }

  /** A service behind TLS knows only its own name: what it says of this sandbox's address is put in terms of this listener. */
  #answer(incoming: IncomingMessage, answer: IncomingMessage, response: ServerResponse): Promise<void> {
    const status = answer.statusCode as number;
    const { host } = incoming.headers;
    if (this.#site?.hosts.includes(host ?? '')) return this.#answerAs(this.#site, host ?? '', answer, response);
    if (!this.#secure || host === undefined) {
      response.writeHead(status, answer.statusMessage, passed(answer.rawHeaders));
      response.flushHeaders();
      return pipeline(answer, response);
    }
    const [from, to] = [this.#base.href, `http://${host}${this.#base.pathname}`];
    const rewrites = isText(answer);
    const headers = passed(answer.rawHeaders, rewrites ? ['content-length'] : []);
    response.writeHead(
      status,
      answer.statusMessage,
      headers.map((text) => text.replaceAll(from, to)),
    );
    response.flushHeaders();
    return rewrites ? pipeline(answer, new AddressRewriter(from, to), response) : pipeline(answer, response);
  }

  /** In the vendor's place: what an answer says of the twin's addresses is put in terms of the vendor's own. */
  async #answerAs(site: Site, host: string, answer: IncomingMessage, response: ServerResponse): Promise<void> {
    const base = this.#secure ? this.#base.href.replace(/\/$/, '') : `http://${host}${this.#base.pathname.replace(/\/$/, '')}`;
    const address = new RegExp(`${base.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}(/[^\\s"'<>\\\\]*)?`, 'g');
    const translated = (from: string): string => from.replaceAll(address, (_whole, path = '') => site.addressOf(path as string));
    const status = answer.statusCode as number;
    const framed = answer.headers['content-type'] === site.framed?.contentType ? site.framed : undefined;
    const isWhole = isText(answer) || framed !== undefined;
    const headers = passed(answer.rawHeaders, isWhole ? ['content-length'] : []).map(translated);
    if (!isWhole) {
      response.writeHead(status, answer.statusMessage, headers);
      response.flushHeaders();
      return pipeline(answer, response);
    }
    const body = framed ? framed.changed(await buffer(answer), translated) : Buffer.from(translated(await text(answer)));
    response.writeHead(status, answer.statusMessage, [...headers, 'content-length', String(body.length)]);
    response.end(body);
  }

  /** Passes an upgrade on; afterwards bytes go both ways. */
  upgrade(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const kept = ['connection', 'Upgrade', 'upgrade', incoming.headers.upgrade ?? ''];
    const outgoing = this.#request(this.#options(incoming, kept));
    socket.on('error', () => socket.destroy());
    socket.once('close', () => outgoing.destroy());
    outgoing.once('upgrade', (answer, upstream: Duplex, rest: Buffer) => {
      socket.write(headOf(answer, answer.rawHeaders));
      socket.write(rest);
      upstream.write(head);
      const end = (): void => void [socket.destroy(), upstream.destroy()];
      Promise.all([pipeline(socket, upstream), pipeline(upstream, socket)]).then(end, end);
    });
    outgoing.once('response', (answer) => {
      socket.write(headOf(answer, [...passed(answer.rawHeaders), 'connection', 'close']));
      answer.pipe(socket);
    });
    outgoing.once('error', () => socket.destroy());
    outgoing.end();
  }

  close(): void {
    this.#agent.destroy();
  }

  #request(options: RequestOptions) {
    return this.#secure ? requestHttps(options) : requestHttp(options);
  }

  #options(incoming: IncomingMessage, more: readonly string[]): RequestOptions {
    const { hostname, port } = this.#base;
    // The service builds absolute URLs on the host that the caller sees, so that they lead back here. A service behind TLS is
    // chosen by its own name; its URLs are rewritten, so its answers must be readable.
    const host = (this.#secure ? undefined : incoming.headers.host) ?? this.#base.host;
    const headers = passed(incoming.rawHeaders, [
      'host',
      'authorization',
      'x-svc-presented',
      ...(this.#secure || this.#site ? ['accept-encoding'] : []),
    ]);
    const own = CREDENTIAL_OF_AN_APP.exec(incoming.headers.authorization ?? '')?.[1];
    if (own !== undefined) headers.push('x-svc-presented', `Bearer ${own}`);
    headers.push('host', host, 'authorization', `Bearer ${this.#token}`, ...more);
    return {
      agent: this.#agent,
      // In a URL, an IPv6 address stands in brackets.
      hostname: hostname.replace(/^\[(.*)\]$/, '$1'),
      port,
      method: incoming.method,
      path: this.#pathOf(incoming.url ?? '/'),
      headers: headers as unknown as NonNullable<RequestOptions['headers']>,
    };
  }

  /** The listener's root is the twin's. URLs in answers carry the sandbox's prefix, and lead back here as they are. */
  #pathOf(target: string): string {
    // A client that takes this for its HTTP proxy sends whole addresses.
    const path = /^https?:\/\/[^/?]*(.*)$/i.exec(target)?.[1] ?? target;
    const prefix = this.#base.pathname.replace(/\/$/, '');
    const within = path === prefix || path.startsWith(`${prefix}/`) || path.startsWith(`${prefix}?`);
    return within ? path : prefix + (path.startsWith('/') ? path : `/${path}`);
  }
}

const TEXT = /^(text\/|application\/([\w.-]+\+)?json\b)/i;

/** A whole text that isn't compressed. */
const isText = ({ statusCode, headers }: IncomingMessage): boolean =>
  TEXT.test(headers['content-type'] ?? '') && headers['content-encoding'] === undefined && statusCode !== 206;

/** Raw headers, name after name and value after value, without those of the connection. */
function passed(raw: readonly string[], dropped: readonly string[] = []): string[] {
  const named = new Set(dropped);
  for (let at = 0; at < raw.length; at += 2) {
    if ((raw[at] as string).toLowerCase() !== 'connection') continue;
    for (const name of (raw[at + 1] as string).split(',')) named.add(name.trim().toLowerCase());
  }
  const kept: string[] = [];
  for (let at = 0; at < raw.length; at += 2) {
    const name = (raw[at] as string).toLowerCase();
    if (!HOP_BY_HOP.has(name) && !named.has(name)) kept.push(raw[at] as string, raw[at + 1] as string);
  }
  return kept;
}

function headOf({ statusCode, statusMessage }: IncomingMessage, raw: readonly string[]): string {
  let text = `HTTP/1.1 ${statusCode} ${statusMessage}\r\n`;
  for (let at = 0; at < raw.length; at += 2) text += `${raw[at]}: ${raw[at + 1]}\r\n`;
  return `${text}\r\n`;
}
