// The store in a process of its own: prints its port when it listens. Argument: its folder.
import type { AddressInfo } from 'node:net';
import { createEvidenceServer } from '@svc/evidence-store';
import { CREDENTIALS, OPTIONS } from './options.ts';

const { server } = await createEvidenceServer({
  directory: process.argv[2]!,
  ...CREDENTIALS,
  bucket: OPTIONS.bucket,
  region: OPTIONS.region,
  onFault: (error) => console.error(error),
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit(0));
