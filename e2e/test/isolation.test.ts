import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { clientOf, createSandbox, discardAll, type Sandbox } from '../fleet/client.ts';
import { engine, execute, namedTwinsOf } from '../fleet/engine.ts';
import { sharedFleet } from '../fleet/shared.ts';

const fleet = sharedFleet();
const client = clientOf(fleet);

let sandbox: Sandbox;
let twin: string;
let other: string;

beforeAll(async () => {
  sandbox = await createSandbox(client);
  const neighbour = await createSandbox(client);
  twin = (await namedTwinsOf(sandbox.id))[0]!.Id;
  other = (await namedTwinsOf(neighbour.id))[0]!.Id;
});
afterAll(() => discardAll(client));

/** From inside the twin: what a TCP connection comes to. Refused on the spot, whatever is there. */
async function connection(host: string, port: number): Promise<string> {
  const program = `require('node:net').connect({host:process.env.TO_HOST,port:+process.env.TO_PORT,timeout:4000})
    .on('connect',()=>{console.log('connected');process.exit()})
    .on('timeout',()=>{console.log('silence');process.exit()})
    .on('error',(error)=>{console.log(error.code);process.exit()})`;
  const { output } = await execute(twin, ['node', '-e', program], [`TO_HOST=${host}`, `TO_PORT=${port}`]);
  return output.trim();
}

/** Addresses of a container on its networks. */
async function addresses(id: string): Promise<string[]> {
  const { NetworkSettings } = await engine.getContainer(id).inspect();
  return Object.values(NetworkSettings.Networks)
    .map(({ IPAddress }) => IPAddress)
    .filter((address) => address !== '');
}

/** No way out of the container: the network itself, not a time-out or a closed port, says so. */
const NO_WAY = /^(ENETUNREACH|EPERM|EACCES)$/;

describe('from inside a twin', () => {
  test.each(['control-plane', 'postgres', 'redis', 's3', 'routing-proxy-1', 'grading-worker-1', 'edge'])(
    'the %s of the fleet is out of reach',
    async (name) => {
      for (const address of await addresses(fleet.containers[name]!)) expect(await connection(address, 8080)).toMatch(NO_WAY);
    },
  );

  test("another sandbox's twin is out of reach", async () => {
    for (const address of await addresses(other)) expect(await connection(address, 8080)).toMatch(NO_WAY);
    const mounts = async (id: string) => (await engine.getContainer(id).inspect()).Mounts.map(({ Source }) => Source);
    const shared = (await mounts(twin)).filter((source) => source !== '');
    const others = await mounts(other);
    expect(shared.filter((source) => others.includes(source))).toEqual([]);
  });

  test('the host and the Internet are out of reach', async () => {
    const [bridge] = (await engine.getNetwork('bridge').inspect()).IPAM?.Config ?? [];
    // 198.51.100.0/24 is kept for documentation (RFC 5737): it stands for the Internet, and nothing is sent to anybody.
    for (const address of [bridge?.Gateway ?? '172.17.0.1', '198.51.100.1']) {
      expect(await connection(address, 22)).toMatch(NO_WAY);
    }
  });

  test("no name is resolved, and the engine's socket is not there", async () => {
    const lookup = `require('node:dns').lookup('control-plane',(error,found)=>console.log(error?error.code:found))`;
    expect((await execute(twin, ['node', '-e', lookup])).output.trim()).toMatch(/^(ENOTFOUND|EAI_AGAIN)$/);
    expect((await execute(twin, ['ls', '/var/run/docker.sock'])).code).not.toBe(0);
  });

  test('nothing can be written outside its own folders, and no privilege is there', async () => {
    expect((await execute(twin, ['sh', '-c', 'echo x > /app/main.cjs || echo x > /etc/x || echo x > /usr/x'])).code).not.toBe(0);
    const { output } = await execute(twin, ['sh', '-c', 'id -u; grep -E "^(CapEff|CapPrm|CapBnd|NoNewPrivs)" /proc/1/status']);
    const [uid, ...status] = output.trim().split('\n');
    expect(uid).not.toBe('0');
    expect(status.map((line) => line.split(/\s+/)[1])).toEqual(['0000000000000000', '0000000000000000', '0000000000000000', '1']);
  });

  test('CPU, memory and processes have their limits', async () => {
    const { HostConfig } = await engine.getContainer(twin).inspect();
    expect(HostConfig.Memory).toBeGreaterThan(0);
    expect(HostConfig.PidsLimit).toBeGreaterThan(0);
    expect((HostConfig.NanoCpus ?? 0) + (HostConfig.CpuQuota ?? 0)).toBeGreaterThan(0);
    expect(HostConfig.ReadonlyRootfs).toBe(true);
  });
});

test("the engine is reached by the host's agent only", async () => {
  for (const [name, id] of Object.entries(fleet.containers)) {
    const { Mounts } = await engine.getContainer(id).inspect();
    const socket = Mounts.some(({ Source, Destination }) => `${Source}${Destination}`.includes('docker.sock'));
    expect({ name, socket }).toEqual({ name, socket: name === 'host-agent' });
  }
});
