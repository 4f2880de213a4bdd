/**
 * A refusal in the vendor's own words. Each vendor error is a class of its own in the twin's `errors.ts`; actions throw it,
 * the kit's only catch rolls the transaction back and answers with what is here. It knows nothing of a vendor's envelope.
 */
export class TwinError extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  /** True where it tells of what the twin doesn't model: by its status, or because the vendor knows no such status. */
  readonly unmodelled: boolean;

  constructor(
    status: number,
    body: unknown,
    options: { message?: string; headers?: Record<string, string>; unmodelled?: boolean } = {},
  ) {
    super(options.message ?? (typeof body === 'string' ? body : JSON.stringify(body)));
    this.name = new.target.name;
    this.status = status;
    this.body = body;
    this.headers = options.headers ?? {};
    this.unmodelled = options.unmodelled ?? status === UNMODELLED;
  }
}

/** The status of the loud refusal of what a twin doesn't model. */
export const UNMODELLED = 501;

/** What a seed was to be made of can't be read, or is too much: in words for whoever asked for it. */
export class SeedSourceError extends Error {}

/** A seed that the twin's parser refused. */
export class SeedError extends Error {
  readonly issues: readonly { path: string; message: string; code: string }[];

  constructor(issues: readonly { path: string; message: string; code: string }[]) {
    super(`seed refused: ${issues.map((issue) => `${issue.path || '(document)'}: ${issue.message}`).join('; ')}`);
    this.name = 'SeedError';
    this.issues = issues;
  }
}
