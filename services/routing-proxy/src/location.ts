/** Where a request wants to go. */
export interface Location {
  twin: string;
  sessionId: string;
  /** What the twin is asked for, query included: `/s/<session>/<rest>`, the rest as the client wrote it. */
  path: string;
  /** Where the client sees the twin: below `/<twin>/s/<session>`, or at the root of a host of its own. */
  seenAt: 'path' | 'root';
}

/** The form that every client can use. */
const IN_PATH = /^\/([a-z][a-z0-9-]{0,63})(\/s\/([A-Za-z0-9_-]{1,64})(?:[/?].*)?)$/s;
/**
 * The form for clients that drop a path: `<twin>--<session>.<anything>`. Hosts know no case, and some clients take no underscore in
 * them, so `ses-…` is read as `ses_…`.
 */
const IN_HOST = /^([a-z][a-z0-9-]{0,31}?)--(ses)[_-]([a-z0-9]{1,40})\./i;

/**
 * @param target path and query as requested
 * @param host the `Host` header
 * @returns undefined for what is no twin's, and for the platform's own routes on a twin.
 */
export function locate(target: string, host: string | undefined): Location | undefined {
  const location = inHost(target, host) ?? inPath(target);
  return location && !isControl(location.path) ? location : undefined;
}

/** True when the host stands for a twin: then every path on it is the twin's. */
export const isTwinHost = (host: string | undefined): boolean => host?.includes('--') === true && IN_HOST.test(host);

function inPath(target: string): Location | undefined {
  const match = IN_PATH.exec(target);
  return match ? { twin: match[1]!, path: match[2]!, sessionId: match[3]!, seenAt: 'path' } : undefined;
}

function inHost(target: string, host: string | undefined): Location | undefined {
  // Nearly every call ends here.
  if (!host?.includes('--') || !target.startsWith('/')) return undefined;
  const match = IN_HOST.exec(host);
  if (!match) return undefined;
  const sessionId = `ses_${match[3]!.toLowerCase()}`;
  return { twin: match[1]!.toLowerCase(), sessionId, path: `/s/${sessionId}${target}`, seenAt: 'root' };
}
/** True when any reader could take the path for a control route: encoded, in other case, or around `.` and empty segments. */
function isControl(target: string): boolean {
  // Nearly every path ends here.
  if (!/_svc|%|\\/i.test(target)) return false;
  let path = target.replace(/[?#].*$/s, '');
  for (let round = 0; round < MAX_ENCODINGS && path.includes('%'); round++) path = decoded(path);
  const segments: string[] = [];
  for (const segment of path.toLowerCase().split(/[/\\]/)) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.some((segment, index) => segment === '_svc' && segments[index + 1]?.startsWith('control'));
}

const MAX_ENCODINGS = 4;

const decoded = (path: string): string =>
  path.replaceAll(/%([0-9a-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
