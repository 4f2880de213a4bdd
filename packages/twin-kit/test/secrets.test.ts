import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { concealing, defineTapeCheck, failed, masked, secretsAcross, secretsIn } from '@svc/twin-kit';
import { Chance } from '@svc/twin-kit/testing';
import { processorMs } from '@svc/twin-kit/testing/processor';

const KEY = 'sk_live_abcdef123456';
const base64 = (text: string): string => Buffer.from(text).toString('base64');
const only = (text: string): string[] => secretsIn(text).map(({ secret }) => secret);

// Forms as the vendors document them; none of these opens anything. Written in two parts, so that scanners of repositories pass by.
const KEYS: readonly (readonly [kind: string, start: string, rest: string])[] = [
  ['Slack, bot', 'xoxb-', '123456789012-123456789012-AbCdEfGhIjKlMnOpQrStUvWx'],
  ['Slack, app', 'xapp-', '1-A012345-67890-abcdef0123'],
  ['Slack, webhook', 'https://hooks.slack.com/services/', 'T0ABC1234/B0ABC1234/a1B2c3D4e5F6g7H8i9J0k1L2'],
  ['GitHub', 'ghp_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'],
  ['GitHub, fine-grained', 'github_pat_', '11ABCDEFG0abcdefghij_klmnopqrstuvwxyz0123456789'],
  ['GitLab', 'glpat-', 'a1B2c3D4e5F6g7H8i9J0'],
  ['Stripe', 'sk_live_', '51H8abcDEFghiJKL0123456789'],
  ['Stripe, restricted', 'rk_test_', '51H8abcDEFghiJKL'],
  ['Stripe, webhook', 'whsec_', 'a1B2c3D4e5F6g7H8'],
  ['Stripe, client secret', 'pi_3MtwBwLkdIwHu7ix28a3tqPa', '_secret_YrKJUKribcBjcG8HVhfZluoGH'],
  ['Linear', 'lin_api_', 'a1B2c3D4e5F6g7H8i9J0k1L2'],
  ['AWS, id', 'AKIA', 'IOSFODNN7EXAMPLE'],
  ['AWS, secret', 'wJalrXUtnFEMI/', 'K7MDENG/bPxRfiCYEXAMPLEKEY'],
  ['Google', 'AIza', 'SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q'],
  ['Google, OAuth', 'GOCSPX-', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4'],
  ['OpenAI', 'sk-proj-', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4'],
  ['Anthropic', 'sk-ant-api03-', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4'],
  ['npm', 'npm_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8'],
  ['Hugging Face', 'hf_', 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7'],
  ['SendGrid', 'SG.', 'a1B2c3D4e5F6g7H8i9J0k1.a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8s9T0u1V'],
  ['Telegram', '123456789:', 'AAa1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q'],
  ['Vault', 'hvs.', 'CAESIJ1a2B3c4D5e6F7g8H9i0J'],
  ['this service', 'svc_local_', '0123456789abcdef'],
  ['a JSON web token', 'eyJhbGciOiJIUzI1NiJ9.', 'eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P'],
  ['no vendor, base64', 'q7Zt9XcV2bN4mK8jH6gF', '5dS3aP1oI0uY7tR9eW2qLw=='],
];

test.each(KEYS)('a key is found by its form: %s', (_kind, start, rest) => {
  const key = start + rest;
  for (const text of [key, `use "${key}".`, `export KEY=${key}\nand then`, `(${key})`, base64(`the key is ${key}`)])
    expect(only(text).join(' ')).toContain(key.replace('https://', '').replace(/[=]+$/, ''));
});

test.each([
  ['a private key', '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEA', 'a private key'],
  ['a password in an address', 'postgres://app:hunter2@db.internal/orders', 'a password in an address'],
  ['a password that a sentence gives away', 'The password is Tr0ub4dor&3.', 'a password'],
  ['a short word for a password', 'login: ada, pw: S3cr3t!pass', 'a password'],
  ['a key that its name tells from a digest', 'API key: 9f86d081884c7d659a2feaa0c55ad015', 'a key in hexadecimal digits'],
  ['a field of a configuration', `{"client_secret": "${'0a1b2c3d'.repeat(5)}"}`, 'a key in hexadecimal digits'],
  ['a password of hexadecimal digits', 'The password is 5f4dcc3b5aa765d61d8327deb882cf99.', 'a key in hexadecimal digits'],
  ['a link with a token', 'https://example.com/reset?token=q7Zt9XcV2bN4mK8jH6gF5dS3', 'what looks like a key'],
  ['invisible characters in a key', 'sk_li\u200bve_abc\u00addef123456', 'a Stripe key'],
  ['full-width letters', 'ｓｋ_live_abcdef123456', 'a Stripe key'],
  ['base64', base64(KEY), 'a Stripe key in base64'],
  ['base64 in base64', base64(base64(`key: ${KEY}`)), 'a Stripe key in base64'],
  ['base64 in lines', base64(`${'Dear all, '.repeat(12)}${KEY}`).replaceAll(/.{76}/g, '$&\r\n'), 'a Stripe key in base64'],
  ['hexadecimal', Buffer.from(KEY).toString('hex'), 'a Stripe key in hexadecimal'],
  ['percent-encoding', 'sk%5Flive%5Fabcdef123456', 'a Stripe key in percent-encoding'],
])('a secret is seen in %s', (_what, text, kind) => {
  expect(secretsIn(text).map((secret) => secret.kind)).toEqual([kind]);
});

test('a secret is one, however often and in whatever encoding it stands', () => {
  expect(only(`${KEY} ${KEY} ${base64(KEY)}`)).toEqual([KEY]);
});

test('a secret in two pieces is seen over two texts', () => {
  expect(secretsAcross('first half: sk_live_abc', 'def123456')).toEqual([{ kind: 'a Stripe key in two pieces', secret: KEY }]);
  expect(secretsAcross('sk_live_abc', 'and then def123456.').map(({ secret }) => secret)).toEqual([`${KEY}.`.slice(0, -1)]);
  expect(secretsAcross(`it is ${KEY}`, 'order 4711')).toEqual([]);
  expect(secretsAcross('see you at', '10 in room B12')).toEqual([]);
});

// Each is what one vendor or person writes; none opens anything.
const HARMLESS = [
  'the password is required… The secret is simple',
  'Your password must be at least 12 characters, with a digit and a symbol.',
  'The secret is out: key: value pairs are simple. Token: see the wiki.',
  'password: ********, api_key=YOUR_API_KEY, token: <your-token>, secret: {{SECRET}}',
  'Keys begin with sk_live_, tokens with ghp_ or xoxb-; sk-8 and sk-learn-is-a-library-2 are none.',
  'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx sk_live_xxxxxxxxxxxx sk_test_your_key_here_1',
  'postgres://user:password@localhost:5432/db https://example.com:8443/path@2',
  'Commit 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12 is on main; sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08.',
  'cache key: 9f86d081884c7d659a2feaa0c55ad015, page token = 2fd4e1c67a2d28fced849ee1bb76e7391b93eb12, api key: abcdefabcdefabcdefabcdefabcdefab',
  'SHA256:uNiVztksCsDhcc0u9e8BgrJXVGDhqsx0l1c5o2Q3fmE is the fingerprint, ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl the public key.',
  'sha512-V8J2kQ4xWm0T9Zr6p1YbHc3DfGhJkLqWeRtYuIoP5sA7nM2vB4xC6zL8kJ0hG== is an integrity.',
  'Run 018f4e5a-7c3b-7d2e-9f10-6a5b4c3d2e1f of 01HZX3Y8K4Q2W6E9R7T5V1B0NM ended.',
  'cus_NffrFeUfNV2Hib paid pi_3MtwBwLkdIwHu7ix28a3tqPa with ch_3MmlLrLkdIwHu7ix0snN0B15 in cs_test_a1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8',
  'U01AGENBOT9 in C01ABCD1234 at 1700000000.000100; node I_kwDOBC1n8c5abcde1F; old node MDU6SXNzdWUxMjM0NTY3ODk=',
  'Message-ID: <CAHk-=wjKZ8aXbQ2r7T9yUiOpAsDfGhJkL1zXcVbN3m@mail.example.com>',
  'https://docs.google.com/document/d/1BxiMVs0XRA5nFMdKvBdBZjgmUUqptlbs74OgvE2upms/edit#gid=0',
  'https://www.example.com/watch?v=dQw4w9WgXcQ&list=PLrAXtmErZgOeiKm4sgNOknGvNjby9efdf',
  'AbstractSingletonProxyFactoryBean2 getUserByIdAndCreateSession2 packages/twin-kit/src/Components/userList2.test.ts',
  'runs/2026-01-01T12-00-00-triage-a1b2c3 0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk',
  '-----BEGIN CERTIFICATE-----\nMIIBszCCAVmgAwIBAgIUQ2r9Zt7XcV2bN4mK8jH6gF5dS3aPwCgYIKoZIzj0EAwIw\n-----END CERTIFICATE-----',
  base64('Just a long sentence in base64, and nothing in it that opens a door.'),
  'Der Schlüssel liegt unter der Matte, 密码在保险箱里, le mot de passe est obligatoire.',
];

test.each(HARMLESS)('no secret: %s', (text) => {
  expect(secretsIn(text)).toEqual([]);
});

test('the guides of this project hold the passwords of their examples and nothing else', () => {
  const folder = join(import.meta.dirname, '../../../docs');
  const pages = ['.', 'checks', 'fidelity'].flatMap((inner) =>
    readdirSync(join(folder, inner)).flatMap((name) => (name.endsWith('.md') ? [join(inner, name)] : [])),
  );
  expect(pages.length).toBeGreaterThan(10);
  const found = pages.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').flatMap(only));
  expect(found.filter((secret) => !/^(?:svc_|sk_live_)/.test(secret))).toEqual([]);
});

describe('keys without a vendor', () => {
  const CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  const drawn = (chance: Chance, length: number): string =>
    Array.from({ length }, () => CHARACTERS[chance.below(CHARACTERS.length)]).join('');

  test('of 24 characters and more are found in more than nine of ten draws', () => {
    const chance = new Chance(1);
    const draws = Array.from({ length: 1_000 }, (_, at) => drawn(chance, 24 + (at % 40)));
    expect(draws.filter((key) => only(`it is ${key}, keep it`).includes(key)).length).toBeGreaterThan(950);
  });

  test('digests, UUIDs and numbers of any length never are', () => {
    const chance = new Chance(2);
    for (let at = 0; at < 1_000; at += 1) {
      const hex = Array.from({ length: 32 + (at % 33) }, () => chance.below(16).toString(16)).join('');
      const uuid = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*/, '$1-$2-$3-$4-$5');
      expect([hex, secretsIn(`at ${hex}`), secretsIn(uuid), secretsIn(hex.toUpperCase())]).toEqual([hex, [], [], []]);
    }
  });
});

test('hostile texts cost no more than long ones', () => {
  const took = processorMs(() => {
    for (const piece of ['a', 'sk_live_', 'eyJ.', '-----BEGIN ', 'a://', '%41', 'password is ', 'YWFh', 'aA1_', '=', 'key=='])
      secretsIn(piece.repeat(Math.ceil(200_000 / piece.length)));
  });
  // Quadratic time would be minutes.
  expect(took).toBeLessThan(15_000);
});

test.each([
  ['as PEM has them', '\n', ''],
  ['with the lines of Windows', '\r\n', ''],
  ['escaped in JSON', '\\n', ''],
  ['escaped twice', '\\\\n', ''],
  ['with headers', '\n', 'Proc-Type: 4,ENCRYPTED|DEK-Info: AES-128-CBC,0A|'],
  ['with headers, escaped', '\\n', 'Proc-Type: 4,ENCRYPTED|DEK-Info: AES-128-CBC,0A|'],
])('a private key is found in its lines, %s', (_how, end, headers) => {
  const text = `-----BEGIN RSA PRIVATE KEY-----|${headers}|MIIEowIBAAKCAQEA`.replaceAll('|', end);
  expect(secretsIn(text).map(({ kind }) => kind)).toEqual(['a private key']);
});

test('what looks like the headers of a private key, on and on, is no puzzle', () => {
  const took = processorMs(() => {
    for (const piece of ['n: ', 'a: n n n ', 'n', ' ', '\\n', 'a: b\n'])
      secretsIn(`-----BEGIN PRIVATE KEY-----${piece.repeat(20_000)}`);
  });
  // Each further header doubled it.
  expect(took).toBeLessThan(5_000);
});

test('evidence shows a few characters', () => {
  expect(masked(KEY)).toBe('sk_l…');
});

test('evidence of a check on secrets shows none, also where a name or a path is one', () => {
  const evidence = `a Stripe key (sk_l…) in branch 20001/refs/heads/${KEY}; tape row 1: PUT /repos/acme/web/contents/${KEY}?ref=x 201`;
  const check = concealing(
    defineTapeCheck({
      id: 'notes.no-secret',
      template: 'No secret.',
      description: 'x',
      compares: 'x',
      params: {},
      scan: () => ({ row: () => {}, outcome: () => failed(evidence) }),
    }),
  );
  const outcome = check.substrate === 'tape' ? check.scan({}, undefined, () => () => false).outcome() : undefined;
  expect(outcome).toEqual({ status: 'failed', evidence: evidence.replaceAll(KEY, 'sk_l…') });
});
