import { tapeBytes } from '../tape/recorder.ts';
import { REDACTED } from '../tape/redact.ts';
import type { TapeRow } from '../tape/row.ts';
import type { Moments } from './moments.ts';
import { isOmitted } from './request.ts';

/** An answer as it came. */
export interface ReplayedAnswer {
  status: number;
  headers: Readonly<Record<string, string | string[] | undefined>>;
  body: Buffer;
}

/** The first place in which an answer isn't what was recorded. */
export interface Difference {
  /** `status`, `headers.link`, `body.items[0].title`. */
  at: string;
  recorded: unknown;
  replayed: unknown;
}

/** Tell of the connection, of the wall's time or of the bytes, which bodies are compared without. */
const NOT_COMPARED = new Set(['content-length', 'date', 'connection', 'keep-alive', 'transfer-encoding', 'vary', 'server']);
/** Made of the bytes of a body, where times may stand, and in pages the sandbox's own addresses. */
const OF_THE_BODY = /^(?:etag|content-md5|last-modified|x-.*-hash)$/;

/**
 * Holds an answer against the one of a row. What was taken off the tape may be anything; addresses and ids of a sandbox stand for
 * those of the other.
 *
 * @param moments of runs on the wall's clock, whose times differ
 */
export function differenceOf(row: TapeRow, answer: ReplayedAnswer, moments?: Moments): Difference | undefined {
  if (row.status !== answer.status) return { at: 'status', recorded: row.status, replayed: answer.status };
  const comparison = new Comparison(moments);
  const { response_body: body } = row;
  const isMarked = moments !== undefined || (typeof body === 'string' && body !== answer.body.toString());
  for (const [name, recorded] of Object.entries(row.response_headers ?? {})) {
    if (NOT_COMPARED.has(name) || (isMarked && OF_THE_BODY.test(name))) continue;
    const replayed = answer.headers[name];
    const difference = comparison.of(
      recorded,
      Array.isArray(replayed) ? replayed.join(', ') : (replayed ?? null),
      `headers.${name}`,
    );
    if (difference) return difference;
  }
  if (isOmitted(row.response_body)) return undefined;
  return comparison.of(row.response_body ?? null, shownAs(row.response_body, answer.body), 'body');
}

/** A body as a row would show it that shows the other one so. */
function shownAs(recorded: unknown, body: Buffer): unknown {
  if (body.length === 0) return recorded === '' ? '' : null;
  const shown = tapeBytes(body);
  if (typeof recorded === 'string' || typeof shown !== 'string') return shown;
  try {
    return JSON.parse(shown);
  } catch {
    return shown;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

class Comparison {
  readonly #moments: Moments | undefined;

  constructor(moments: Moments | undefined) {
    this.#moments = moments;
  }

  of(recorded: unknown, replayed: unknown, at: string): Difference | undefined {
    if (recorded === replayed || recorded === REDACTED) return undefined;
    if (Array.isArray(recorded) && Array.isArray(replayed)) return this.#lists(recorded, replayed, at);
    if (isObject(recorded) && isObject(replayed) && !Array.isArray(recorded) && !Array.isArray(replayed))
      return this.#objects(recorded, replayed, at);
    const texts = isText(recorded) && isText(replayed) && typeof recorded === typeof replayed;
    return texts && this.#sameText(String(recorded), String(replayed)) ? undefined : { at, recorded, replayed };
  }

  #lists(recorded: readonly unknown[], replayed: readonly unknown[], at: string): Difference | undefined {
    for (const [index, item] of recorded.slice(0, replayed.length).entries()) {
      const difference = this.of(item, replayed[index], `${at}[${index}]`);
      if (difference) return difference;
    }
    if (recorded.length === replayed.length) return undefined;
    return { at: `${at}.length`, recorded: recorded.length, replayed: replayed.length };
  }

  #objects(recorded: Record<string, unknown>, replayed: Record<string, unknown>, at: string): Difference | undefined {
    for (const name of new Set([...Object.keys(recorded), ...Object.keys(replayed)])) {
      const difference = this.of(recorded[name], replayed[name], `${at}.${name}`);
      if (difference) return difference;
    }
    return undefined;
  }

  #sameText(recorded: string, replayed: string): boolean {
    const [one, other] = [placeless(recorded), placeless(replayed)];
    if (one === other) return true;
    if (one.includes(REDACTED)) return holdsInTurn(other, one.split(REDACTED));
    return this.#moments?.same(one, other) ?? false;
  }
}

const isText = (value: unknown): value is string | number => typeof value === 'string' || typeof value === 'number';

/** Addresses of a sandbox's twin, by path or by host name, and ids of sandboxes. */
const ADDRESS =
  /https?:\/\/[^/\s"'<>\\]+(?:\/[^\s"'<>\\/]+)*?\/s\/(?:ses_[0-9a-z]{26}|standalone)|https?:\/\/[\w-]+--ses-[0-9a-z]{26}[^/\s"'<>\\]*/g;
const SESSION = /ses[_-][0-9a-z]{26}/g;

const placeless = (text: string): string => text.replaceAll(ADDRESS, '{twin}').replaceAll(SESSION, '{session}');

/** Does a text have these parts in this order, from its start to its end? */
function holdsInTurn(text: string, parts: readonly string[]): boolean {
  let at = 0;
  for (const part of parts) {
    const found = text.indexOf(part, at);
    if (found < 0 || (at === 0 && part === parts[0] && found !== 0)) return false;
    at = found + part.length;
  }
  return text.endsWith(parts.at(-1) as string);
}
