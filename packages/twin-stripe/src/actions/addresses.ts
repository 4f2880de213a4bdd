import { InvalidParameter } from '../errors.ts';
import { type Address, type BillingDetails, NO_ADDRESS, NO_BILLING_DETAILS, type Shipping } from '../world.ts';

export type AddressParams = Partial<Address> | null;

export interface ShippingParams {
  address?: AddressParams;
  carrier?: string | null;
  name?: string | null;
  phone?: string | null;
  tracking_number?: string | null;
}

export interface BillingDetailsParams {
  address?: AddressParams;
  email?: string | null;
  name?: string | null;
  phone?: string | null;
  tax_id?: string | null;
}

/** Fields that weren't sent are null, except on an object that has them. */
export const addressOf = (sent: AddressParams, current: Address | null = null): Address | null =>
  sent === null ? null : { ...NO_ADDRESS, ...current, ...sent };

export function shippingOf(sent: ShippingParams | null | undefined): Shipping | null {
  if (!sent) return null;
  return {
    address: { ...NO_ADDRESS, ...sent.address },
    carrier: sent.carrier ?? null,
    name: sent.name ?? null,
    phone: sent.phone ?? null,
    tracking_number: sent.tracking_number ?? null,
  };
}

const COUNTRY = /^[a-z]{2}$/i;

/** @throws in Stripe's words for a country that is written out, as payment methods refuse it */
function checkCountry(country: string | null | undefined, param: string): void {
  if (country && !COUNTRY.test(country))
    throw new InvalidParameter(
      `Country '${country}' is unknown. Try using a 2-character alphanumeric country code instead, such as 'US', 'EG', or 'GB'. ` +
        'A full list of country codes is available at https://en.wikipedia.org/wiki/ISO_3166-1_alpha-2#Officially_assigned_code_elements',
      { param },
    );
}

/** @throws for an email address or a country that is none */
export function checkBillingDetails(details: BillingDetailsParams | null | undefined, param: string): void {
  checkEmail(details?.email, `${param}[email]`);
  checkCountry(details?.address?.country, `${param}[address][country]`);
}

export function billingDetailsOf(
  sent: BillingDetailsParams | null | undefined,
  current: BillingDetails = NO_BILLING_DETAILS,
): BillingDetails {
  if (!sent) return current;
  const { address, ...rest } = sent;
  return {
    ...current,
    ...rest,
    ...(address !== undefined && { address: address === null ? NO_ADDRESS : { ...current.address, ...address } }),
  } as BillingDetails;
}

/** Stripe checks no more than this of an address. */
const EMAIL = /^[^@\s]+@[^@\s]+$/;

/** @throws for a text that is no email address */
export function checkEmail(email: string | null | undefined, param = 'email'): void {
  if (email && !EMAIL.test(email))
    throw new InvalidParameter(`Invalid email address: ${email}`, { code: 'email_invalid', param });
}

/** @throws in Stripe's words for what is no address of a page */
export function checkUrl(url: string | null | undefined, param: string): void {
  if (url && !isWebAddress(url)) throw new InvalidParameter('Not a valid URL', { code: 'url_invalid', param });
}

const isWebAddress = (text: string): boolean => /^https?:/i.test(text) && hasHost(text);

/** A page, or an app by its own scheme: `myapp://done` (stripe-react-native#539: not `myapp:///done`). */
export const hasHost = (text: string): boolean => /^[a-z][a-z\d+.-]*:\/\/[^\s/]+/i.test(text) && URL.canParse(text);
