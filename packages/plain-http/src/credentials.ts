/**
 * The credential in an `Authorization` header, in any form official clients use: `Bearer t`, `token t` (GitHub),
 * a bare `t` (Linear), Basic with the token as user or password (Stripe, git). Basic may carry it in either place, so
 * there can be two candidates.
 */
export function credentialsIn(authorization: string | undefined): string[] {
  const header = authorization?.trim();
  if (!header) return [];
  const space = header.indexOf(' ');
  if (space < 0) return [header];
  const scheme = header.slice(0, space).toLowerCase();
  const value = header.slice(space + 1).trim();
  if (scheme !== 'basic') return value === '' ? [] : [value];
  const decoded = Buffer.from(value, 'base64').toString('utf8');
  const colon = decoded.indexOf(':');
  const parts = colon < 0 ? [decoded] : [decoded.slice(0, colon), decoded.slice(colon + 1)];
  return parts.filter((part) => part !== '');
}
