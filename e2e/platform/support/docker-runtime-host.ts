import { AgentClient, type ContainerRuntimeOptions, createContainerRuntime } from '@svc/platform';
import { serveRuntime } from '@svc/platform/testing/processes/serve-runtime';
import { agentSocket } from './agent.ts';

const options = JSON.parse(process.argv[2] ?? '') as Omit<ContainerRuntimeOptions, 'host'>;
serveRuntime(createContainerRuntime({ ...options, host: new AgentClient(agentSocket(options)) }));
