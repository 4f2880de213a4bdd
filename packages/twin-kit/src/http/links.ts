/** Absolute URLs in answers begin where the call came in: scheme, host, port, the proxy's prefix and the session. */
export interface Links {
  /** E.g. `http://127.0.0.1:4000/github/s/ses_abc`, without a trailing slash. */
  readonly base: string;
  /** `base` plus a path that starts with `/`. */
  to(path: string): string;
}
