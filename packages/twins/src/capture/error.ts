/** Files that no seed can be made of. */
export class CaptureError extends Error {
  /** What to do instead. */
  readonly hint: string | undefined;

  constructor(message: string, hint?: string, cause?: unknown) {
    super(message, { cause });
    this.name = 'CaptureError';
    this.hint = hint;
  }
}
