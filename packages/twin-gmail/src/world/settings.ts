import { collection } from '@svc/twin-kit';

/** The person whose mailbox this is. One record. */
export interface Mailbox {
  emailAddress: string;
  displayName: string;
}

export type VerificationStatus = 'accepted' | 'pending';

/** An address that mail may be sent from. */
export interface SendAs {
  sendAsEmail: string;
  displayName: string;
  replyToAddress: string;
  signature: string;
  isPrimary: boolean;
  isDefault: boolean;
  treatAsAlias: boolean;
  /** Null for the primary address, which needs no proof. */
  verificationStatus: VerificationStatus | null;
  smtpMsa: { host: string; port: number; securityMode: string } | null;
}

export interface ForwardingAddress {
  forwardingEmail: string;
  verificationStatus: VerificationStatus;
}

export interface Delegate {
  delegateEmail: string;
  verificationStatus: 'accepted' | 'pending' | 'rejected' | 'expired';
}

export interface FilterCriteria {
  from?: string;
  to?: string;
  subject?: string;
  query?: string;
  negatedQuery?: string;
  hasAttachment?: boolean;
  excludeChats?: boolean;
  size?: number;
  sizeComparison?: 'unspecified' | 'smaller' | 'larger';
}

export interface FilterAction {
  addLabelIds?: string[];
  removeLabelIds?: string[];
  forward?: string;
}

export interface Filter {
  id: string;
  criteria: FilterCriteria;
  action: FilterAction;
}

export type Disposition = 'leaveInInbox' | 'archive' | 'trash' | 'markRead';

/** The settings of which there is one each, by the name of their path. */
export interface SettingValues {
  autoForwarding: { enabled: boolean; emailAddress?: string; disposition?: string };
  imap: { enabled: boolean; autoExpunge: boolean; expungeBehavior: string; maxFolderSize: number };
  pop: { accessWindow: string; disposition: string };
  language: { displayLanguage: string };
  vacation: {
    enableAutoReply: boolean;
    responseSubject?: string;
    responseBodyPlainText?: string;
    responseBodyHtml?: string;
    restrictToContacts: boolean;
    restrictToDomain: boolean;
    startTime?: string;
    endTime?: string;
  };
}

export type SettingName = keyof SettingValues;

export interface Setting {
  name: SettingName;
  value: SettingValues[SettingName];
}

export const settingsCollections = {
  mailbox: collection<Mailbox>()({ key: (mailbox) => mailbox.emailAddress }),
  sendAs: collection<SendAs>()({ key: (alias) => alias.sendAsEmail }),
  forwardingAddresses: collection<ForwardingAddress>()({ key: (address) => address.forwardingEmail }),
  delegates: collection<Delegate>()({ key: (delegate) => delegate.delegateEmail }),
  filters: collection<Filter>()({ key: (filter) => filter.id }),
  settings: collection<Setting>()({ key: (setting) => setting.name }),
};
