export { createHostAgent, type HostAgent, type HostAgentOptions } from './agent.ts';
export { Registration, type RegistrationOptions } from './registration.ts';
