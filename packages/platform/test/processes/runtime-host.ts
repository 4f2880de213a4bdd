import { createProcessRuntime, type ProcessRuntimeOptions } from '@svc/platform';
import { serveRuntime } from './serve-runtime.ts';

serveRuntime(createProcessRuntime(JSON.parse(process.argv[2] ?? '') as ProcessRuntimeOptions));
