import type { IncomingMessage } from 'node:http';
import type { ControlPlaneConfig } from '../config.ts';

const SAFE = ['GET', 'HEAD'];

/**
 * Whether a page of ours, or its reader, sent a request that carries a cookie: browsers send those along whoever asks. They say who asked in
 * `Sec-Fetch-Site`, and where the service has no TLS in `Origin`, at least of what changes something.
 */
export function sentByOurPage(
  { method = '', headers }: Pick<IncomingMessage, 'method' | 'headers'>,
  { dashboardUrl }: Pick<ControlPlaneConfig, 'dashboardUrl'>,
): boolean {
  const safe = SAFE.includes(method);
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || (safe && site === 'none');
  const { origin, host } = headers;
  if (origin === undefined) return safe;
  return origin === new URL(dashboardUrl).origin || (URL.canParse(origin) && new URL(origin).host === host);
}
