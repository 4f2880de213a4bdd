import type { TwinRequest } from '@svc/twin-kit';
import { API_VERSION } from '../actions/emit.ts';
import { InvalidAccount, InvalidRequest, Unsupported } from '../errors.ts';
import { specOf } from '../params/spec.ts';
import type { StripeContext } from '../world.ts';

/** Releases of one name differ by additions alone: https://docs.stripe.com/sdks/versioning */
const RELEASE = API_VERSION.slice(API_VERSION.indexOf('.'));

let known: ReadonlySet<string> | undefined;

/** The versions that there are: webhook endpoints can have each of them. */
function versions(): ReadonlySet<string> {
  const spec = specOf('POST /v1/webhook_endpoints').o.api_version;
  known ??= new Set(typeof spec === 'object' && 'e' in spec ? spec.e : []);
  return known;
}

/** Answers have the shapes of one version. @throws for others */
function checkVersion(version: string): void {
  if (version === API_VERSION) return;
  if (!versions().has(version)) {
    throw new InvalidRequest(`Invalid Stripe API version: ${version}`, { param: 'stripe-version' });
  }
  if (!version.endsWith(RELEASE)) {
    throw new Unsupported(`API version ${version} (it speaks ${API_VERSION})`, 'stripe-version');
  }
}

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
