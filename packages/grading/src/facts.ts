import type { CheckArgs, Fact, OtherWorlds, Twin } from '@svc/twin-kit';
import { matchTemplate, templateOf, type Wording } from './template.ts';

/** A product as sentences about others refer to it. */
export type Product = Pick<Twin, 'id' | 'title' | 'facts'>;

/** The fact of a product that a phrase names. */
function factNamed({ facts }: Product, phrase: string): { fact: Fact; args: CheckArgs } | undefined {
  for (const fact of facts) {
    const match = matchTemplate(templateOf(fact), phrase);
    if (match.kind === 'strict') return { fact, args: match.args };
  }
  return undefined;
}

/** Do all slots of a sentence that are to hold facts hold one that its product has? */
export function knowsFacts({ params }: Wording, args: CheckArgs, products: readonly Product[]): boolean {
  return Object.entries(params).every(([name, { factOf }]) => {
    if (factOf === undefined) return true;
    const product = products.find(({ title }) => title === args[factOf]);
    return product !== undefined && factNamed(product, args[name] as string) !== undefined;
  });
}

/** The worlds of all twins with what can be asked of them. */
export function withFacts(
  worlds: ReadonlyMap<string, Pick<OtherWorlds, 'seed' | 'final'>>,
  products: readonly Product[],
): Map<string, OtherWorlds> {
  const known = new Map(products.map((product) => [product.id, product]));
  return new Map(
    [...worlds].map(([id, { seed, final }]) => {
      const product = known.get(id);
      if (!product) return [id, { seed, final }];
      const factOf = (phrase: string): readonly string[] | undefined => {
        const named = factNamed(product, phrase);
        return named && seed && final ? named.fact.read(named.args, final, seed) : undefined;
      };
      return [id, { seed, final, product: product.title, factOf }];
    }),
  );
}
