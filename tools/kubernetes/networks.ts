import type { INetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1';
import { AGENT_PORT, NAMESPACE, type Part, portsOf } from './pod.ts';

type Spec = NonNullable<INetworkPolicy['spec']>;
type Peer = NonNullable<NonNullable<NonNullable<Spec['egress']>[number]>['to']>[number];

const NAME = 'app.kubernetes.io/name';
const AGENT = 'host-agent';
/** Who asks agents or reaches twins. */
const CALLERS = ['control-plane', 'routing-proxy', 'grading-worker'];

const named = (...names: string[]): Peer => ({
  podSelector: { matchExpressions: [{ key: NAME, operator: 'In', values: names }] },
});
const EVERYBODY: Peer = { podSelector: {} };

/** Names are asked for at the cluster's own server. */
const NAMES: NonNullable<Spec['egress']>[number] = {
  to: [{ namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': 'kube-system' } } }],
  ports: [
    { protocol: 'UDP', port: 53 },
    { protocol: 'TCP', port: 53 },
  ],
};

const policy = (name: string, spec: Spec): INetworkPolicy => ({
  apiVersion: 'networking.k8s.io/v1',
  kind: 'NetworkPolicy',
  metadata: { name, namespace: NAMESPACE },
  spec,
});

/** In place of the composition's networks: the internal one, from which nothing reaches the outside, the public one, and what agents are kept to. */
export function networkPolicies(edge: Part): INetworkPolicy[] {
  return [
    policy('internal', {
      podSelector: { matchExpressions: [{ key: NAME, operator: 'NotIn', values: [AGENT] }] },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [EVERYBODY] }],
      egress: [{ to: [EVERYBODY] }, NAMES],
    }),
    policy('public', {
      podSelector: { matchLabels: { [NAME]: edge.name } },
      policyTypes: ['Ingress'],
      ingress: [{ ports: portsOf(edge).map((port) => ({ protocol: 'TCP', port })) }],
    }),
    policy('agents', {
      podSelector: { matchLabels: { [NAME]: AGENT } },
      policyTypes: ['Ingress', 'Egress'],
      ingress: [{ from: [named(...CALLERS, AGENT)], ports: [{ protocol: 'TCP', port: AGENT_PORT }] }],
      egress: [
        { to: [named('postgres')], ports: [{ protocol: 'TCP', port: 5432 }] },
        // Copies of journals.
        { to: [named(AGENT)], ports: [{ protocol: 'TCP', port: AGENT_PORT }] },
        NAMES,
      ],
    }),
  ];
}
