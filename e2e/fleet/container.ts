import { GenericContainer, type StartedNetwork, Wait } from 'testcontainers';
import { STARTED_BY } from './engine.ts';
import { baseImage, image } from './images.ts';

const START_MS = 90_000;

/** A container of the fleet, with the limits that deploy/compose.yaml gives it. */
export class FleetContainer extends GenericContainer {
  constructor(imageName: string, alias: string, network: StartedNetwork) {
    super(imageName);
    // As in deploy/compose.yaml: what crashes comes back.
    this.hostConfig.RestartPolicy = { Name: 'unless-stopped' };
    this.withNetwork(network).withNetworkAliases(alias).withStartupTimeout(START_MS).withWaitStrategy(Wait.forHealthCheck());
    this.withLabels({ [STARTED_BY]: String(process.pid) });
  }

  /** A service of ours: nothing writable but /tmp and what is mounted, no privileges. */
  restricted(): this {
    this.hostConfig.ReadonlyRootfs = true;
    return this.withTmpFs({ '/tmp': 'rw' }).withDroppedCapabilities('ALL').withSecurityOpt('no-new-privileges:true');
  }

  /** Further groups of its user, by number. */
  withGroups(...groups: number[]): this {
    this.hostConfig.GroupAdd = groups.map(String);
    return this;
  }
}

export const service = (name: string, network: StartedNetwork, environment: Record<string, string>): FleetContainer =>
  new FleetContainer(image(name), name, network).restricted().withEnvironment(environment);

export const base = (name: string, network: StartedNetwork): FleetContainer => new FleetContainer(baseImage(name), name, network);
