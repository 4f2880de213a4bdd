export { layTestCluster } from './cluster.ts';
export { startTestDatabase } from './database.ts';
