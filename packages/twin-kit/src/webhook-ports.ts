import type { LookupFunction } from 'node:net';

/**
 * The names and addresses of this machine, as the URL parser writes them: it has made one form of `127.1`, `2130706433` and
 * `0x7f.0.0.1` already. Not among them: `0.0.0.0`, IPv4 written as IPv6, and names below `localhost`.
 */
const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;
const DEFAULT_PORT: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

/**
 * May a webhook go there? Only to ports of this machine that somebody allowed, and without a password: a twin must not reach
 * real services, nor what else listens here.
 *
 * @param own ports of the service and of the twin itself, which are never allowed
 */
export function isAllowedAddress(url: string, allowed: readonly number[], own: readonly (number | undefined)[]): boolean {
  const { protocol = '', username, password, hostname = '', port = '' } = URL.parse(url) ?? {};
  const standard = DEFAULT_PORT[protocol];
  if (standard === undefined || username || password || !LOOPBACK.test(hostname)) return false;
  const number = port === '' ? standard : Number(port);
  return allowed.includes(number) && !own.includes(number);
}

const LOOPBACK_ADDRESSES = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/** What `localhost` is, whatever the machine's resolver says of it. */
export const lookUpLoopback: LookupFunction = (_hostname, options, callback) => {
  if (options.all) callback(null, LOOPBACK_ADDRESSES);
  else callback(null, '127.0.0.1', 4);
};
