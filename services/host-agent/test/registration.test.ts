import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type EmbeddedPostgres, listHosts, migrate, openDatabase, stateOf } from '@svc/platform';
import { startTestDatabase } from '@svc/platform/testing';
import { Registration } from '../src/registration.ts';

let server: EmbeddedPostgres;
let database: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  server = await startTestDatabase();
  database = openDatabase(server);
  await migrate(database);
});
afterAll(async () => {
  await database?.destroy();
  await server?.stop();
});

/** @param over the database that is told */
const registered = (over: ReturnType<typeof openDatabase>) => {
  const beaten = Promise.withResolvers<void>();
  const agent = {
    hostId: async () => 'host_a',
    isReady: async () => true,
    waiting: () => ({ github: 1 }),
    drain: () => beaten.resolve(),
    removeClaimed: async () => {},
  };
  const said = { name: 'a', address: 'a.test:7443', port: 7443, twins: ['github'], mostTwins: 10 };
  const troubles: string[] = [];
  const registration = new Registration({ database: over, agent, said, onTrouble: (what) => troubles.push(what) });
  return { registration, beaten: beaten.promise, troubles };
};

const states = async () => (await listHosts(database)).map(stateOf);

test('an agent that ends says so, and takes that back when it is there again', async () => {
  for (const round of [1, 2]) {
    const { registration, beaten, troubles } = registered(database);
    await beaten;
    expect([round, ...(await states())]).toEqual([round, 'active']);
    await registration.leave();
    expect([round, ...(await states())]).toEqual([round, 'unready']);
    expect(troubles).toEqual([]);
  }
});

test('an agent whose database is away ends all the same', async () => {
  // Nothing listens there.
  const away = openDatabase({ connectionString: 'postgres://svc@127.0.0.1:1/svc' });
  const { registration, troubles } = registered(away);
  await registration.leave();
  await away.destroy();
  expect(troubles).toEqual(['say that this host is there', 'say that its agent ends']);
});
