import { type Links, SIGNED } from '../http/links.ts';
import { REDACTED } from './redact.ts';

/** Shorter strings are no credentials worth searching for, and would match ordinary text. */
const SHORTEST_TOKEN = 8;
/** What JSON text writes in another way. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u;

const escaped = (text: string): string => JSON.stringify(text).slice(1, -1);

/** As it is, as JSON writes it, and as it stands in JSON that is itself a text in JSON: a body that was not read. */
const formsOf = (secret: string): string[] =>
  ESCAPED.test(secret) ? [secret, escaped(secret), escaped(escaped(secret))] : [secret];

/** Takes a call's secrets out of the texts of its row: credentials wherever they are pasted, and the signatures of addresses. */
export class Scrubber {
  readonly #secrets: readonly string[];
  readonly #links: Pick<Links, 'unsigned'>;
  #forms: readonly string[] | undefined;

  constructor(credentials: readonly string[], links: Pick<Links, 'unsigned'>) {
    this.#secrets = credentials;
    this.#links = links;
  }

  /** False for texts, JSON too, that hold none. */
  mayStandIn(text: string): boolean {
    return text.includes(SIGNED) || this.#secrets.some((secret) => holds(text, secret));
  }

  text(text: string): string {
    // One may begin with another.
    this.#forms ??= this.#secrets
      .filter(isSearchedFor)
      .flatMap(formsOf)
      .sort((one, other) => other.length - one.length);
    return this.#forms.reduce((kept, form) => kept.replaceAll(form, REDACTED), this.#links.unsigned(text, REDACTED));
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

const isSearchedFor = (secret: string): boolean => secret.length >= SHORTEST_TOKEN;

function holds(text: string, secret: string): boolean {
  if (!isSearchedFor(secret)) return false;
  // How tokens end is rarer in text than how they begin, so that most texts are told by their end.
  if (text.includes(secret.slice(-SHORTEST_TOKEN)) && text.includes(secret)) return true;
  return ESCAPED.test(secret) && formsOf(secret).some((form) => text.includes(form));
}
