import { createHmac } from 'node:crypto';
import { deriveKey } from '@svc/platform';
import { equalInConstantTime } from './compare.ts';

/** Tokens that confirm a discard. They follow from the session's id, so none is stored. */
export interface DiscardTokens {
  of(sessionId: string): string;
  confirms(sessionId: string, token: string): boolean;
}

export function createDiscardTokens(installationSecret: string): DiscardTokens {
  const key = deriveKey(installationSecret, 'discard-tokens');
  const of = (sessionId: string): string => `dsc_${createHmac('sha256', key).update(sessionId).digest('hex').slice(0, 40)}`;
  return { of, confirms: (sessionId, token) => equalInConstantTime(of(sessionId), token) };
}
