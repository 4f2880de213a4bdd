import type { TwinRequest } from '@svc/twin-kit';
import { InvalidAccount } from '../errors.ts';
import type { StripeContext } from '../world.ts';
import { checkVersion } from './versions.ts';

/** The key is one account's, which has no other ones connected. */
function checkAccount(context: StripeContextLike, account: string): void {
  if (account !== context.world.account.by.all.first('all')?.id) throw new InvalidAccount(account);
}

type StripeContextLike = Pick<StripeContext, 'world' | 'ignore'>;

/** Headers that change what a call means: https://docs.stripe.com/api/versioning, https://docs.stripe.com/api/connected-accounts */
export function checkHeaders(context: StripeContextLike, { headers, method }: TwinRequest): void {
  const version = headers['stripe-version'];
  if (typeof version === 'string') checkVersion(version);
  const account = headers['stripe-account'];
  if (typeof account === 'string') checkAccount(context, account);
  const chosen = headers['stripe-context'];
  if (typeof chosen === 'string') checkAccount(context, chosen);
  // docs: API, "Idempotent requests": sending keys in GET and DELETE requests has no effect.
  if (method !== 'POST' && headers['idempotency-key'] !== undefined) context.ignore(['Idempotency-Key']);
}
