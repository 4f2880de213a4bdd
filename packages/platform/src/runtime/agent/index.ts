export {
  AGENT_NAME,
  HOST_ROLES,
  type HostCredentials,
  readHostCredentials,
  useHostCredentials,
} from '../../hosts/credentials.ts';
export { AGENT_LINE, type HostAddress, LONGEST_LINE, openTunnel, TUNNEL_ANSWERS } from '../../hosts/tunnel.ts';
export { tunnelUrl } from '../endpoint.ts';
export { AgentClient, type TwinHost } from './client.ts';
export { EventWatch } from './event-watch.ts';
export * from './protocol.ts';
export { Turns } from './turns.ts';
