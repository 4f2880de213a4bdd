import { get } from 'node:http';

// Healthy is a service that answers its own address. Not by `fetch`, whose loading costs more than everything else here.
const end = (healthy) => process.exit(healthy ? 0 : 1);
get({ port: process.env.SVC_PORT, path: '/healthz', timeout: 4000 }, ({ statusCode }) => end(statusCode === 200))
  .on('timeout', () => end(false))
  .on('error', () => end(false));
