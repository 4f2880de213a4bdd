import {
  AgentClient,
  type ContainerRuntime,
  type ContainerRuntimeOptions,
  createContainerRuntime,
  doorsHere,
  doorsOf,
  type HostAddress,
} from '@svc/platform';
import { agentSocket } from './agent.ts';

export interface RuntimeSettings extends Omit<ContainerRuntimeOptions, 'host' | 'doors'> {
  installation: string;
  /** Of the twins, as their agent was told. */
  directory: string;
  /** Where the agent is asked as one of another host, and the folder with the certificates for that. */
  elsewhere?: { address: HostAddress; certificates: string };
}

/** A runtime on the agent of the same settings. */
export function createRuntime({ directory, elsewhere, ...options }: RuntimeSettings): ContainerRuntime {
  const host = new AgentClient(elsewhere?.address ?? agentSocket({ directory }));
  return createContainerRuntime({ ...options, host, doors: elsewhere ? doorsOf(elsewhere.address) : doorsHere(directory) });
}
