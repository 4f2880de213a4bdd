import { InvalidArgument, PreconditionFailed } from '../errors.ts';
import { sanitizeHtml } from '../mime/sanitize.ts';
import type { GmailWorld, SettingName, SettingValues } from '../world.ts';

/** What a new account has. */
export const SETTING_DEFAULTS: SettingValues = {
  autoForwarding: { enabled: false },
  imap: { enabled: true, autoExpunge: true, expungeBehavior: 'archive', maxFolderSize: 0 },
  pop: { accessWindow: 'disabled', disposition: 'leaveInInbox' },
  language: { displayLanguage: 'en' },
  vacation: { enableAutoReply: false, restrictToContacts: false, restrictToDomain: false },
};

export function getSetting<Name extends SettingName>(world: GmailWorld, name: Name): SettingValues[Name] {
  return (world.settings.get(name)?.value ?? SETTING_DEFAULTS[name]) as SettingValues[Name];
}

/** Stores a setting whole: what isn't given goes back to its default. */
export function updateSetting<Name extends SettingName>(
  world: GmailWorld,
  name: Name,
  given: Partial<SettingValues[Name]>,
): SettingValues[Name] {
  const value = sanitized({ ...SETTING_DEFAULTS[name], ...given } as SettingValues[Name]);
  CHECKS[name]?.(world, value as never);
  world.settings.update(name, { value });
  return value;
}

const sanitized = <Value extends object>(value: Value): Value =>
  'responseBodyHtml' in value && typeof value.responseBodyHtml === 'string'
    ? { ...value, responseBodyHtml: sanitizeHtml(value.responseBodyHtml) }
    : value;

/** Reference of `ImapSettings.maxFolderSize`. */
const FOLDER_SIZES = [0, 1000, 2000, 5000, 10_000];
const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[A-Za-z\d]{2,8})*$/;

const CHECKS: { [Name in SettingName]?: (world: GmailWorld, value: SettingValues[Name]) => void } = {
  autoForwarding(world, { enabled, emailAddress, disposition }) {
    if (!enabled) return;
    if (emailAddress === undefined) throw new InvalidArgument('Missing forwarding address');
    if (world.forwardingAddresses.get(emailAddress.toLowerCase())?.verificationStatus !== 'accepted') {
      throw new PreconditionFailed('Unrecognized forwarding address');
    }
    if (disposition === undefined || disposition === 'dispositionUnspecified') throw new InvalidArgument('Missing disposition');
  },
  imap(_world, { maxFolderSize }) {
    if (!FOLDER_SIZES.includes(maxFolderSize)) throw new InvalidArgument(`Invalid maxFolderSize: ${maxFolderSize}`);
  },
  language(_world, { displayLanguage }) {
    if (!LANGUAGE_TAG.test(displayLanguage)) throw new InvalidArgument('Invalid display language');
  },
  vacation(_world, { enableAutoReply, responseSubject, responseBodyPlainText, responseBodyHtml, startTime, endTime }) {
    if (enableAutoReply && !responseSubject && !responseBodyPlainText && !responseBodyHtml) {
      throw new InvalidArgument('Either the response subject or the response body must be nonempty');
    }
    if (startTime !== undefined && endTime !== undefined && BigInt(startTime) >= BigInt(endTime)) {
      throw new InvalidArgument('startTime must precede endTime');
    }
  },
};
