import { TwinError } from '@svc/twin-kit';

/** One entry of GitHub's `errors[]`: https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api#validation-failed */
export interface FieldError {
  resource: string;
  code: 'missing' | 'missing_field' | 'invalid' | 'already_exists' | 'unprocessable' | 'custom';
  field?: string;
  message?: string;
  value?: unknown;
}

interface GithubErrorOptions {
  errors?: readonly (FieldError | string)[];
  /** The page that the error names. */
  docs?: string;
  headers?: Record<string, string>;
  metadata?: object;
  url?: string;
}

/** GitHub's error envelope. `documentation_url` is the operation's own and is filled in when the answer goes out. */
export class GithubError extends TwinError {
  constructor(status: number, message: string, options: GithubErrorOptions = {}) {
    const { errors, docs, headers, metadata, url } = options;
    super(
      status,
      {
        message,
        ...(errors && { errors }),
        ...(metadata && { metadata }),
        ...(url !== undefined && { url }),
        ...(docs !== undefined && { documentation_url: docs }),
        status: String(status),
      },
      { message: errors ? `${message}: ${errors.map(reasonOf).join('; ')}` : message, ...(headers && { headers }) },
    );
  }
}

/** An error in words, for callers that see no list. */
const reasonOf = (error: FieldError | string): string =>
  typeof error === 'string' ? error : (error.message ?? [error.field, error.code].filter(Boolean).join(' '));

export class NotFound extends GithubError {
  constructor(message = 'Not Found') {
    super(404, message);
  }
}

export class Unauthenticated extends GithubError {
  constructor() {
    super(401, 'Requires authentication');
  }
}

export class BadCredentials extends GithubError {
  constructor() {
    super(401, 'Bad credentials', { docs: 'https://docs.github.com/rest' });
  }
}

/** What calls as an app without a JSON web token of one. */
export class JsonWebTokenRefused extends GithubError {
  constructor(message = 'A JSON web token could not be decoded') {
    super(401, message);
  }
}

export class Forbidden extends GithubError {
  constructor(message = 'Resource not accessible by personal access token') {
    super(403, message);
  }
}

/** A write to what the caller can see but not change. */
export class AdminRightsRequired extends GithubError {
  constructor(resource = 'Repository') {
    super(403, `Must have admin rights to ${resource}.`);
  }
}

export class RepositoryArchived extends GithubError {
  constructor() {
    super(403, 'Repository was archived so is read-only.');
  }
}

export class MethodNotAllowed extends GithubError {
  constructor(message: string) {
    super(405, message);
  }
}

export class Conflict extends GithubError {
  constructor(message: string) {
    super(409, message);
  }
}

export class Gone extends GithubError {
  constructor(message: string) {
    super(410, message);
  }
}

export class ParsingProblem extends GithubError {
  constructor() {
    super(400, 'Problems parsing JSON', { docs: 'https://docs.github.com/rest' });
  }
}

/** docs: "If you specify an API version that is no longer supported, you will receive a 400 error"; the sentence is the twin's own. */
export class UnknownVersion extends GithubError {
  constructor(version: string, docs: string) {
    super(400, `There is no API version ${version} that is supported.`, { docs });
  }
}

/** In GitHub's words, as https://github.com/octokit/octokit.net users met them for `application/octet-stream`. */
export class UnsupportedAccept extends GithubError {
  constructor(accept: string) {
    super(415, `Unsupported 'Accept' header: '${accept}'. Must accept 'application/json'.`, {
      docs: 'https://docs.github.com/v3/media',
    });
  }
}

/** The repository is found under another name by now (recorded: npm @octokit/fixtures, rename-repository). */
export class Moved extends GithubError {
  constructor(url: string, isRead: boolean) {
    super(isRead ? 301 : 307, 'Moved Permanently', {
      docs: 'https://docs.github.com/v3/#http-redirects',
      headers: { location: url },
      url,
    });
  }
}

export class PayloadTooLarge extends GithubError {
  constructor(limit: number) {
    super(413, `Payload is larger than ${limit} bytes`);
  }
}

/** The input is well-formed and breaks a rule of GitHub's. */
export class ValidationFailed extends GithubError {
  readonly #errors: readonly (FieldError | string)[];

  constructor(errors: readonly (FieldError | string)[], message = 'Validation Failed') {
    super(422, message, { errors });
    this.#errors = errors;
  }

  get reasons(): readonly (FieldError | string)[] {
    return this.#errors;
  }

  /** The same with its reasons in words, as some operations give them. */
  inWords(): ValidationFailed {
    return new ValidationFailed(this.#errors.map(reasonOf));
  }
}

/** A 422 that names its reason in the message alone. */
export class Unprocessable extends GithubError {
  constructor(message: string) {
    super(422, message);
  }
}

/** A 422 that the GraphQL API calls a VALIDATION. */
export class Invalid extends Unprocessable {}

/** What a project doesn't take; its GraphQL API alone tells of that. */
export class ProjectRefused extends Invalid {}

/** What rules of a branch or a tag forbid, told apart by where the rules stand. */
export interface Violations {
  ref: string;
  /** Of the protection of the branch. */
  protection: readonly string[];
  rulesets: readonly string[];
}

const PROTECTION_DOCS = 'https://docs.github.com/articles/about-protected-branches';

/** A write that rules forbid. In GitHub's words, which are in https://github.com/BobAnkh/auto-generate-changelog/issues/78 and others. */
export class RefProtected extends GithubError {
  readonly violations: Violations;

  constructor(violations: Violations, status = 422, { before = '', ...options }: { before?: string; metadata?: object } = {}) {
    const { protection, rulesets } = violations;
    const all = [...new Set([...protection, ...rulesets])];
    const isByRules = rulesets.length > 0;
    super(
      status,
      isByRules ? `Repository rule violations found\n\n${all.join('\n\n')}\n\n` : before + all.join(' '),
      isByRules ? options : { docs: PROTECTION_DOCS },
    );
    this.violations = violations;
  }
}

/** A documented operation that the twin doesn't model. */
export class Unsupported extends GithubError {
  constructor(operation: string, docs?: string) {
    super(501, `The GitHub twin doesn't model ${operation}. Nothing was read or changed.`, docs === undefined ? {} : { docs });
  }
}

/** What GitHub tells git in one line; see `gitReply`. */
export class PushDenied extends GithubError {
  constructor(repository: string, login: string) {
    super(403, `Permission to ${repository}.git denied to ${login}.`);
  }
}

/** A client that knows git's older protocol alone, which asks for files. */
export class DumbGit extends GithubError {
  constructor() {
    super(403, 'Please upgrade your git client.\nGitHub.com no longer supports git over dumb-http.');
  }
}

/** A body that isn't git's protocol. */
export class BadGitRequest extends GithubError {
  constructor(reason: string) {
    super(400, `error: protocol error: ${reason}`);
  }
}

/** Git can't be served where the twin runs. The sentence is the twin's own. */
export class GitUnavailable extends GithubError {
  constructor() {
    super(
      501,
      "The GitHub twin serves git with git's own program, and there is none where it runs. Nothing was read or changed.",
    );
  }
}

export class ServerError extends GithubError {
  constructor() {
    super(500, 'Server Error');
  }
}
