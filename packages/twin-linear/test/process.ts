// The main of a process that runs this twin for a sandbox, as the shared suite starts and kills one.
import { serveHostedTwin } from '@svc/twin-kit/server';
import { linear } from '../src/index.ts';

const { SVC_JOURNAL: journalPath = '', SVC_CONTROL_TOKEN: controlToken = '' } = process.env;
const { port, server } = await serveHostedTwin({ twin: linear, host: '127.0.0.1', port: 0, journalPath, controlToken });
process.stdout.write(`${JSON.stringify({ listening: port })}\n`);
process.once('SIGTERM', () => void server.close().then(() => process.exit(0)));
