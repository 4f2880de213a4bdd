import { serveHostedTwin } from '@svc/twin-kit/server';
import { slack } from '../src/index.ts';

// The process that the shared suite kills.
const { SVC_JOURNAL: journalPath = '', SVC_CONTROL_TOKEN: controlToken = '' } = process.env;
const { port, server } = await serveHostedTwin({ twin: slack, host: '127.0.0.1', port: 0, journalPath, controlToken });
process.stdout.write(`${JSON.stringify({ listening: port })}\n`);
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
