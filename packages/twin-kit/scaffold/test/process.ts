// The twin in a process of its own, for the tests that kill one.
import { serveHostedTwin } from '@svc/twin-kit/server';
import { sample } from '../src/index.ts';

const { SVC_JOURNAL: path = '', SVC_CONTROL_TOKEN: controlToken = '' } = process.env;
const { port, server } = await serveHostedTwin({ twin: sample, host: '127.0.0.1', port: 0, journals: { path }, controlToken });
process.stdout.write(`${JSON.stringify({ listening: port })}\n`);
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
