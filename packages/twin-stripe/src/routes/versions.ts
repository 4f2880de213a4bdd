import { API_VERSION } from '../actions/emit.ts';
import { InvalidParameter, InvalidRequest, Unsupported } from '../errors.ts';
import { specOf } from '../params/spec.ts';

/** Releases of one name differ by additions alone: https://docs.stripe.com/sdks/versioning */
const releaseOf = (version: string): string => version.slice(version.indexOf('.') + 1);

const NEWEST = releaseOf(API_VERSION);
const DATED = /^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])\./;

/**
 * Releases whose objects have the newest shapes. What Stripe broke since concerns families that the twin doesn't model, and one parameter
 * (`inNewestForm`); releases before them have other shapes of discounts, subscriptions and invoices.
 * (CHANGELOG.md of npm stripe: 21.0.0 is the first dahlia, 23.0.0 the first endive.)
 */
const SPOKEN: ReadonlySet<string> = new Set(['clover', 'dahlia', NEWEST]);

let known: ReadonlySet<string> | undefined;

/** The versions that the twin's source knows of: webhook endpoints can have each of them. */
function versions(): ReadonlySet<string> {
  const spec = specOf('POST /v1/webhook_endpoints').o.api_version;
  known ??= new Set(typeof spec === 'object' && 'e' in spec ? spec.e : []);
  return known;
}

/** Clients are newer than the twin: the newest release goes on, month after month. */
const isLater = (version: string): boolean => releaseOf(version) === NEWEST && DATED.test(version) && version > API_VERSION;

/** @throws for versions that there aren't, and for those whose shapes are others */
export function checkVersion(version: string): void {
  if (version === API_VERSION || isLater(version)) return;
  if (!versions().has(version)) {
    throw new InvalidRequest(`Invalid Stripe API version: ${version}`);
  }
  if (SPOKEN.has(releaseOf(version)) && version.includes('.')) return;
  throw new Unsupported(
    `API version ${version} (it speaks ${API_VERSION}, and every version named ${[...SPOKEN].join(', ')})`,
    'stripe-version',
  );
}

type Fields = Readonly<Record<string, unknown>>;

const ANCHOR = 'billing_cycle_anchor';
const WORDS = new Set(['now', 'unchanged']);

function withAnchor(fields: Fields, param: string): Fields {
  const word = fields[ANCHOR];
  if (word === undefined || word === '') return fields;
  if (typeof word === 'string' && WORDS.has(word)) return { ...fields, [ANCHOR]: { type: word } };
  // A preview also takes an instant.
  if (typeof word === 'string' && /^\d+$/.test(word) && param !== ANCHOR)
    return { ...fields, [ANCHOR]: { type: 'timestamp', timestamp: word } };
  throw new InvalidParameter(`Invalid ${ANCHOR}: must be one of now or unchanged`, { param });
}

/** Parameters as the newest version takes them: until endive the anchor of an update was a word (CHANGELOG.md of npm stripe, 23.0.0). */
export function inNewestForm(version: unknown, operation: string, params: Fields): Fields {
  if (typeof version !== 'string' || releaseOf(version) === NEWEST) return params;
  if (operation === 'PostSubscriptionsSubscriptionExposedId') return withAnchor(params, ANCHOR);
  const details = params.subscription_details;
  if (operation !== 'PostInvoicesCreatePreview' || typeof details !== 'object' || details === null) return params;
  return { ...params, subscription_details: withAnchor(details as Fields, `subscription_details[${ANCHOR}]`) };
}
