import { subtle } from 'node:crypto';
import { deriveKey } from '@svc/platform';
import { jwtVerify, SignJWT } from 'jose';

const SECOND_MS = 1000;
const ALGORITHM = 'HS256';
const HMAC = { name: 'HMAC', hash: 'SHA-256' };
const ISSUER = 'svc';
const AUDIENCE = 'twins';

/** What a token says of its sandbox. */
export interface TokenSubject {
  id: string;
  team_id: string;
  created_at: Date;
  expires_at: Date;
}

/** Sandbox-scoped bearers. One follows from its sandbox's row, so it is minted again when asked for and never stored. */
export interface AgentTokens {
  mint(sandbox: TokenSubject): Promise<string>;
  /** @returns the sandbox and team of a token of ours that hasn't expired. */
  read(token: string, now: Date): Promise<{ sandboxId: string; teamId: string } | undefined>;
}

export function createAgentTokens(installationSecret: string): AgentTokens {
  // Bytes would be made a key again for each token.
  const key = subtle.importKey('raw', deriveKey(installationSecret, 'agent-tokens'), HMAC, false, ['sign', 'verify']);
  /** By row: a create asks for its token three times. */
  const minted = new WeakMap<TokenSubject, Promise<string>>();
  const mint = async (sandbox: TokenSubject): Promise<string> =>
    new SignJWT({ team: sandbox.team_id })
      .setProtectedHeader({ alg: ALGORITHM, typ: 'JWT' })
      .setIssuer(ISSUER)
      .setAudience(AUDIENCE)
      .setSubject(sandbox.id)
      .setIssuedAt(Math.floor(sandbox.created_at.getTime() / SECOND_MS))
      .setExpirationTime(Math.ceil(sandbox.expires_at.getTime() / SECOND_MS))
      .sign(await key);
  return {
    mint(sandbox) {
      const token = minted.get(sandbox) ?? mint(sandbox);
      minted.set(sandbox, token);
      return token;
    },
    async read(token, now) {
      try {
        const options = { algorithms: [ALGORITHM], issuer: ISSUER, audience: AUDIENCE, currentDate: now };
        const { payload } = await jwtVerify(token, await key, options);
        if (typeof payload.sub !== 'string' || typeof payload.team !== 'string') return undefined;
        return { sandboxId: payload.sub, teamId: payload.team };
      } catch {
        return undefined;
      }
    },
  };
}
