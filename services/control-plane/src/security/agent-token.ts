import { createHmac, createSecretKey } from 'node:crypto';
import { deriveKey } from '@svc/platform';
import { jwtVerify } from 'jose';

const SECOND_MS = 1000;
const ALGORITHM = 'HS256';
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
  mint(sandbox: TokenSubject): string;
  /** @returns the sandbox and team of a token of ours that hasn't expired. */
  read(token: string, now: Date): Promise<{ sandboxId: string; teamId: string } | undefined>;
}

/** A JSON Web Token's first part (RFC 7519, section 3). */
const HEADER = encoded({ alg: ALGORITHM, typ: 'JWT' });

export function createAgentTokens(installationSecret: string): AgentTokens {
  const key = createSecretKey(deriveKey(installationSecret, 'agent-tokens'));
  /** By row: a create asks for its token three times. */
  const minted = new WeakMap<TokenSubject, string>();
  // The library signs on another thread, which a create would wait for.
  const mint = ({ id, team_id: team, created_at: at, expires_at: until }: TokenSubject): string => {
    const issuedAt = Math.floor(at.getTime() / SECOND_MS);
    const claims = { team, iss: ISSUER, aud: AUDIENCE, sub: id, iat: issuedAt, exp: Math.ceil(until.getTime() / SECOND_MS) };
    const signed = `${HEADER}.${encoded(claims)}`;
    return `${signed}.${createHmac('sha256', key).update(signed).digest('base64url')}`;
  };
  return {
    mint(sandbox) {
      const token = minted.get(sandbox) ?? mint(sandbox);
      minted.set(sandbox, token);
      return token;
    },
    async read(token, now) {
      try {
        const options = { algorithms: [ALGORITHM], issuer: ISSUER, audience: AUDIENCE, currentDate: now };
        const { payload } = await jwtVerify(token, key, options);
        if (typeof payload.sub !== 'string' || typeof payload.team !== 'string') return undefined;
        return { sandboxId: payload.sub, teamId: payload.team };
      } catch {
        return undefined;
      }
    },
  };
}

function encoded(part: object): string {
  return Buffer.from(JSON.stringify(part)).toString('base64url');
}
