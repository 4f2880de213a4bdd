import { REDACTED, redacted } from '@svc/twin-kit';

/** What stands for any telephone number: 555-0100 is nobody's (North American Numbering Plan). */
const NOBODYS_NUMBER = '+1 555 0100';
const AN_ID = 'an-id';

const UUID = /\b[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b/gi;
const INTERNATIONAL = /\+\d[\d ()./-]{6,}\d/g;
/** Whatever is called a number to call. */
const CALLED_SO =
  /(\b(?:call|phone|tel|telephone|telefon|mobile|mob|cell|ring|sms|fax|whatsapp|tlf)\b[^\d\n(]{0,12})\(?\d[\d ()./-]{5,}\d/gi;
/** Groups of digits, e.g. 91 23 45 67 or (555) 123-4567. */
const GROUPED = /(?<![\w.,/:-])\(?\d{2,4}\)?(?:[ -]\d{2,4}){2,4}(?![\w/:-])/g;
const DATE = /^(?:19|20)\d\d[ -]\d\d[ -]\d\d/;
const AMOUNT = /^\d{1,3}(?: \d{3})+$/;
const DIGITS_OF_PHONES = { least: 8, most: 15 };

const IBAN = /\b[A-Z]{2}\d{2}(?: ?[A-Z\d]{4}){2,7}(?: ?[A-Z\d]{1,3})?\b/g;
const CARD = /\b(?:\d{4}[ -]){3}\d{4}\b|\b\d{4}[ -]\d{6}[ -]\d{5}\b/g;
const IN_QUERY =
  /([?&](?:access_token|api_?key|auth|code|key|otp|pass|password|pwd|reset|secret|session|sid|sig|signature|ticket|token)=)[^\s&#"'<>)]+/gi;
/** A word that is called a password, and looks like one. */
const SAID =
  /(\b(?:password|passwort|passord|passwd|passphrase|pwd|pin)\b(?: (?:is|was|ist|er))?\s*[:=]?\s*)(?=\S*[\d!#$%^&*])\S{4,}/gi;
/** Of the products themselves: they name workspaces, and channels by their ids. */
const OWN_ADDRESSES: readonly [RegExp, string][] = [
  [/https:\/\/linear\.app\/[\w-]+\/issue\/([A-Z][A-Z\d]*-\d+)(?:\/[\w-]*)?/g, '$1'],
  [/https:\/\/[\w-]+\.slack\.com\/[^\s>|)]*/g, 'https://example.slack.com'],
];

/** A text without credentials, telephone, account and card numbers, ids and private addresses of the products. */
export function withoutPrivate(text: string): string {
  const bare = OWN_ADDRESSES.reduce((rest, [address, instead]) => rest.replaceAll(address, instead), redacted(text));
  return bare
    .replaceAll(IN_QUERY, `$1${REDACTED}`)
    .replaceAll(SAID, `$1${REDACTED}`)
    .replaceAll(UUID, AN_ID)
    .replaceAll(IBAN, REDACTED)
    .replaceAll(CARD, REDACTED)
    .replaceAll(INTERNATIONAL, NOBODYS_NUMBER)
    .replaceAll(CALLED_SO, `$1${NOBODYS_NUMBER}`)
    .replaceAll(GROUPED, (number) => (isPhone(number) ? NOBODYS_NUMBER : number));
}

function isPhone(number: string): boolean {
  const digits = number.replaceAll(/\D/g, '').length;
  return digits >= DIGITS_OF_PHONES.least && digits <= DIGITS_OF_PHONES.most && !DATE.test(number) && !AMOUNT.test(number);
}

/** A value that some other system gave, e.g. `00Q5e00000A1b2c`; short ones, such as the number of an order, are no secret. */
export const withoutId = (value: string): string => (/^(?=\D*\d)[\w-]{10,}$/.test(value) && !DATE.test(value) ? AN_ID : value);

const ADDRESS = /\b([a-z]{3,})[._-]([a-z]{3,})@[\w-]+(?:\.[\w-]+)+/gi;
/** Of mailboxes that are nobody's own. */
const NO_NAMES = new Set(
  `account accounts admin billing bounce care contact customer customers desk dev dont email enquiries feedback finance general hello help info invoice
  invoices jobs mail mailer marketing media news newsletter noreply notification notifications office order orders payments press privacy product reply
  robot root sales security service services shop staff store success support system team tech test the web webmaster`.split(
    /\s+/,
  ),
);

/** The names that addresses in texts spell out: whoever writes as `ada.byron@…` is called so elsewhere. */
export function* namesInAddresses(value: unknown): Generator<{ name: string; email: string }> {
  if (typeof value === 'string') {
    for (const [email, given = '', family = ''] of value.matchAll(ADDRESS)) {
      if (![given, family].some((word) => NO_NAMES.has(word.toLowerCase()))) yield { name: `${given} ${family}`, email };
    }
  } else if (typeof value === 'object' && value !== null) for (const part of Object.values(value)) yield* namesInAddresses(part);
}
