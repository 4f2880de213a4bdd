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

/** The one name that the library drops, since an ordinary object would lose its prototype to it. */
const PROTOTYPE = '__proto__';
const MAY_NAME_PROTOTYPE = /(?:_|%5F){2}proto(?:_|%5F){2}/i;
/** Stands for it meanwhile. */
const STAND_IN = '\u0000proto\u0000';

/** The same by the library alone. */
export function parseAnyForm(text: string): Record<string, unknown> {
  if (!MAY_NAME_PROTOTYPE.test(text)) return parseByLibrary(text);
  const renamed = text.replaceAll(new RegExp(MAY_NAME_PROTOTYPE, 'gi'), encodeURIComponent(STAND_IN));
  return withPrototypeNames(parseByLibrary(renamed)) as Record<string, unknown>;
}

function withPrototypeNames(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(STAND_IN, PROTOTYPE);
  if (Array.isArray(value)) return value.map(withPrototypeNames);
  if (typeof value !== 'object' || value === null) return value;
  // Made of entries, a name is only a name.
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name.replaceAll(STAND_IN, PROTOTYPE), withPrototypeNames(field)]),
  );
}

const parseByLibrary = (text: string): Record<string, unknown> =>
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
