/**
 * Makes `deploy/kubernetes.yaml`, the fleet on a cluster of Kubernetes, from `deploy/compose.yaml` and what its images say of themselves.
 * `node tools/kubernetes.ts --write` writes it; without, what it would write goes to standard output.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { IDaemonSet, IDeployment, IStatefulSet } from 'kubernetes-models/apps/v1';
import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import type { IConfigMap, INamespace, IService } from 'kubernetes-models/v1';
import { stringify } from 'yaml';
import { DEPLOY, EDGE_FILES, readComposition, servicesOf, type Variables } from './composition.ts';
import { imageFacts } from './kubernetes/images.ts';
import { networkPolicies } from './kubernetes/networks.ts';
import { EDGE_CONFIG, keptBy, labelsOf, NAMESPACE, type Part, podOf, portsOf, SETTINGS, settingsOf } from './kubernetes/pod.ts';
import { resolved } from './kubernetes/variables.ts';

export const MANIFESTS = join(DEPLOY, 'kubernetes.yaml');

const HEAD = `# The fleet on Kubernetes. UNTESTED: it is held against the published schemas, and has never run on a cluster (docs/scale.md).
# Made of deploy/compose.yaml by tools/kubernetes.ts: change those, or lay your own values over it with kustomize.
# The secrets that it names come from deploy/kubernetes-secrets.sh. The engine's socket is taken to belong to group 999 on each node.
`;

/** The stage that an image is built from, where it isn't called as its service is. */
const STAGES: Variables = { s3: 'evidence-store', edge: 'haproxy' };
const SIZES: Variables = { postgres: '20Gi', redis: '5Gi', evidence: '100Gi' };

export type Manifest = INamespace | IConfigMap | IService | IDeployment | IStatefulSet | IDaemonSet | INetworkPolicy;

export function makeManifests(compose: string): Manifest[] {
  const facts = imageFacts();
  const parts = Object.entries(servicesOf(compose)).map(
    ([name, service]): Part => ({ name, service, facts: facts.get(STAGES[name] ?? name) ?? {} }),
  );
  const edge = parts.find(({ name }) => name === 'edge');
  if (!edge) throw new Error('The composition has no edge.');
  return [
    {
      apiVersion: 'v1',
      kind: 'Namespace',
      // Agents have the engine's socket, which no stricter standard of pods allows.
      metadata: { name: NAMESPACE, labels: { 'pod-security.kubernetes.io/enforce': 'privileged' } },
    },
    configMap(SETTINGS, settingsOfAll(parts)),
    configMap(EDGE_CONFIG, edgeFiles()),
    ...parts.flatMap((part) => [workload(part), ...serviceOf(part)]),
    ...networkPolicies(edge),
  ];
}

export const written = (manifests: readonly Manifest[]): string =>
  // kubectl reads an older YAML, in which more words need quotation marks to be texts.
  HEAD + manifests.map((one) => stringify(one, { aliasDuplicateObjects: false, lineWidth: 0, compat: 'yaml-1.1' })).join('---\n');

const inNamespace = (name: string) => ({ name, namespace: NAMESPACE, labels: labelsOf(name) });

const configMap = (name: string, data: Variables): IConfigMap => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: inNamespace(name),
  data,
});

/** One value of each: parts that share a setting read it in one place. */
function settingsOfAll(parts: readonly Part[]): Variables {
  const settings: Variables = {};
  for (const part of parts)
    for (const [name, value] of Object.entries(settingsOf(part))) {
      if (settings[name] !== undefined && settings[name] !== value) throw new Error(`${name} has two values.`);
      settings[name] = value;
    }
  return settings;
}

/** Its servers of names are the cluster's, which know whole names only. */
function edgeFiles(): Variables {
  const read = (file: string) => readFileSync(join(DEPLOY, 'edge', file), 'utf8');
  const changed = read('haproxy.cfg')
    .replace(/^ {2}nameserver engine 127\.0\.0\.11:53$/m, '  parse-resolv-conf')
    .replaceAll(/^( {2}server-template \S+ \d+ )([a-z0-9-]+):/gm, `$1$2.${NAMESPACE}.svc.cluster.local:`);
  return Object.fromEntries(EDGE_FILES.map((file) => [file, file === 'haproxy.cfg' ? changed : read(file)]));
}

function workload(part: Part): IDeployment | IStatefulSet | IDaemonSet {
  const { name, service } = part;
  const metadata = inNamespace(name);
  const common = { selector: { matchLabels: labelsOf(name) }, template: podOf(part) };
  if (name === 'host-agent') {
    // One host after the other: its twins are called again once its agent is back.
    const updateStrategy = { type: 'RollingUpdate' as const, rollingUpdate: { maxUnavailable: 1 } };
    return { apiVersion: 'apps/v1', kind: 'DaemonSet', metadata, spec: { ...common, updateStrategy } };
  }
  const kept = keptBy(part);
  if (kept) {
    const claim = {
      metadata: { name: kept.volume },
      spec: { accessModes: ['ReadWriteOnce' as const], resources: { requests: { storage: SIZES[kept.volume] as string } } },
    };
    const spec = { ...common, serviceName: name, replicas: 1, volumeClaimTemplates: [claim] };
    return { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata, spec };
  }
  const replicas = service.scale ? Number(resolved(service.scale)) : name === 'control-plane' ? 2 : 1;
  // Each new one before the old.
  const strategy = { type: 'RollingUpdate' as const, rollingUpdate: { maxUnavailable: 0, maxSurge: 1 } };
  return { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { ...common, replicas, strategy } };
}

/** Names stand for the addresses of all that are ready, but for the edge, which clients know. Nobody calls workers. */
function serviceOf(part: Part): IService[] {
  const { name } = part;
  if (name === 'grading-worker' || name === 'host-agent') return [];
  const ports = portsOf(part).map((port) => ({ name: `port-${port}`, port, targetPort: port }));
  const spec = { selector: labelsOf(name), ports, ...(name !== 'edge' && { clusterIP: 'None' }) };
  return [{ apiVersion: 'v1', kind: 'Service', metadata: inNamespace(name), spec }];
}

if (process.argv[1] === import.meta.filename) {
  const manifests = written(makeManifests(readComposition()));
  if (process.argv.includes('--write')) writeFileSync(MANIFESTS, manifests);
  else process.stdout.write(manifests);
}
