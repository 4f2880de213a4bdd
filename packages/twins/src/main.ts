import { isSessionThread, serveInThread } from '@svc/twin-kit/server';
import { readConfig } from './config.ts';
import { loadTwin } from './index.ts';
import { serveProcess } from './process.ts';

const config = readConfig();
const twin = await loadTwin(config.SVC_TWIN);
if (!twin) throw new Error(`there is no twin called ${config.SVC_TWIN}`);
if (isSessionThread) await serveInThread(twin);
else await serveProcess(twin, config);
