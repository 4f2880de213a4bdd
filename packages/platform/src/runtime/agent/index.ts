export { AgentClient, type TwinHost } from './client.ts';
export { EventWatch } from './event-watch.ts';
export * from './protocol.ts';
export { Turns } from './turns.ts';
