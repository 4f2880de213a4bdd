export { createHostAgent, type HostAgent, type HostAgentOptions } from './agent.ts';
export { Mirroring, type MirroringOptions } from './mirror/mirroring.ts';
export { Registration, type RegistrationOptions } from './registration.ts';
