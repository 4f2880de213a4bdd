import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import {
  DaemonSet,
  Deployment,
  type IDaemonSet,
  type IDeployment,
  type IStatefulSet,
  StatefulSet,
} from 'kubernetes-models/apps/v1';
import { type INetworkPolicy, NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { ConfigMap, type IPodSpec, Namespace, Secret, Service } from 'kubernetes-models/v1';
import { parseAllDocuments } from 'yaml';
import { DEPLOY, readComposition, servicesOf } from '../composition.ts';
import { MANIFESTS, makeManifests, written } from '../kubernetes.ts';

const run = promisify(execFile);
/** Kubernetes' own OpenAPI documents, compiled by kubernetes-models. */
const MODELS = { Namespace, ConfigMap, Secret, Service, Deployment, StatefulSet, DaemonSet, NetworkPolicy };

interface Document {
  apiVersion: string;
  kind: keyof typeof MODELS;
  metadata: { name: string; namespace?: string };
}
type Workload = (IDeployment | IStatefulSet | IDaemonSet) & Document;

const documentsIn = (text: string): Document[] => parseAllDocuments(text).map((document) => document.toJS() as Document);
const documents = async () => documentsIn(await readFile(MANIFESTS, 'utf8'));
/** What the schema has against a document, with the model's own version and kind. */
function faultOf(document: Document): string | undefined {
  const Model = MODELS[document.kind] as unknown as new (data: object) => { validate(): void };
  try {
    new Model(document).validate();
    return undefined;
  } catch (error) {
    return `${document.kind} ${document.metadata.name}: ${(error as Error).message}`;
  }
}

const workloads = async (): Promise<Workload[]> =>
  (await documents()).filter(({ kind }) => ['Deployment', 'StatefulSet', 'DaemonSet'].includes(kind)) as Workload[];
const podOf = ({ spec }: Workload): IPodSpec => spec?.template.spec as IPodSpec;
const named = <T extends Document>(all: readonly T[], name: string): T => all.find(({ metadata }) => metadata.name === name) as T;

/** Names of the secrets, settings and volumes that a pod takes from elsewhere, as `<object>/<key>`. */
function referencesOf(pod: IPodSpec): string[] {
  const variables = pod.containers.flatMap(({ env = [] }) =>
    env.map(({ valueFrom }) => valueFrom?.secretKeyRef ?? valueFrom?.configMapKeyRef),
  );
  const files = (pod.volumes ?? []).flatMap(({ projected, configMap }) => [
    ...(projected?.sources ?? []).flatMap(({ secret }) => (secret?.items ?? []).map(({ key }) => ({ name: secret?.name, key }))),
    ...(configMap?.items ?? []).map(({ key }) => ({ name: configMap?.name, key })),
  ]);
  return [...variables.filter((one) => one !== undefined), ...files].map(({ name, key }) => `${name}/${key}`);
}

test('deploy/kubernetes.yaml is what tools/kubernetes.ts makes of deploy/compose.yaml', async () => {
  expect(await readFile(MANIFESTS, 'utf8')).toBe(written(makeManifests(readComposition())));
});

describe('the manifests', () => {
  test('are as Kubernetes’ published schemas have them', async () => {
    expect((await documents()).map(faultOf).filter((fault) => fault !== undefined)).toEqual([]);
  });

  test.each([
    [
      'a port that is no number',
      ({ template }: NonNullable<IDaemonSet['spec']>) =>
        Object.assign(template.spec!.containers[0]!.ports![0]!, { containerPort: 'x' }),
    ],
    ['no selector', (spec: NonNullable<IDaemonSet['spec']>) => Reflect.deleteProperty(spec, 'selector')],
    [
      'a volume of no known kind',
      ({ template }: NonNullable<IDaemonSet['spec']>) =>
        Object.assign(template.spec!.volumes!.at(-1)!, { hostPath: { path: 1 } }),
    ],
  ])('would be refused with %s', async (_what, spoil) => {
    const agent = named(await workloads(), 'host-agent');
    spoil((agent as IDaemonSet).spec!);
    expect(faultOf(agent)).toMatch(/^DaemonSet host-agent: /);
  });

  test('have every service of the composition, the agent once on each node', async () => {
    const all = await workloads();
    expect(all.map(({ metadata }) => metadata.name).toSorted()).toEqual(Object.keys(servicesOf(readComposition())).toSorted());
    expect(all.filter(({ kind }) => kind === 'DaemonSet').map(({ metadata }) => metadata.name)).toEqual(['host-agent']);
  });

  test('let a container change nothing but its volumes, gain nothing, and use no more than its memory', async () => {
    for (const workload of await workloads()) {
      const pod = podOf(workload);
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: { seccompProfile: { type: 'RuntimeDefault' } },
      });
      for (const { securityContext, resources } of [...pod.containers, ...(pod.initContainers ?? [])]) {
        expect(securityContext).toMatchObject({
          readOnlyRootFilesystem: true,
          allowPrivilegeEscalation: false,
          capabilities: { drop: ['ALL'] },
        });
        expect(resources?.limits?.memory).toMatch(/^\d+[MG]i$/);
      }
    }
  });

  test('ask each part whether it is ready, and start stateless ones again that say nothing for long', async () => {
    const probes = (await workloads()).map((workload) => {
      const [{ readinessProbe, livenessProbe }] = podOf(workload).containers as [IPodSpec['containers'][number]];
      return [workload.metadata.name, readinessProbe !== undefined, livenessProbe !== undefined];
    });
    const stateless = ['control-plane', 'grading-worker', 'host-agent', 'routing-proxy'];
    expect(probes).toEqual(probes.map(([name]) => [name, true, stateless.includes(name as string)]));
  });

  test('let the engine’s socket and the hosts’ folders into the agent only', async () => {
    const holders = (await workloads()).filter((workload) => podOf(workload).volumes?.some(({ hostPath }) => hostPath));
    expect(holders.map(({ metadata }) => metadata.name)).toEqual(['host-agent']);
  });

  test('keep the network of agents to who asks them, and everything else to each other', async () => {
    const policies = (await documents()).filter(({ kind }) => kind === 'NetworkPolicy') as (INetworkPolicy & Document)[];
    const agents = named(policies, 'agents').spec!;
    expect(JSON.stringify(agents.ingress)).toContain('["control-plane","routing-proxy","grading-worker","host-agent"]');
    expect(agents.egress?.[0]).toMatchObject({
      to: [{ podSelector: { matchExpressions: [{ values: ['postgres'] }] } }],
      ports: [{ port: 5432 }],
    });
    // Copies of journals, and names.
    expect(agents.egress?.[1]).toMatchObject({
      to: [{ podSelector: { matchExpressions: [{ values: ['host-agent'] }] } }],
      ports: [{ port: 7443 }],
    });
    expect(agents.egress?.[2]?.ports?.map(({ port }) => port)).toEqual([53, 53]);
    expect(agents.egress).toHaveLength(3);
    expect(named(policies, 'internal').spec).toMatchObject({
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [{ podSelector: {} }] }],
    });
    expect(named(policies, 'public').spec?.ingress?.[0]?.ports?.map(({ port }) => port)).toEqual([8080, 8081, 8082]);
  });

  test('name secrets and settings that there are, each part its own certificate, and agents none of the installation’s secrets', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'svc-kubernetes-'));
    try {
      const names = [
        'SVC_INSTALLATION_SECRET',
        'POSTGRES_PASSWORD',
        'REDIS_PASSWORD',
        'S3_ACCESS_KEY_ID',
        'S3_SECRET_ACCESS_KEY',
        'AGENT_DATABASE_PASSWORD',
      ];
      const urls = ['SVC_DATABASE_URL=postgres://svc:pass@postgres:5432/svc', 'SVC_REDIS_URL=redis://:pass@redis:6379'];
      await writeFile(join(folder, '.env'), [...names.map((name) => `${name}=of-${name}`), ...urls, ''].join('\n'));
      await run('bash', [join(DEPLOY, 'host-certificates.sh'), folder]);
      const { stdout } = await run('bash', [join(DEPLOY, 'kubernetes-secrets.sh'), join(folder, '.env')], {
        env: { ...process.env, SVC_CERTIFICATES: folder },
      });
      const secrets = documentsIn(stdout) as (Document & { data: Record<string, string> })[];
      expect(secrets.map(faultOf)).toEqual(secrets.map(() => undefined));
      const value = (name: string, key: string) => Buffer.from(named(secrets, name).data[key] as string, 'base64').toString();
      expect(value('svc-secrets', 'agent_database_url')).toBe(
        'postgres://svc_agent:of-AGENT_DATABASE_PASSWORD@postgres:5432/svc',
      );
      expect(value('svc-certificates', 'caller.key')).toBe(await readFile(join(folder, 'caller.key'), 'utf8'));

      const maps = (await documents()).filter(({ kind }) => kind === 'ConfigMap') as typeof secrets;
      const there = [...secrets, ...maps].flatMap(({ metadata, data }) =>
        Object.keys(data).map((key) => `${metadata.name}/${key}`),
      );
      const used = new Map((await workloads()).map((workload) => [workload.metadata.name, referencesOf(podOf(workload))]));
      expect([...used.values()].flat().filter((reference) => !there.includes(reference))).toEqual([]);
      const keysOf = (name: string) => used.get(name)?.filter((reference) => /\.key$|^svc-secrets/.test(reference));
      expect(keysOf('host-agent')).toEqual(['svc-secrets/agent_database_url', 'svc-certificates/host-agent.key']);
      expect(keysOf('routing-proxy')).toEqual(['svc-secrets/redis_url', 'svc-certificates/caller.key']);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  test('have the edge look its servers up by their whole names, at the cluster’s own server of names', async () => {
    const edge = named(await documents(), 'svc-edge') as Document & { data: Record<string, string> };
    const servers = [...(edge.data['haproxy.cfg'] as string).matchAll(/^ {2}server-template \S+ \d+ (\S+)/gm)].map(
      ([, at]) => at,
    );
    expect(servers).toEqual(['control-plane', 'routing-proxy', 's3'].map((name) => `${name}.svc.svc.cluster.local:8080`));
    expect(edge.data['haproxy.cfg']).toMatch(/^resolvers docker\n {2}parse-resolv-conf$/m);
    expect(edge.data['haproxy.cfg']).not.toContain('127.0.0.11');
  });
});

test('secrets are printed as a whole or not at all', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'svc-kubernetes-'));
  try {
    await writeFile(join(folder, '.env'), 'SVC_DATABASE_URL=postgres://svc:pass@postgres:5432/svc\nAGENT_DATABASE_PASSWORD=a\n');
    await run('bash', [join(DEPLOY, 'host-certificates.sh'), folder]);
    const printing = run('bash', [join(DEPLOY, 'kubernetes-secrets.sh'), join(folder, '.env')], {
      env: { ...process.env, SVC_CERTIFICATES: folder },
    });
    await expect(printing).rejects.toMatchObject({
      stdout: '',
      stderr: expect.stringContaining('has no SVC_INSTALLATION_SECRET'),
    });
  } finally {
    await rm(folder, { recursive: true });
  }
});
