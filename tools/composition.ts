/** Reads `deploy/compose.yaml`, of which the fleet on many hosts is made: what a service is made of stands there only. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';

/** As far as it is read here. */
export interface Service {
  image: string;
  user?: string;
  read_only?: boolean;
  tmpfs?: string[];
  cap_drop?: string[];
  pids_limit?: number;
  mem_limit?: string;
  scale?: string;
  stop_grace_period?: string;
  logging?: object;
  command?: string[];
  environment?: Record<string, string>;
  volumes?: string[];
  healthcheck?: object;
  sysctls?: object;
  ports?: string[];
}
export type Variables = Record<string, string>;

export const DEPLOY = join(import.meta.dirname, '../deploy');

/** Variables that hold secrets, and the secrets that the services read them from. */
export const SECRETS: Variables = {
  SVC_INSTALLATION_SECRET: 'installation_secret',
  SVC_REDIS_URL: 'redis_url',
  DATABASE_URL: 'database_url',
  SVC_S3_SECRET_ACCESS_KEY: 's3_secret',
};
export const AGENT_DATABASE = 'agent_database_url';

/** A variable of `deploy/.env`, and what it is where that doesn't say. */
const setting = (name: string, otherwise: string): Variables => ({ [name]: `\${${name}:-${otherwise}}` });
/** Of an agent of many hosts: whether it sends and keeps copies of journals, and half of what those leave free of the disk. */
export const COPIES: Variables = { ...setting('SVC_MIRROR', 'off'), ...setting('SVC_DISK_RESERVE_MIB', '1024') };
/** The certificate that each shows. */
export const CERTIFICATES: Variables = {
  'host-agent': 'host-agent',
  'control-plane': 'control-plane',
  'routing-proxy': 'caller',
  'grading-worker': 'caller',
};
/** Where secrets are files, certificates among them. */
export const SECRETS_FOLDER = '/run/secrets';
export const EDGE_FILES = ['haproxy.cfg', 'edge.lua'];
const MERGED = ['<<'];

export const readComposition = (): string => readFileSync(join(DEPLOY, 'compose.yaml'), 'utf8');

export const servicesOf = (compose: string): Record<string, Service> =>
  (parse(compose, { merge: true }) as { services: Record<string, Service> }).services;

export const certificateFiles = (): string[] => [
  'ca.crt',
  ...[...new Set(Object.values(CERTIFICATES))].flatMap((name) => [`${name}.crt`, `${name}.key`]),
];

/** Its variables, and the secrets that it reads from files instead: the secret, and its file. @param own variables beside those of the composition */
export function told(
  name: string,
  { environment = {} }: Service,
  own: Variables = {},
): { environment: Variables; secrets: { source: string; target: string }[] } {
  const variables: Variables = { ...own };
  const secrets: { source: string; target: string }[] = [];
  const give = (secret: string): void => {
    secrets.push({ source: secret, target: secret });
  };
  for (const [variable, value] of Object.entries(environment)) {
    const secret = name in CERTIFICATES ? SECRETS[variable] : undefined;
    if (MERGED.includes(variable)) continue;
    if (secret === undefined) variables[variable] = value;
    else {
      variables[`${variable}_FILE`] = `${SECRETS_FOLDER}/${secret}`;
      give(secret);
    }
  }
  if (name === 'host-agent') {
    variables.DATABASE_URL_FILE = `${SECRETS_FOLDER}/${AGENT_DATABASE}`;
    give(AGENT_DATABASE);
  }
  const certificate = CERTIFICATES[name];
  if (certificate !== undefined) {
    variables.SVC_HOST_CERTIFICATES = SECRETS_FOLDER;
    for (const file of ['ca.crt', `${certificate}.crt`, `${certificate}.key`]) give(file);
  }
  return { environment: variables, secrets };
}
