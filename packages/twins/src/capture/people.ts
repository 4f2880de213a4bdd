import { namesInAddresses, withoutPrivate } from './private-texts.ts';

/** Somebody of the export, by whatever names it has for them. */
export interface Identity {
  login?: string | null | undefined;
  name?: string | null | undefined;
  email?: string | null | undefined;
}

/** Whoever stands in the seed instead. */
export interface Person {
  name: string;
  /** Letters, digits and hyphens, in lower case. */
  handle: string;
  email: string;
}

const GIVEN =
  `Ada Amara Anders Beatriz Bilal Carmen Chidi Clara Dario Delia Elif Emeka Farah Felix Greta Hana Hugo Ines Ivan Jonas Kaya Kofi Leila
Linus Marta Mei Milo Nadia Noor Omar Paula Quentin Rana Ravi Sofia Tariq Tessa Uma Viktor Yara`.split(/\s+/);
const FAMILY =
  `Abara Almeida Berg Brandt Castell Dahl Demir Eriks Farrow Fontana Garba Haas Hollis Ibarra Iversen Jansen Kessler Kimura Lindqvist
Lopes Maren Mbeki Nilsen Novak Okafor Orlov Pereira Quist Rahmani Rossi Sandoval Sato Tamm Teller Ueda Varga Weiss Wolde Yildiz Zeller`.split(
    /\s+/,
  );

/** Names shorter than this are as likely a word of the text. */
const SHORTEST_NAME = 3;
const EMAIL = /[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;

/** Real people become invented ones, the same ones in the whole world. All are made known before any text is read. */
export class People {
  readonly #known = new Map<string, Person>();
  readonly #words = new Map<string, string>();
  #count = 0;
  #pattern: RegExp | undefined;

  /** @returns who stands for somebody, always the same for one login, name or address */
  person({ login, name, email }: Identity): Person {
    const keys = [login && `login ${login}`, email && `email ${email}`, name && `name ${name}`]
      .filter((key) => typeof key === 'string')
      .map((key) => key.toLowerCase());
    const known = keys.map((key) => this.#known.get(key)).find((one) => one !== undefined);
    const person = known ?? this.#invented();
    for (const key of keys) this.#known.set(key, person);
    this.#replace(login, person.handle);
    this.#replace(name, person.name);
    const [given, ...rest] = (name ?? '').trim().split(/\s+/);
    const [newGiven = '', ...newRest] = person.name.split(' ');
    this.#replace(given, newGiven);
    if (rest.length > 0) this.#replace(rest.at(-1), newRest.join(' '));
    return person;
  }

  /** Makes everybody known whom an address in the export spells out. */
  meetAddresses(exported: unknown): void {
    for (const identity of namesInAddresses(exported)) this.person(identity);
  }

  get count(): number {
    return this.#count;
  }

  /** A text without the people, addresses, telephone numbers, credentials and ids of the export. */
  text(text: string): string {
    const withoutAddresses = withoutPrivate(text).replaceAll(EMAIL, (email) => this.person({ email }).email);
    this.#pattern ??=
      this.#words.size === 0
        ? undefined
        : new RegExp(
            `(?<![\\p{L}\\d])(?:${[...this.#words.keys()]
              .map(RegExp.escape)
              .toSorted((a, b) => b.length - a.length)
              .join('|')})(?![\\p{L}\\d])`,
            'giu',
          );
    if (!this.#pattern) return withoutAddresses;
    return withoutAddresses.replaceAll(this.#pattern, (word) => this.#words.get(word.toLowerCase()) ?? word);
  }

  #replace(real: string | null | undefined, invented: string): void {
    const word = real?.trim().toLowerCase();
    if (!word || word.length < SHORTEST_NAME || this.#words.has(word)) return;
    this.#words.set(word, invented);
    this.#pattern = undefined;
  }

  #invented(): Person {
    const round = Math.floor(this.#count / GIVEN.length);
    const given = GIVEN[this.#count % GIVEN.length] as string;
    const family = FAMILY[(this.#count * 7 + round) % FAMILY.length] as string;
    // Each name of one list meets each of the other once; after that they are numbered.
    const turn = Math.floor(round / FAMILY.length);
    this.#count += 1;
    const handle = `${given}-${family}${turn === 0 ? '' : turn + 1}`.toLowerCase();
    return { name: `${given} ${family}`, handle, email: `${handle.replace('-', '.')}@example.com` };
  }
}
