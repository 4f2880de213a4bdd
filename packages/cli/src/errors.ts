/** What the command's exit code says; stable, for scripts and CI. */
export const EXIT = {
  /** Passed, or captured. */
  passed: 0,
  /** Below the threshold, or not fully graded. */
  notPassed: 1,
  /** The service, a twin or this machine failed. */
  failed: 2,
  auth: 3,
  quota: 4,
  usage: 5,
  /** Ended by Ctrl-C, as shells report it. */
  interrupted: 130,
} as const;
export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/** A failure that its user can understand: a message, what to do about it, and the exit code. */
export class CliError extends Error {
  readonly exitCode: ExitCode;
  readonly hint: string | undefined;

  constructor(exitCode: ExitCode, message: string, options: { hint?: string; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'CliError';
    this.exitCode = exitCode;
    this.hint = options.hint;
  }
}

/** A wrong command line or a wrong file: nothing was started. */
export class UsageError extends CliError {
  constructor(message: string, hint?: string, cause?: unknown) {
    super(EXIT.usage, message, { ...(hint !== undefined && { hint }), cause });
    this.name = 'UsageError';
  }
}
