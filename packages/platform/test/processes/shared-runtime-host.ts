import { createSharedRuntime, type SharedRuntimeOptions } from '@svc/platform';
import { serveRuntime } from './serve-runtime.ts';

serveRuntime(createSharedRuntime(JSON.parse(process.argv[2] ?? '') as SharedRuntimeOptions));
