import { expect, test } from '@jest/globals';
import { deriveKey } from '@svc/platform';
import { SignJWT } from 'jose';
import { createAgentTokens } from '../src/security/agent-token.ts';

const SECRET = 'secret-of-an-installation';
const created = new Date('2026-01-01T00:00:00.400Z');
const expires = new Date('2026-01-01T00:30:00.400Z');
const sandbox = { id: 'ses_1', team_id: 'team_1', created_at: created, expires_at: expires };

test('the token of a sandbox is the one that the library makes of its claims', async () => {
  const made = await new SignJWT({ team: 'team_1' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer('svc')
    .setAudience('twins')
    .setSubject('ses_1')
    .setIssuedAt(created.getTime() / 1000 - 0.4)
    .setExpirationTime(expires.getTime() / 1000 + 0.6)
    .sign(deriveKey(SECRET, 'agent-tokens'));
  expect(createAgentTokens(SECRET).mint(sandbox)).toBe(made);
});

test('a token is read until it ends, and only by who has its key', async () => {
  const tokens = createAgentTokens(SECRET);
  const token = tokens.mint(sandbox);
  expect(await tokens.read(token, created)).toEqual({ sandboxId: 'ses_1', teamId: 'team_1' });
  expect(await tokens.read(token, new Date('2026-01-01T00:30:02Z'))).toBeUndefined();
  expect(await createAgentTokens('another').read(token, created)).toBeUndefined();
  expect(await tokens.read(`${token}x`, created)).toBeUndefined();
});
