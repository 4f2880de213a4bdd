export { createEvidenceServer, type EvidenceServerOptions } from './server.ts';
