export {
  AGENT_NAME,
  HOST_ROLES,
  type HostCredentials,
  type HostIdentity,
  readHostCredentials,
  useHostCredentials,
} from '../../hosts/credentials.ts';
export {
  AGENT_LINE,
  type Connected,
  type HostAddress,
  keepTunnelsReady,
  LONGEST_LINE,
  MIRROR_LINE,
  openTunnel,
  TUNNEL_ANSWERS,
} from '../../hosts/tunnel.ts';
export { doorsHere } from '../containers/doors.ts';
export { Instances } from '../containers/instances.ts';
export { WaitingTwins } from '../containers/waiting-twins.ts';
export { hostAddressOf, tunnelUrl } from '../endpoint.ts';
export { AgentClient, AgentFailed, type TwinHost } from './client.ts';
export { EventWatch } from './event-watch.ts';
export * from './protocol.ts';
export { eachInTurn, Turns } from './turns.ts';
