/** Where a request wants to go: `/<twin>/s/<session>/<rest>`. */
export interface Location {
  twin: string;
  sessionId: string;
  /** What the twin is asked for, query included, as the client wrote it: `/s/<session>/<rest>`. */
  path: string;
}

const LOCATION = /^\/([a-z][a-z0-9-]{0,63})(\/s\/([A-Za-z0-9_-]{1,64})(?:[/?].*)?)$/s;

/** @returns undefined for paths that are no twin's, and for the platform's own routes on a twin. */
export function locate(target: string): Location | undefined {
  const match = LOCATION.exec(target);
  if (!match) return undefined;
  const path = match[2]!;
  return isControl(path) ? undefined : { twin: match[1]!, path, sessionId: match[3]! };
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
