import { expect, test } from '@jest/globals';
import { BEARER, call, proxied, SESSION } from './support.ts';

// The Fetch standard, "CORS-preflight request": a browser asks with OPTIONS, names origin, method and headers, and shows no credential.

const asking = {
  origin: 'https://app.example.com',
  'access-control-request-method': 'POST',
  'access-control-request-headers': 'authorization,content-type',
};
const options = 'OPTIONS';

async function reached() {
  const seen: string[] = [];
  const given = await proxied((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    response.end('reached');
  });
  return { given, seen };
}

test.each([
  ['github', /authorization, content-type.*user-agent.*x-github-api-version/i],
  ['stripe', /^authorization,content-type$/],
])('%s: a page may call with its token, and the twin hears nothing of the question', async (twin, allowed) => {
  const { given, seen } = await reached();
  await using _proxy = given;
  const answer = await call(given.port, `/${twin}/s/${SESSION}/x`, asking, options);
  expect([answer.status, answer.body]).toEqual([204, '']);
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  expect(answer.headers['access-control-allow-headers']).toMatch(allowed);
  expect(answer.headers['access-control-allow-methods']).toContain('POST');
  expect(seen).toEqual([]);
});

test('the answer is the same for a session that there is not', async () => {
  const { given } = await reached();
  await using _proxy = given;
  const facts = async (session: string) => {
    const { status, body, headers } = await call(given.port, `/github/s/${session}/user`, asking, options);
    return { status, body, headers: { ...headers, date: undefined } };
  };
  expect(await facts('ses_unknown')).toEqual(await facts(SESSION));
});

test.each([
  ['a vendor that lets no page call', '/slack', asking, 404],
  ['a twin that there is not', '/nobody', asking, 404],
  ['an OPTIONS that asks for nothing', '/github', {}, 404],
  ['one with a credential, which the twin answers itself', '/github', { ...asking, ...BEARER }, 200],
])('%s', async (_name, prefix, headers, status) => {
  const { given } = await reached();
  await using _proxy = given;
  expect((await call(given.port, `${prefix}/s/${SESSION}/x`, headers, options)).status).toBe(status);
});

// The Fetch standard, "CORS check": without the field a page learns nothing of an answer, not even its status.
test.each([
  ['github', '*'],
  ['stripe', '*'],
  ['slack', undefined],
])('%s: a page may read a refusal of the proxy as it may read the vendor', async (twin, allowed) => {
  const { given } = await reached();
  await using _proxy = given;
  const { origin } = asking;
  const refused = await call(given.port, `/${twin}/s/ses_unknown/user`, { ...BEARER, origin });
  expect([refused.status, refused.headers['access-control-allow-origin']]).toEqual([404, allowed]);
  const elsewhere = await call(given.port, `/${twin}/s/ses_unknown/user`, BEARER);
  expect([elsewhere.status, elsewhere.headers['access-control-allow-origin']]).toEqual([404, undefined]);
});

test('nothing of the platform is opened by it', async () => {
  const { given } = await reached();
  await using _proxy = given;
  expect((await call(given.port, `/github/s/${SESSION}/_svc/control/seal`, asking, options)).status).toBe(404);
});
