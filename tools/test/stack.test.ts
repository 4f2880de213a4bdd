import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { makeStack, STACK } from '../stack.ts';

const compose = () => readFile(join(STACK, '../compose.yaml'), 'utf8');

interface Stack {
  services: Record<
    string,
    {
      environment?: Record<string, string>;
      secrets?: { source: string; target: string }[];
      volumes?: (string | { type: string; target: string })[];
      ports?: { mode: string }[];
      deploy: { mode?: string; endpoint_mode: string; placement?: object };
    }
  >;
  secrets: Record<string, { external: boolean }>;
}

const stack = async (): Promise<Stack> => parse(await readFile(STACK, 'utf8')) as Stack;

test('deploy/stack.yaml is what tools/stack.ts makes of deploy/compose.yaml', async () => {
  expect(await readFile(STACK, 'utf8')).toBe(makeStack(await compose()));
});

describe('the stack', () => {
  test('has every service of the fleet on one host', async () => {
    const { services } = parse(await compose(), { merge: true }) as Stack;
    expect(new Set(Object.keys((await stack()).services))).toEqual(new Set(Object.keys(services)));
  });

  test('works where the kernel has no IPVS: names for all addresses, and ports of the hosts themselves', async () => {
    for (const [name, { deploy, ports = [] }] of Object.entries((await stack()).services)) {
      expect([name, deploy.endpoint_mode, ...ports.map(({ mode }) => mode)]).toEqual([name, 'dnsrr', ...ports.map(() => 'host')]);
    }
  });

  test('has one agent on each host, and the engine’s socket in no other service', async () => {
    const { services } = await stack();
    expect(services['host-agent']?.deploy.mode).toBe('global');
    const holders = Object.entries(services).filter(([, service]) =>
      JSON.stringify(service.volumes ?? []).includes('docker.sock'),
    );
    expect(holders.map(([name]) => name)).toEqual(['host-agent']);
  });

  test('gives each part its own certificate only, and secrets of the installation to no agent', async () => {
    const { services } = await stack();
    const keysOf = (name: string) =>
      (services[name]?.secrets ?? []).map(({ target }) => target).filter((target) => target.endsWith('.key'));
    expect(['host-agent', 'control-plane', 'routing-proxy', 'grading-worker'].map(keysOf)).toEqual([
      ['host-agent.key'],
      ['control-plane.key'],
      ['caller.key'],
      ['caller.key'],
    ]);
    expect(services['host-agent']?.secrets?.map(({ target }) => target).toSorted()).toEqual([
      'agent_database_url',
      'ca.crt',
      'host-agent.crt',
      'host-agent.key',
    ]);
  });

  test('has services read secrets from files and not from variables', async () => {
    const { services } = await stack();
    for (const name of ['host-agent', 'control-plane', 'routing-proxy', 'grading-worker'])
      expect(Object.keys(services[name]?.environment ?? {})).not.toEqual(
        expect.arrayContaining([
          expect.stringMatching(/^(DATABASE_URL|SVC_REDIS_URL|SVC_INSTALLATION_SECRET|SVC_S3_SECRET_ACCESS_KEY)$/),
        ]),
      );
  });
});
