import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { routes } from '../src/routes/index.ts';
import { clientAt, type Served, serveStripe } from './served.ts';

// Every modelled operation, called once by its name in Stripe's own client.

let twin: Served;
beforeAll(async () => {
  twin = await serveStripe();
});
afterAll(() => twin.close());

type Method = (...args: unknown[]) => Promise<unknown>;
interface Named {
  name: string;
  owner: object;
  method: Method;
}

/** The methods of a resource of the client, and of those below it. Its second API isn't the twin's. */
function methodsOf(owner: object, path = ''): Named[] {
  const below = Object.entries(owner).flatMap(([name, value]) =>
    isResource(value) && name !== 'v2' ? methodsOf(value, `${path}${name}.`) : [],
  );
  if (path === '') return below;
  const names = Object.getOwnPropertyNames(Object.getPrototypeOf(owner)).filter((name) => name !== 'constructor');
  const own = names.flatMap((name) => {
    const method = (owner as Record<string, unknown>)[name];
    return typeof method === 'function' ? [{ name: path + name, owner, method: method as Method }] : [];
  });
  return [...own, ...below];
}

const isResource = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && /Resource(Namespace)?$/.test(value.constructor?.name ?? '');

/** Ids come first, then parameters and options. */
const idsOf = ({ method }: Named): string[] => Array.from({ length: Math.max(0, method.length - 2) }, () => 'none');

const patterns = routes.map((route) => ({
  route,
  pattern: new RegExp(`^${route.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  parts: route.path.match(/\{/g)?.length ?? 0,
}));
/** A literal part comes before one that is a parameter. */
const routeFor = (method: string, path: string) =>
  patterns
    .filter(({ route, pattern }) => route.method === method && pattern.test(path))
    .sort((one, other) => one.parts - other.parts)[0]?.route;

test('each reaches the operation that has its name', async () => {
  const sent: [name: string, method: string, path: string][] = [];
  let calling = '';
  const client = clientAt(twin.url, twin.token, async (address, init) => {
    sent.push([calling, init?.method ?? '', new URL(String(address)).pathname.replace(/^.*(?=\/v1\/)/, '')]);
    return fetch(address, init);
  });
  for (const named of methodsOf(client)) {
    calling = named.name;
    // What it needs isn't said: that it is refused for it shows that it was reached.
    await Promise.resolve()
      .then(() => named.method.call(named.owner, ...idsOf(named)))
      .catch(() => undefined);
  }
  const rows = (await twin.evidence('events')) as { tool: string | null; fidelity: string }[];
  const expected = sent.map(([, method, path]) => routeFor(method, path));
  const named = rows.map(({ tool, fidelity }, at) => [sent[at]?.[0], tool, fidelity]);
  // The account is read by its own path too: any other id is nobody's.
  const told = named.filter(([name]) => !/^accounts?\.retrieve$/.test(name ?? ''));
  expect(told).toEqual(
    expected.flatMap((route, at) => {
      const name = sent[at]?.[0] ?? '';
      if (/^accounts?\.retrieve$/.test(name)) return [];
      return [route ? [name, route.action, 'semantic'] : [name, null, 'unsupported']];
    }),
  );
  const reached = new Set(expected);
  const nameless = routes.filter((route) => !reached.has(route)).map(({ id }) => id);
  const called = expected.filter((route) => route !== undefined).length;
  process.stdout.write(
    `Stripe: ${called} methods called of ${sent.length}, ${nameless.length} operations without one: ${nameless.join(' ')}\n`,
  );
  // Stripe's CLI and curl make these calls; the client has no method for them.
  expect(nameless).toEqual([
    'GetCustomersCustomerSubscriptions',
    'GetChargesChargeRefunds',
    'PostTestHelpersPaymentIntentsIntentSimulateCryptoDeposit',
  ]);
});
