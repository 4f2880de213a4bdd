import type { ErrorType, Usage } from '@svc/contract';
import { InstallationFailure } from '@svc/embedded/failure';
import { FolderError } from '@svc/platform/files';
import { ApiError } from '@svc/sdk';
import { keyHint, runningHint, useAddress } from './address-hints.ts';
import { callerEnvironment } from './config.ts';
import { CliError, EXIT, type ExitCode, UsageError } from './errors.ts';

const EXIT_CODES: Partial<Record<ErrorType | 'unknown', ExitCode>> = {
  invalid_auth: EXIT.auth,
  revoked_key: EXIT.auth,
  quota_exceeded: EXIT.quota,
  validation_failed: EXIT.usage,
  not_found: EXIT.usage,
};

const HINTS: Partial<Record<ErrorType | 'unknown', string>> = {
  revoked_key: 'run `svc login` for a new key, or set another SVC_API_KEY.',
  quota_exceeded: '`svc sandbox list` shows what is open, `svc sandbox stop <id>` stops one.',
  unknown: 'check SVC_BASE_URL: something other than the service answered.',
};

/** A refusal of the service, or what an installation or a folder can't do, as the command tells it; anything else stays what it is. */
export async function explained(error: unknown): Promise<unknown> {
  if (error instanceof FolderError) return new UsageError(error.message, undefined, error);
  if (error instanceof InstallationFailure) {
    const { message, hint, misuse } = error;
    return new CliError(misuse ? EXIT.usage : EXIT.failed, message, { ...(hint !== undefined && { hint }), cause: error });
  }
  if (!(error instanceof ApiError)) return error;
  const quote = error.type === 'internal_error' || error.type === 'downstream_unavailable';
  const id = quote && error.requestId ? ` (${error.requestId})` : '';
  const hint = await hintFor(error);
  return new CliError(EXIT_CODES[error.type] ?? EXIT.failed, `${error.message}${id}${detailsOf(error)}`, {
    ...(hint !== undefined && { hint }),
    cause: error,
  });
}

async function hintFor({ type, betterBaseUrl }: ApiError): Promise<string | undefined> {
  if (betterBaseUrl !== undefined) return useAddress(betterBaseUrl);
  if (type === 'invalid_auth') return keyHint();
  const { SVC_BASE_URL: used } = callerEnvironment;
  const elsewhere = type === 'unknown' || (type === 'not_found' && used?.includes('127.0.0.1'));
  return (elsewhere ? await runningHint(used) : undefined) ?? HINTS[type];
}

interface IssueDetail {
  path: string;
  message: string;
}

function detailsOf({ details }: ApiError): string {
  const issues = Array.isArray(details.issues) ? (details.issues as IssueDetail[]) : [];
  const lines = issues.map(({ path, message }) => `\n  ${path || '(document)'}: ${message}`);
  const usage = details.usage as Usage | undefined;
  if (usage) lines.push(`\n  ${usage.sessions_used} of ${usage.sessions_quota} sandboxes are open.`);
  return lines.join('');
}
