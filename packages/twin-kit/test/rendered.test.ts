import { createHash } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
import { signTarget } from '@svc/contract/signed-target';
import { type Context, cachedRenderer, collection, RawJson, replyDigest } from '@svc/twin-kit';
import { BaseLinks, type Links } from '../src/http/request.ts';
import { WorldStore } from '../src/world/store.ts';

const BASE = 'http://127.0.0.1:4000/s/ses_a';
const OTHER = 'http://twins.example.com/s/ses_b';
/** As a twin has them whose token is another in each sandbox. */
const linksOf = (base: string, sandbox = 'one'): Links => {
  const sha256 = createHash('sha256').update(sandbox).digest('hex');
  return new BaseLinks(base, (path) => signTarget(path, sha256).suffix);
};
const issue = (base: string, title: string): RawJson => RawJson.of({ title, url: `${base}/issues/1` });

describe('JSON that is put together', () => {
  test('is the text that serialising everything at once gives', () => {
    const part = { a: 1, b: ['x'] };
    const fields = { none: undefined, nothing: null, yes: true, count: 3, nan: Number.NaN, text: 'é"', list: [1], one: part };
    const raw = RawJson.of({ ...fields, one: RawJson.of(part), many: [RawJson.of(part), RawJson.of(part)] });
    expect(raw.text).toBe(JSON.stringify({ ...fields, many: [part, part] }));
    expect(JSON.stringify({ raw })).toBe(`{"raw":${raw.text}}`);
  });

  test('has one digest for one content, whoever asks from wherever, before and after its text is made', () => {
    const list = (base: string) => RawJson.of({ data: [issue(base, 'one'), issue(base, 'two')], next: `${base}/issues` });
    const [first, second] = [list(BASE), list(BASE)];
    expect(second.text).toContain(BASE);
    expect(first.digest(linksOf(BASE))).toBe(second.digest(linksOf(BASE)));
    expect(list(OTHER).digest(linksOf(OTHER))).toBe(first.digest(linksOf(BASE)));
  });

  test('has one digest however its addresses are signed', () => {
    const signed = (base: string, sandbox: string) => {
      const links = linksOf(base, sandbox);
      return { links, raw: RawJson.of({ name: 'a.txt', download_url: links.signed('/raw/a.txt') }) };
    };
    const [one, another] = [signed(BASE, 'one'), signed(OTHER, 'another')];
    expect(one.raw.text.slice(-45)).not.toBe(another.raw.text.slice(-45));
    expect(one.raw.digest(one.links)).toBe(another.raw.digest(another.links));
  });

  test('has one digest where signed addresses stand beside parts, and in a text that is no JSON', () => {
    const digests = [linksOf(BASE, 'one'), linksOf(OTHER, 'another')].map((links) => {
      const address = links.signed('/raw/a.txt');
      const page = { status: 200, headers: {}, body: `<a href="${address}">` };
      return [RawJson.of({ author: issue(links.base, 'one'), address }).digest(links), replyDigest(page, links)];
    });
    expect(digests[1]).toEqual(digests[0]);
  });

  test('has another digest where it has or lacks what only looks like an address or a signature', () => {
    const links = linksOf(BASE, 'one');
    const texts = [
      'old',
      `old${BASE}`,
      `${BASE}/raw/a.txt`,
      links.signed('/raw/a.txt'),
      ...['A', 'B'].flatMap((letter) => [
        `old?svc_signature=${letter.repeat(43)}`,
        `${BASE}/raw/a.txt?svc_signature=${letter.repeat(43)}`,
      ]),
    ];
    expect(new Set(texts.map((text) => RawJson.of({ text }).digest(links))).size).toBe(texts.length);
  });

  test('has another digest where a part, the order of parts or a field beside them differs', () => {
    const [one, two] = [issue(BASE, 'one'), issue(BASE, 'two')];
    const digests = [
      RawJson.of({ data: [one, two] }),
      RawJson.of({ data: [two, one] }),
      RawJson.of({ data: [one] }),
      RawJson.of({ data: one }),
      RawJson.of({ data: [one, two], more: true }),
      RawJson.of({ data: ['#one', '#two'] }),
    ].map((raw) => raw.digest(linksOf(BASE)));
    expect(new Set(digests).size).toBe(digests.length);
  });
});

describe('a cached renderer', () => {
  const spec = {
    notes: collection<{ id: number; author: number }>()({ key: ({ id }) => id }),
    authors: collection<{ id: number; name: string }>()({ key: ({ id }) => id }),
    others: collection<{ id: number }>()({ key: ({ id }) => id }),
  };
  const store = new WorldStore(spec);
  const { world } = store;
  store.transact(() => {
    world.authors.insert({ id: 1, name: 'Ada' });
    world.notes.insert({ id: 1, author: 1 });
  });
  const render = cachedRenderer<typeof spec, { id: number; author: number }>(['authors'], (context, note) => ({
    id: note.id,
    author: context.world.authors.get(note.author)?.name,
    url: context.links.to('/notes/1'),
  }));
  const rendered = (base: string): RawJson => {
    return render(
      { world, links: linksOf(base) } as unknown as Context<typeof spec>,
      world.notes.get(1) as { id: number; author: number },
    );
  };

  test('keeps a text while what it shows stays, whatever else is written', () => {
    const first = rendered(BASE);
    store.transact(() => world.others.insert({ id: 1 }));
    expect(rendered(BASE)).toBe(first);
  });

  test('renders anew under another address, and where a record that it shows changed or changed back', () => {
    const first = rendered(BASE);
    expect(JSON.parse(rendered(OTHER).text)).toEqual({ id: 1, author: 'Ada', url: `${OTHER}/notes/1` });
    store.transact(() => world.authors.update(1, { name: 'Ben' }));
    expect(JSON.parse(rendered(BASE).text).author).toBe('Ben');
    expect(() =>
      store.transact(() => {
        world.authors.update(1, { name: 'Cleo' });
        expect(JSON.parse(rendered(BASE).text).author).toBe('Cleo');
        throw new Error('no');
      }),
    ).toThrow('no');
    expect(JSON.parse(rendered(BASE).text).author).toBe('Ben');
    expect(first.text).toContain('Ada');
  });

  test('renders for a copy of a world what the copy has, though both were written as often', () => {
    const copy = store.copy();
    const authorIn = ({ world: of }: typeof store): string => {
      const context = { world: of, links: linksOf(BASE) } as unknown as Context<typeof spec>;
      return JSON.parse(render(context, of.notes.get(1) as { id: number; author: number }).text).author;
    };
    expect([store, copy].map(authorIn)).toEqual(['Ben', 'Ben']);
    for (const [at, one] of [store, copy].entries())
      one.transact(() => one.world.authors.update(1, { name: ['Dora', 'Emil'][at] as string }));
    expect([store, copy].map(authorIn)).toEqual(['Dora', 'Emil']);
  });
});
