import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ContainerInspectInfo, HostConfig } from 'dockerode';
import { engine } from './engine.ts';

/** A row for each thing that a container may do or see, as docs/security.md has it. */
export type Confinement = Record<string, string>;

const PAGE = join(import.meta.dirname, '../../docs/security.md');
const MIB = 2 ** 20;

/** What docs/security.md says of each container, by its name there. */
export async function documentedConfinement(): Promise<Map<string, Confinement>> {
  const page = await readFile(PAGE, 'utf8');
  const sections = page.matchAll(/^### `([\w-]+)`\n(.*?)(?=^##|(?![\s\S]))/gms);
  return new Map(
    [...sections].map(([, name, section]) => {
      const rows = [...section!.matchAll(/^\| ([a-z ]+) \| (.*) \|$/gm)];
      return [name!, Object.fromEntries(rows.map(([, what, value]) => [what, value]))];
    }),
  );
}

const code = (text: string): string => `\`${text}\``;
const list = (items: string[]): string => (items.length === 0 ? 'none' : items.join(', '));

/**
 * What the engine says of a container, in the words of the page.
 *
 * @param nameOf the name of a volume or a network by what the engine calls it
 */
export function confinementOf(
  { Config, HostConfig, Mounts, NetworkSettings }: ContainerInspectInfo,
  nameOf: (name: string) => string,
): Confinement {
  const writable = HostConfig.Tmpfs ? Object.keys(HostConfig.Tmpfs).sort() : [];
  const memory = HostConfig.Memory ?? 0;
  const mounts = Mounts.map(({ Type, Name, Destination, RW }) => {
    const source = Type === 'volume' ? `volume ${code(nameOf(Name ?? ''))}` : 'of the host';
    return `${code(Destination)} (${source}, ${RW ? 'read-write' : 'read-only'})`;
  });
  const networks = Object.keys(NetworkSettings.Networks).filter((name) => name !== 'none');
  return {
    user: code(Config.User ?? ''),
    'root file system': HostConfig.ReadonlyRootfs ? `read-only; in memory: ${list(writable.map(code))}` : 'writable',
    capabilities: list([
      ...(HostConfig.Privileged ? ['all'] : []),
      ...(dropsAll(HostConfig) ? [] : ['default']),
      ...(HostConfig.CapAdd ?? []),
    ]),
    'new privileges': (HostConfig.SecurityOpt ?? []).some((option: string) => /^no-new-privileges(:true)?$/.test(option))
      ? 'never'
      : 'possible',
    memory: memory > 0 ? `${memory / MIB} MiB` : 'unlimited',
    processes: HostConfig.PidsLimit && HostConfig.PidsLimit > 0 ? String(HostConfig.PidsLimit) : 'unlimited',
    mounts: list(mounts.sort()),
    environment: list(environmentOf(Config.Env).map(code)),
    networks: list(networks.map(nameOf).map(code).sort()),
  };
}

/** The same for every container of a project that compose started, by its service. */
export async function confinementOfProject(project: string): Promise<Map<string, Confinement>> {
  const found = await engine.listContainers({ all: true, filters: { label: [`com.docker.compose.project=${project}`] } });
  const nameOf = (name: string): string => (name.startsWith(`${project}_`) ? name.slice(project.length + 1) : name);
  const told = found.map(async ({ Id, Labels }) => {
    const confinement = confinementOf(await engine.getContainer(Id).inspect(), nameOf);
    return [Labels['com.docker.compose.service'] as string, confinement] as const;
  });
  return new Map(await Promise.all(told));
}

const dropsAll = ({ CapDrop }: HostConfig): boolean => (CapDrop as string[] | null)?.includes('ALL') ?? false;

/** Names only. Where programs are looked for is the image's, whatever it is built on. */
const environmentOf = (variables: string[]): string[] =>
  variables
    .map((variable) => variable.slice(0, variable.indexOf('=')))
    .filter((name) => name !== 'PATH')
    .sort();
