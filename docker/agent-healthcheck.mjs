// Healthy is an agent that answers on its socket.
import { get } from 'node:http';

const { SVC_AGENT_SOCKET: socketPath = '/agent/agent.sock' } = process.env;
get({ socketPath, path: '/healthz', timeout: 4000 }, ({ statusCode }) => process.exit(statusCode === 200 ? 0 : 1))
  .once('timeout', () => process.exit(1))
  .once('error', () => process.exit(1));
