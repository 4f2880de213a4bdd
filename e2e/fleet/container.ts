import { GenericContainer, type StartedNetwork, Wait } from 'testcontainers';
import { STARTED_BY } from './engine.ts';
import { baseImage, image } from './images.ts';

const START_MS = 90_000;
const MIB = 2 ** 20;
const PIDS = 256;
/** In mebibytes; as deploy/compose.yaml has them. */
const MEMORY: Record<string, number> = {
  postgres: 1024,
  redis: 1024,
  haproxy: 512,
  'host-agent': 256,
  'control-plane': 1024,
  'routing-proxy': 512,
  'grading-worker': 2048,
  'evidence-store': 512,
};

/** A container of the fleet, with the limits that deploy/compose.yaml gives it. */
export class FleetContainer extends GenericContainer {
  /** @param network left out: none at all */
  constructor(imageName: string, alias: string, network?: StartedNetwork) {
    super(imageName);
    // As in deploy/compose.yaml: what crashes comes back.
    this.hostConfig.RestartPolicy = { Name: 'unless-stopped' };
    // Nothing writable but /tmp and what is mounted, no privileges.
    this.hostConfig.ReadonlyRootfs = true;
    this.hostConfig.PidsLimit = PIDS;
    this.withTmpFs({ '/tmp': 'rw' }).withDroppedCapabilities('ALL').withSecurityOpt('no-new-privileges:true');
    if (network) this.withNetwork(network).withNetworkAliases(alias);
    else this.withNetworkMode('none');
    this.withStartupTimeout(START_MS).withWaitStrategy(Wait.forHealthCheck());
    this.withLabels({ [STARTED_BY]: String(process.pid) });
  }

  withMemory(mebibytes: number): this {
    this.hostConfig.Memory = mebibytes * MIB;
    return this;
  }

  withSysctls(settings: Record<string, string>): this {
    this.hostConfig.Sysctls = settings;
    return this;
  }

  /** Further groups of its user, by number. */
  withGroups(...groups: number[]): this {
    this.hostConfig.GroupAdd = groups.map(String);
    return this;
  }
}

export const service = (
  name: string,
  network: StartedNetwork | undefined,
  environment: Record<string, string>,
  alias: string = name,
): FleetContainer => new FleetContainer(image(name), alias, network).withMemory(MEMORY[name]!).withEnvironment(environment);

export const base = (name: string, network: StartedNetwork): FleetContainer =>
  new FleetContainer(baseImage(name), name, network).withMemory(MEMORY[name]!);
