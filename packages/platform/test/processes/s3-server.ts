// An S3 server of its own: prints its port when it listens. Argument: its folder. It takes any bucket, and no request without a signature.
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';

const require = createRequire(import.meta.url);
const S3rver = require('@20minutes/s3rver');

const s3 = new S3rver({
  directory: process.argv[2],
  silent: true,
  vhostBuckets: false,
  configureBuckets: [{ name: 'evidence' }],
});
await s3.configureBuckets();
const answer = s3.callback();
const server = createServer((request, response) => {
  const signed = request.headers.authorization || request.url?.includes('X-Amz-Signature');
  if (signed) answer(request, response);
  else response.writeHead(403).end();
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
