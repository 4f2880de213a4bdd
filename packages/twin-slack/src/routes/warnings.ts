import type { TwinRequest } from '@svc/twin-kit';
import { SlackError } from '../errors.ts';

type Fields = Readonly<Record<string, unknown>>;

/** What Slack has to say of a call's content type; forms need no charset, all else should have one (pages of the methods, "Warnings"). */
export function charsetWarning({ method, headers }: Pick<TwinRequest, 'method' | 'headers'>): string | undefined {
  const type = headers['content-type']?.toLowerCase();
  if (method !== 'POST' || type === undefined) return undefined;
  const isForm = type.startsWith('application/x-www-form-urlencoded') || type.startsWith('multipart/form-data');
  if (isForm === type.includes('charset=')) return isForm ? 'superfluous_charset' : 'missing_charset';
  return undefined;
}

/** An answer's fields with a warning more. */
export function warned<T extends Fields>(fields: T, warning: string | undefined): T | Fields {
  if (warning === undefined) return fields;
  const { response_metadata } = fields as { response_metadata?: { warnings?: readonly string[] } };
  const warnings = [...(response_metadata?.warnings ?? []), warning];
  return { ...fields, warning: warnings.join(','), response_metadata: { ...response_metadata, warnings } };
}

/** The same for a refusal. */
export const warnedError = (error: unknown, warning: string | undefined): unknown =>
  error instanceof SlackError && warning !== undefined ? error.with(warned(error.body as Fields, warning)) : error;
