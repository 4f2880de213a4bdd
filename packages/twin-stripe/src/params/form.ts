import { isUtf8 } from 'node:buffer';
import qs from 'qs';
import { parsePlainForm } from './plain-form.ts';

/** Stripe nests at most this deep; the library's own default of 5 would turn deeper names into one odd name. */
const DEPTH = 20;
const MOST_ITEMS = 1000;
const MOST_PARAMETERS = 20_000;

/** `a[b][]=c` as an object. A name that comes twice counts once, with its last value. */
export function parseForm(text: string): Record<string, unknown> {
  return parsePlainForm(text) ?? parseAnyForm(text);
}

/** The same by the library alone. */
export const parseAnyForm = (text: string): Record<string, unknown> =>
  qs.parse(text, {
    depth: DEPTH,
    arrayLimit: MOST_ITEMS,
    parameterLimit: MOST_PARAMETERS,
    duplicates: 'last',
    plainObjects: true,
  }) as Record<string, unknown>;

/** Bodies are forms. @throws for JSON and multipart, which `/v1` doesn't take, and for broken UTF-8 */
export function readBody(bytes: Buffer, contentType: string | undefined): unknown {
  const type = (contentType ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== '' && type !== 'application/x-www-form-urlencoded') throw new Error(`unexpected content type ${type}`);
  if (!isUtf8(bytes)) throw new Error('the body is not UTF-8');
  return parseForm(bytes.toString('utf8'));
}
