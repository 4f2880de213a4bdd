/**
 * Makes `deploy/stack.yaml`, the fleet on many hosts under Docker Swarm, from `deploy/compose.yaml`, the fleet on one: what a service is made of stands
 * there only. `node tools/stack.ts --write` writes it; without, what it would write goes to standard output.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { stringify } from 'yaml';
import {
  AGENT_DATABASE,
  COPIES,
  certificateFiles,
  DEPLOY,
  EDGE_FILES,
  readComposition,
  SECRETS,
  type Service,
  servicesOf,
  told,
  type Variables,
} from './composition.ts';

export const STACK = join(DEPLOY, 'stack.yaml');

const HEAD = `# The fleet on many hosts, for \`docker stack deploy\`; deploy/stack.sh prepares and runs that (docs/scale.md).
# Made of deploy/compose.yaml by tools/stack.ts: change those.
`;

/** The label of the hosts that it runs on: it keeps its data in volumes of one, or stands at the door that clients know. */
const PINNED: Record<string, string> = {
  postgres: 'svc.stores',
  redis: 'svc.stores',
  s3: 'svc.stores',
  edge: 'svc.edge',
};
/** One edge is gone for good, and the next takes calls, before another of them goes: a balancer before them has one all the time. */
const BETWEEN_EDGES = '15s';
/** What is a service's own beside what compose says. */
const OWN: Record<string, Variables> = {
  'control-plane': { SVC_HOSTS: 'many' },
  'host-agent': { SVC_HOST_NAME: '{{.Node.Hostname}}', SVC_AGENT_SOCKET: '/tmp/agent.sock', ...COPIES },
};

export function makeStack(compose: string): string {
  const made = Object.fromEntries(
    Object.entries(servicesOf(compose)).map(([name, service]) => [name, stackService(name, service)]),
  );
  const secrets = [...Object.values(SECRETS), AGENT_DATABASE, ...certificateFiles()];
  return (
    HEAD +
    stringify(
      {
        version: '3.9',
        services: made,
        networks: {
          public: { driver: 'overlay' },
          internal: { driver: 'overlay', internal: true },
        },
        volumes: { twins: {}, postgres: {}, redis: {}, evidence: {} },
        secrets: Object.fromEntries(
          secrets.map((name) => [secretName(name), { external: true, name: `svc_${secretName(name)}` }]),
        ),
        configs: Object.fromEntries(EDGE_FILES.map((name) => [secretName(name), { file: `./edge/${name}` }])),
      },
      { aliasDuplicateObjects: false, lineWidth: 0 },
    )
  );
}

/** Names of secrets and configs have no dots in a composition. */
const secretName = (file: string): string => file.replaceAll('.', '_');

function stackService(name: string, service: Service): object {
  const { image, user, read_only, cap_drop, stop_grace_period, logging, command, healthcheck, sysctls } = service;
  const isAgent = name === 'host-agent';
  const kept = { image, user, read_only, cap_drop, stop_grace_period, logging, command, healthcheck, sysctls };
  const { environment, secrets } = told(name, service, OWN[name]);
  return {
    ...Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== undefined)),
    // The group that may use the engine's socket; twins don't run in it.
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the composition
    ...(isAgent && { user: '1000:${DOCKER_GID:?}' }),
    ...(Object.keys(environment).length > 0 && { environment }),
    ...(secrets.length > 0 && { secrets: secrets.map(({ source, target }) => ({ source: secretName(source), target })) }),
    ...mounts(name, service),
    ...(service.ports && { ports: service.ports.map(hostPort) }),
    networks: name === 'edge' ? ['public', 'internal'] : ['internal'],
    deploy: deployment(name, service),
  };
}

/** A stack knows folders in memory in the long form only, and passes over the short one. */
function mounts(name: string, { volumes = [], tmpfs = [] }: Service): object {
  const isAgent = name === 'host-agent';
  // Other hosts' twins are reached over the network: only the agent has their folder, and its own socket is nobody else's.
  const own = volumes.filter((volume) => (isAgent ? !volume.startsWith('agent:') : name !== 'edge' && !volume.endsWith(':ro')));
  const inMemory = tmpfs.map((target) => ({ type: 'tmpfs', target }));
  const configs = EDGE_FILES.map((file) => ({ source: secretName(file), target: `/usr/local/etc/haproxy/${file}` }));
  return { volumes: [...own, ...inMemory], ...(name === 'edge' && { configs }) };
}

/** `address:published:target`, published on the host that it runs on: it works where the kernel has no IPVS. */
function hostPort(port: string): object {
  const [, published, target] = /:(\$\{[^}]+\}):(\d+)$/.exec(port) ?? [];
  return { target: Number(target), published, protocol: 'tcp', mode: 'host' };
}

const REPLICAS: Variables = {
  'control-plane': '2',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable of the composition
  edge: '${SVC_EDGES:-1}',
};

function deployment(name: string, { scale, mem_limit, pids_limit }: Service): object {
  const label = PINNED[name];
  const replicas = scale ?? REPLICAS[name] ?? '1';
  const mode = name === 'host-agent' ? { mode: 'global' } : { replicas: /^\d+$/.test(replicas) ? Number(replicas) : replicas };
  // One by one, each new one before the old, except where a volume or a port is one's alone.
  const order = label !== undefined || name === 'host-agent' ? 'stop-first' : 'start-first';
  return {
    ...mode,
    endpoint_mode: 'dnsrr',
    resources: { limits: { memory: mem_limit, pids: pids_limit } },
    restart_policy: { condition: 'any', delay: '1s' },
    update_config: { parallelism: 1, ...(name === 'edge' && { delay: BETWEEN_EDGES }), order },
    ...(label !== undefined && { placement: { constraints: [`node.labels.${label} == true`] } }),
  };
}

if (process.argv[1] === import.meta.filename) {
  const stack = makeStack(readComposition());
  if (process.argv.includes('--write')) writeFileSync(STACK, stack);
  else process.stdout.write(stack);
}
