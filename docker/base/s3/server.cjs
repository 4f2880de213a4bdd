// An S3 server for hosts without one of their own: one account, one bucket, files below /data. Its package has a fixed account and
// answers whoever asks; here the account is the installation's, and a request without a signature is refused.
const { createServer } = require('node:http');
const S3rver = require('@20minutes/s3rver');
const { DUMMY_ACCOUNT } = require('@20minutes/s3rver/lib/models/account');

const { S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_BUCKET, S3_PORT = '9000' } = process.env;
if (!S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY || !S3_BUCKET) {
  throw new Error('S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY and S3_BUCKET must be set');
}
DUMMY_ACCOUNT.revokeAccessKey('S3RVER');
DUMMY_ACCOUNT.createKeyPair(S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY);

const s3 = new S3rver({ directory: '/data', silent: true, vhostBuckets: false, configureBuckets: [{ name: S3_BUCKET }] });
const DENIED = '<?xml version="1.0" encoding="UTF-8"?><Error><Code>AccessDenied</Code><Message>Access Denied</Message></Error>';

s3.configureBuckets().then(() => {
  const answer = s3.callback();
  const server = createServer((request, response) => {
    const { searchParams, pathname } = new URL(request.url, 'http://s3');
    if (pathname === '/healthz') return response.end('ok');
    if (request.headers.authorization || searchParams.has('X-Amz-Signature')) return answer(request, response);
    response.writeHead(403, { 'content-type': 'application/xml' }).end(DENIED);
  });
  server.listen(Number(S3_PORT));
  for (const signal of ['SIGTERM', 'SIGINT']) {
    process.once(signal, () => {
      server.close(() => process.exit(0));
      server.closeIdleConnections();
    });
  }
});
