import { HOST_ROLES, readHostCredentials, useHostCredentials } from '@svc/platform';
import { serveRuntime } from '@svc/platform/testing/processes/serve-runtime';
import { createRuntime, type RuntimeSettings } from './runtime.ts';

const settings = JSON.parse(process.argv[2] ?? '') as RuntimeSettings;
const { elsewhere } = settings;
if (elsewhere) useHostCredentials(await readHostCredentials(elsewhere.certificates, HOST_ROLES.controlPlane));
serveRuntime(createRuntime(settings));
