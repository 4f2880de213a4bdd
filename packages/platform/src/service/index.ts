export { showCertificate } from './certificate.ts';
export * from './environment.ts';
export { closeServer, listen, runService, Stops } from './lifecycle.ts';
export { createLog } from './log.ts';
