import { createFleetRuntime, HOST_ROLES, openDatabase, readHostCredentials, useHostCredentials } from '@svc/platform';
import { serveRuntime } from '@svc/platform/testing/processes/serve-runtime';

const { databaseUrl, certificates, ...options } = JSON.parse(process.argv[2] ?? '');
useHostCredentials(await readHostCredentials(certificates, HOST_ROLES.controlPlane));
const database = openDatabase({ connectionString: databaseUrl, maxConnections: 4 });
serveRuntime(createFleetRuntime({ ...options, database }));
