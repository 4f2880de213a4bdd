export * from './environment.ts';
export { closeServer, listen, runService, type Stops } from './lifecycle.ts';
export { createLog } from './log.ts';
