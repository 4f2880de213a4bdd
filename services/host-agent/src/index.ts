export { createHostAgent, type HostAgent, type HostAgentOptions } from './agent.ts';
