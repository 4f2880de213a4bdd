import type { SendAs } from '../world.ts';

/** An alias; what doesn't apply to it is left out, credentials of its relay are never shown. */
export function renderSendAs(alias: Readonly<SendAs>) {
  const { sendAsEmail, displayName, replyToAddress, signature, isPrimary, isDefault, treatAsAlias, smtpMsa } = alias;
  return {
    sendAsEmail,
    displayName,
    replyToAddress,
    signature,
    ...(isPrimary && { isPrimary }),
    ...(isDefault && { isDefault }),
    ...(treatAsAlias && { treatAsAlias }),
    ...(alias.verificationStatus && { verificationStatus: alias.verificationStatus }),
    ...(smtpMsa && { smtpMsa }),
  };
}
