import type { IContainer, IEnvVar, IPodTemplateSpec, IProbe, IVolume, IVolumeMount } from 'kubernetes-models/v1';
import { COPIES, certificateFiles, EDGE_FILES, SECRETS_FOLDER, type Service, told, type Variables } from '../composition.ts';
import type { ImageFacts } from './images.ts';
import { isSetting, resolved, secretIn } from './variables.ts';

export const NAMESPACE = 'svc';
export const SETTINGS = 'svc-settings';
export const SECRETS_NAME = 'svc-secrets';
export const CERTIFICATES_NAME = 'svc-certificates';
export const EDGE_CONFIG = 'svc-edge';
export const AGENT_PORT = 7443;

/** Of each host: the engine finds the folder at the same path. */
const TWINS_ON_HOST = '/var/lib/svc/twins';
/** Groups of the engine's socket differ from host to host: this is one that many have. */
const ENGINE_GROUP = 999;
/** What a service that answers nothing for a minute gets, which is longer than it says that it leaves. */
const PATIENCE = 6;

const OWN: Record<string, Variables> = {
  'control-plane': { SVC_HOSTS: 'many' },
  'host-agent': { SVC_AGENT_SOCKET: '/tmp/agent.sock', SVC_TWINS_ENGINE_DIR: TWINS_ON_HOST, ...COPIES },
};

/** A service of the composition, and what its image says. */
export interface Part {
  name: string;
  service: Service;
  facts: ImageFacts;
}

export const labelsOf = (name: string) => ({ 'app.kubernetes.io/name': name, 'app.kubernetes.io/part-of': 'svc' });

/** Ports that others reach a part on. */
export function portsOf({ name, service, facts }: Part): number[] {
  if (name === 'host-agent') return [AGENT_PORT];
  if (service.ports) return service.ports.map((port) => Number(port.slice(port.lastIndexOf(':') + 1)));
  return facts.port === undefined ? [] : [facts.port];
}

/** The volume of a part that keeps data, and where it has it. */
export function keptBy({ name, service: { volumes = [] } }: Part): { volume: string; path: string } | undefined {
  const [, volume, path] = volumes.map((one) => /^([a-z]+):(\/[^:]+)$/.exec(one)).find((found) => found) ?? [];
  return name === 'host-agent' || volume === undefined || path === undefined ? undefined : { volume, path };
}

/** What settings a part has, with their values where nothing else is said. */
export function settingsOf({ name, service }: Part): Variables {
  const { environment } = told(name, service, OWN[name]);
  const settings = Object.entries(environment).filter(([, value]) => isSetting(value) && secretIn(value) === undefined);
  return Object.fromEntries(settings.map(([variable, value]) => [variable, resolved(value)]));
}

export function podOf(part: Part): IPodTemplateSpec {
  const { name, service, facts } = part;
  const { uid } = facts;
  const isAgent = name === 'host-agent';
  const owner = ownerOf(part);
  return {
    metadata: { labels: labelsOf(name) },
    spec: {
      automountServiceAccountToken: false,
      // Its variables are ours alone.
      enableServiceLinks: false,
      terminationGracePeriodSeconds: Number.parseInt(service.stop_grace_period ?? '30', 10),
      securityContext: {
        seccompProfile: { type: 'RuntimeDefault' },
        ...(uid !== undefined && { runAsNonRoot: true, runAsUser: uid, runAsGroup: uid, fsGroup: uid }),
        ...(isAgent && { supplementalGroups: [ENGINE_GROUP] }),
      },
      ...(owner && { initContainers: [owner] }),
      containers: [containerOf(part)],
      volumes: volumesOf(part),
    },
  };
}

const confined = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ['ALL'] },
} satisfies IContainer['securityContext'];

function containerOf(part: Part): IContainer {
  const { name, service } = part;
  const memory = (service.mem_limit ?? '').replace(/^(\d+)([mg])$/, (_, size, unit) => `${size}${unit.toUpperCase()}i`);
  return {
    name,
    image: resolved(service.image),
    ...(service.command && { args: service.command.map(resolved) }),
    env: environmentOf(part),
    ports: portsOf(part).map((containerPort) => ({ containerPort })),
    resources: { requests: { memory }, limits: { memory } },
    securityContext: confined,
    ...probesOf(part),
    volumeMounts: mountsOf(part),
  };
}

function environmentOf({ name, service }: Part): IEnvVar[] {
  const { environment } = told(name, service, OWN[name]);
  const variables = Object.entries(environment).map(([variable, value]): IEnvVar => {
    const secret = secretIn(value);
    if (secret !== undefined) return { name: variable, valueFrom: { secretKeyRef: { name: SECRETS_NAME, key: secret } } };
    if (isSetting(value)) return { name: variable, valueFrom: { configMapKeyRef: { name: SETTINGS, key: variable } } };
    return { name: variable, value: resolved(value) };
  });
  if (name !== 'host-agent') return variables;
  return [
    ...variables,
    { name: 'SVC_HOST_NAME', valueFrom: { fieldRef: { fieldPath: 'spec.nodeName' } } },
    { name: 'POD_IP', valueFrom: { fieldRef: { fieldPath: 'status.podIP' } } },
    { name: 'SVC_AGENT_ADVERTISE', value: `$(POD_IP):${AGENT_PORT}` },
  ];
}

/** Who is asked when it is ready, and started again where it says nothing for long: stores are not, since they may have to recover. */
function probesOf(part: Part): Pick<IContainer, 'readinessProbe' | 'livenessProbe'> {
  const { service, facts } = part;
  const own = service.healthcheck as { test: string[]; interval: string; timeout: string; retries: number } | undefined;
  if (own) return { readinessProbe: probe(commandIn(own.test), own.interval, own.timeout) };
  if (!facts.health) return { readinessProbe: { tcpSocket: { port: portsOf(part)[0] as number }, periodSeconds: 2 } };
  const { command, seconds, retries } = facts.health;
  const asked: IProbe = {
    exec: { command },
    periodSeconds: seconds.interval as number,
    timeoutSeconds: seconds.timeout as number,
  };
  return {
    readinessProbe: { ...asked, failureThreshold: retries },
    livenessProbe: { ...asked, initialDelaySeconds: seconds['start-period'] as number, failureThreshold: PATIENCE },
  };
}

const probe = (command: string[], interval: string, timeout: string): IProbe => ({
  exec: { command },
  periodSeconds: Number.parseInt(interval, 10),
  timeoutSeconds: Number.parseInt(timeout, 10),
});

function commandIn([kind, ...command]: readonly string[]): string[] {
  return kind === 'CMD-SHELL' ? ['sh', '-c', resolved(command.join(' '))] : command.map(resolved);
}

/** Volumes of Kubernetes belong to root at first, where the engine's take over the image's owner. */
function ownerOf(part: Part): IContainer | undefined {
  const { name, service, facts } = part;
  const path = name === 'host-agent' ? '/twins' : keptBy(part)?.path;
  const who = name === 'host-agent' ? `${facts.uid}:${facts.uid}` : service.user;
  if (path === undefined || who === undefined) return undefined;
  return {
    name: 'owner',
    image: resolved(service.image),
    command: ['chown', who, path],
    resources: { limits: { memory: '64Mi' } },
    securityContext: { ...confined, runAsUser: 0, runAsNonRoot: false, capabilities: { drop: ['ALL'], add: ['CHOWN'] } },
    volumeMounts: mountsOf(part).filter(({ mountPath }) => mountPath === path),
  };
}

function mountsOf(part: Part): IVolumeMount[] {
  const { name, service } = part;
  const kept = keptBy(part);
  const { secrets } = told(name, service);
  return [
    ...(service.tmpfs ?? []).map((mountPath) => ({ name: 'memory', mountPath })),
    ...(kept ? [{ name: kept.volume, mountPath: kept.path }] : []),
    ...(secrets.length > 0 ? [{ name: 'secrets', mountPath: SECRETS_FOLDER, readOnly: true }] : []),
    ...(name === 'edge' ? [{ name: 'configuration', mountPath: '/usr/local/etc/haproxy', readOnly: true }] : []),
    ...(name === 'host-agent'
      ? [
          { name: 'engine', mountPath: '/var/run/docker.sock' },
          { name: 'twins', mountPath: '/twins' },
        ]
      : []),
  ];
}

/** Each part sees the keys that it needs, and no others. */
function volumesOf({ name, service }: Part): IVolume[] {
  const { secrets } = told(name, service);
  const certificates = secrets.filter(({ source }) => certificateFiles().includes(source));
  const others = secrets.filter((secret) => !certificates.includes(secret));
  const from = (of: string, all: typeof secrets) => ({
    secret: { name: of, items: all.map(({ source, target }) => ({ key: source, path: target })) },
  });
  const sources = [
    ...(others.length > 0 ? [from(SECRETS_NAME, others)] : []),
    ...(certificates.length > 0 ? [from(CERTIFICATES_NAME, certificates)] : []),
  ];
  const volumes: IVolume[] = [];
  if (service.tmpfs) volumes.push({ name: 'memory', emptyDir: { medium: 'Memory', sizeLimit: '64Mi' } });
  // Readable for the group alone, which is that of the pod.
  if (sources.length > 0) volumes.push({ name: 'secrets', projected: { sources, defaultMode: 0o440 } });
  if (name === 'edge')
    volumes.push({
      name: 'configuration',
      configMap: { name: EDGE_CONFIG, items: EDGE_FILES.map((file) => ({ key: file, path: file })) },
    });
  if (name === 'host-agent')
    volumes.push(
      { name: 'engine', hostPath: { path: '/var/run/docker.sock', type: 'Socket' } },
      { name: 'twins', hostPath: { path: TWINS_ON_HOST, type: 'DirectoryOrCreate' } },
    );
  return volumes;
}
