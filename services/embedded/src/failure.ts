/** Why an installation can't be started or read, as its user is told. */
export class InstallationFailure extends Error {
  readonly hint: string | undefined;
  /** Nothing went wrong but what was asked for. */
  readonly misuse: boolean;

  constructor(message: string, options: { hint?: string; misuse?: boolean; cause?: unknown } = {}) {
    super(message, { cause: options.cause });
    this.name = 'InstallationFailure';
    this.hint = options.hint;
    this.misuse = options.misuse ?? false;
  }
}
