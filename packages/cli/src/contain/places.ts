import { isIP } from 'node:net';
import { UsageError } from '../errors.ts';

/** A host and a port that something connects to. */
export interface Destination {
  host: string;
  port: number;
}

const TLS_PORT = 443;
const HTTP_PORT = 80;
const MAX_PORT = 65_535;

export const written = ({ host, port }: Destination): string => (isIP(host) === 6 ? `[${host}]:${port}` : `${host}:${port}`);

/** `host`, `host:port` or `[address]:port`; without a port that of HTTPS. @throws UsageError */
export function readDestination(text: string): Destination {
  const [, bracketed, plain, port] = /^(?:\[([\da-f:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/i.exec(text) ?? [];
  const host = (bracketed ?? plain)?.toLowerCase();
  const number = port === undefined ? TLS_PORT : Number(port);
  if (host === undefined || number < 1 || number > MAX_PORT)
    throw new UsageError(`"${text}" is no host to allow.`, 'write a host, or a host and a port: api.example.com:8443.');
  return { host, port: number };
}

/** Where an address of HTTP leads. */
export function destinationOf(address: string): Destination {
  const { hostname, port, protocol } = new URL(address);
  const host = hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  return { host, port: port === '' ? (protocol === 'https:' ? TLS_PORT : HTTP_PORT) : Number(port) };
}

/** This machine itself, by its names and addresses. */
export const isLoopback = (host: string): boolean => host === 'localhost' || host === '::1' || /^127\./.test(host);
