import type { IncomingHttpHeaders } from 'node:http';
import { SIGNATURE_PARAMETER } from '@svc/contract/signed-target';
import { LastValues } from '../http/reply.ts';
import { type Links, SIGNED } from '../http/request.ts';

export const REDACTED = '[REDACTED]';

/** Credential-bearing names that every vendor shares; a twin adds its own. */
const HEADERS = ['authorization', 'proxy-authorization', 'cookie', 'x-svc-control', 'x-svc-presented', 'x-api-key'];
const QUERY = ['access_token', 'token', 'api_key', 'client_secret', 'refresh_token', SIGNATURE_PARAMETER];
const BODY = ['access_token', 'refresh_token', 'client_secret', 'password', 'private_key', 'api_key'];

/** Headers that belong to one hop or to the proxy, not to the call: they differ from run to run. */
const HOP_HEADERS = new Set([
  'connection',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
  'te',
  'trailer',
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-forwarded-prefix',
]);

export interface SecretNames {
  headers?: readonly string[];
  query?: readonly string[];
  body?: readonly string[];
}

/** Takes credentials out of what is recorded, wherever they stand: by the name of their place, and by their own text. */
export class Redactor {
  readonly #headers: ReadonlySet<string>;
  /** Headers of answers that hold credentials: cookies, and what the twin declares. */
  readonly #answerHeaders: ReadonlySet<string>;
  readonly #answerFields = new LastValues(
    (name, value) => `${JSON.stringify(name)}:${JSON.stringify(this.#answerHeaders.has(name) ? REDACTED : value)}`,
    ',',
  );
  readonly #query: ReadonlySet<string>;
  /** Matches queries that may name a credential: as it is, or in another spelling. */
  readonly #suspectQuery: RegExp;
  readonly #body: ReadonlySet<string>;
  readonly #bodyNames: RegExp;
  /**
   * Matches JSON texts in which a name of the twin's own may stand. How a name begins is left to whoever reads the text: a quotation mark in
   * front, which JSON is full of, would make the search several times as long.
   */
  readonly #ownFields: RegExp | undefined;

  static readonly #known = new WeakMap<object, Redactor>();

  /** The redactor of a twin, one for all its worlds. */
  static of(definition: { secrets?: SecretNames }): Redactor {
    const known = Redactor.#known.get(definition) ?? new Redactor(definition.secrets);
    Redactor.#known.set(definition, known);
    return known;
  }

  constructor(own: SecretNames = {}) {
    this.#headers = new Set([...HEADERS, ...(own.headers ?? []).map((name) => name.toLowerCase())]);
    this.#answerHeaders = new Set(['set-cookie', ...(own.headers ?? []).map((name) => name.toLowerCase())]);
    this.#query = new Set([...QUERY, ...(own.query ?? [])]);
    this.#suspectQuery = new RegExp(`%|(?:${alternatives(this.#query)})=`);
    const ends = (own.body ?? []).map((name) => `${name}":`);
    this.#ownFields = ends.length > 0 ? new RegExp(alternatives(ends)) : undefined;
    this.#body = new Set([...BODY, ...(own.body ?? [])]);
    this.#bodyNames = new RegExp(`"(?:${alternatives(this.#body)})":`);
  }

  /** A request's headers as JSON text. */
  requestHeaders(headers: IncomingHttpHeaders): string {
    const kept: Record<string, string | string[]> = {};
    for (const name in headers) {
      if (HOP_HEADERS.has(name)) continue;
      kept[name] = this.#headers.has(name) ? REDACTED : (headers[name] as string | string[]);
    }
    return JSON.stringify(kept);
  }

  /** An answer's headers as JSON text. */
  responseHeaders(headers: Readonly<Record<string, string>>): string {
    return `{${this.#answerFields.all(headers)}}`;
  }

  /** A path with its query. */
  path(path: string): string {
    const mark = path.indexOf('?');
    if (mark < 0 || !this.#suspectQuery.test(path)) return path;
    const query = path
      .slice(mark + 1)
      .split('&')
      .map((pair) => {
        const equals = pair.indexOf('=');
        return equals >= 0 && this.#query.has(decodeName(pair.slice(0, equals))) ? `${pair.slice(0, equals)}=${REDACTED}` : pair;
      });
    return `${path.slice(0, mark)}?${query.join('&')}`;
  }

  /** JSON text of a request's parsed body; `more` are field names that the operation declares. */
  body(value: unknown, more: readonly string[] = []): string {
    const text = JSON.stringify(value) ?? 'null';
    if (more.length === 0 && !this.#bodyNames.test(text)) return text;
    return JSON.stringify(this.#withoutSecrets(value, more));
  }

  /** JSON text of an answer: parsed only where a name that the twin declares stands in it. */
  json(text: string, more: readonly string[] = []): string {
    if (!this.#ownFields?.test(text) && !more.some((name) => text.includes(`"${name}":`))) return text;
    return JSON.stringify(this.#withoutSecrets(JSON.parse(text), more));
  }

  #withoutSecrets(value: unknown, more: readonly string[]): unknown {
    return redactFields(value, (name) => this.#body.has(name) || more.includes(name));
  }
}

const alternatives = (names: Iterable<string>): string => [...names].map((name) => RegExp.escape(name)).join('|');

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
}

function redactFields(value: unknown, secret: (name: string) => boolean): unknown {
  if (Array.isArray(value)) {
    const items = value.map((item) => redactFields(item, secret));
    return items.some((item, at) => item !== value[at]) ? items : value;
  }
  if (value === null || typeof value !== 'object') return value;
  let changed = false;
  const entries = Object.entries(value).map(([name, field]) => {
    // An empty one is none: it takes away the one that there was, and made again the call has to do so, too.
    const isGiven = field !== null && field !== undefined && field !== '';
    const kept = secret(name) && isGiven ? REDACTED : redactFields(field, secret);
    if (kept !== field) changed = true;
    return [name, kept];
  });
  return changed ? Object.fromEntries(entries) : value;
}

/** Shorter strings are no credentials worth searching for, and would match ordinary text. */
const SHORTEST_TOKEN = 8;
/** What JSON text writes in another way. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u;

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** As it is, as JSON writes it, and as it stands in JSON that is itself a text in JSON: a body that was not read. */
const formsOf = (secret: string): string[] =>
  ESCAPED.test(secret) ? [secret, escaped(secret), escaped(escaped(secret))] : [secret];

/** What a call's secrets may look like in texts, the longest first: one may begin with another. */
const searchedFor = (secrets: readonly string[]): string[] =>
  secrets
    .filter((secret) => secret.length >= SHORTEST_TOKEN)
    .flatMap(formsOf)
    .sort((one, other) => other.length - one.length);

/** Finds any of these and the mark of a signed address: one pattern goes over a text once, and passes over most of it unread. */
const patternOf = (forms: readonly string[]): RegExp => new RegExp([SIGNED, ...forms].map(RegExp.escape).join('|'));

/** Lists of secrets that were searched for before, with their pattern: it takes longer to make one than to search a text without. */
const patterns = new WeakMap<readonly string[], RegExp | undefined>();

function patternFor(secrets: readonly string[]): RegExp | undefined {
  const known = patterns.get(secrets);
  if (known) return known;
  const made = patterns.has(secrets) ? patternOf(searchedFor(secrets)) : undefined;
  patterns.set(secrets, made);
  return made;
}

/** Takes a call's secrets out of the texts of its row: credentials wherever they are pasted, and the signatures of addresses. */
export class Scrubber {
  readonly #secrets: readonly string[];
  readonly #links: Pick<Links, 'unsigned'>;
  readonly #pattern: RegExp | undefined;
  #forms: readonly string[] | undefined;

  /** @param credentials the same list for calls with the same ones */
  constructor(credentials: readonly string[], links: Pick<Links, 'unsigned'>) {
    this.#secrets = credentials;
    this.#links = links;
    this.#pattern = patternFor(credentials);
  }

  /** False for texts, JSON too, that hold none. */
  mayStandIn(text: string): boolean {
    if (this.#pattern) return this.#pattern.test(text);
    return text.includes(SIGNED) || this.#searchedFor.some((form) => text.includes(form));
  }

  text(text: string): string {
    return this.#searchedFor.reduce((kept, form) => kept.replaceAll(form, REDACTED), this.#links.unsigned(text, REDACTED));
  }

  get #searchedFor(): readonly string[] {
    this.#forms ??= searchedFor(this.#secrets);
    return this.#forms;
  }

  /** Inside strings only, so that JSON stays JSON whatever the secrets look like. */
  json(json: string): string {
    return this.mayStandIn(json) ? JSON.stringify(this.#value(JSON.parse(json))) : json;
  }

  #value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item) => this.#value(item));
    if (value === null || typeof value !== 'object') return value;
    const kept = new Map<string, unknown>();
    for (const [position, [name, field]] of Object.entries(value).entries()) {
      let shown = this.text(name);
      // Two names that would become one would hide a field. Told apart by their places, no number of them is tried again and again.
      while (kept.has(shown)) shown += ` #${position}`;
      kept.set(shown, this.#value(field));
    }
    return Object.fromEntries(kept);
  }
}
