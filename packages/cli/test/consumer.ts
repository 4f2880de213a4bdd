import { PACKAGE_NAME } from '../pack/package-name.ts';

/** A program of a user's, for the compiler: what is typed, and under each `@ts-expect-error` what must not compile. */
export const CONSUMER = `import { createSandbox, startTwin, type LocalTwin, type StateOf, type TwinId } from '${PACKAGE_NAME}';

const twin = await startTwin('stripe', { seed: { customers: [{ id: 'cus_1', email: 'a@example.com' }] } });
const { customers, refunds } = await twin.state();
const email: string | null = customers[0]!.email;
const amount: number = refunds[0]!.amount;
const address: string = twin.variables.SVC_STRIPE_REST_URL;
// @ts-expect-error no such twin
await startTwin('githb');
// @ts-expect-error no such collection
(await twin.state()).custmers;
// @ts-expect-error no such field
customers[0]!.emial;
// @ts-expect-error bookkeeping is not told
(await twin.state()).idempotency_keys;
// @ts-expect-error a seed is that of its twin
await startTwin('slack', { seed: { channels: [{ name: 7 }] } });

const sandbox = await createSandbox({ twins: ['github', 'linear'], seed: { github: { repositories: [] } } });
const title: string = (await sandbox.twins.linear.state()).issues[0]!.title;
const mcp: string = sandbox.twins.github.mcpUrl;
// @ts-expect-error it was not asked for
sandbox.twins.slack;
// @ts-expect-error no such twin
await createSandbox({ twins: ['githb'] });
// @ts-expect-error a seed of a twin that was not asked for
await createSandbox({ twins: ['github', 'linear'], seed: { slack: {} } });

const plain = await createSandbox();
const state: StateOf<'github'> = await plain.twins.github.state();
const login: string = state.users[0]!.login;
// @ts-expect-error github alone is the default
plain.twins.stripe;

const ids: TwinId[] = ['gmail'];
const several = await createSandbox({ twins: ids });
const perhaps: string | undefined = several.twins.gmail?.url;
const kept: LocalTwin<'gmail'> = await startTwin('gmail');
{
  await using other = await startTwin('github');
  const status: number = (await other.tape())[0]!.status;
}
export { address, amount, email, kept, login, mcp, perhaps, title };
`;
