import type { StripeContext, TaxRate } from '../world.ts';
import { getObject } from './lookups.ts';

/** Tax rates by their ids; none where they are unset, undefined where nothing was said of them. */
export function ratesNamed(
  { world }: StripeContext,
  ids: readonly string[] | null | undefined,
  param: string,
): readonly TaxRate[] | undefined {
  if (ids === undefined) return undefined;
  return (ids ?? []).map((id, at) => getObject(world.tax_rates, 'tax rate', id, `${param}[${at}]`));
}
