import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import Docker from 'dockerode';

const run = promisify(execFile);

export const STAND_IN_IMAGE = 'svc-stand-in:test';

/** An image with nothing but this node, the libraries it is linked to, and the stand-in twin. */
export async function buildStandInImage(): Promise<void> {
  const root = await mkdtemp(join(tmpdir(), 'svc-stand-in-'));
  try {
    const { stdout } = await run('ldd', [process.execPath]);
    const libraries = stdout.match(/\/\S+/g)?.filter((path) => !path.endsWith(':')) ?? [];
    for (const library of libraries) await copy(library, join(root, library));
    await copy(process.execPath, join(root, 'node'));
    const standIn = fileURLToPath(import.meta.resolve('@svc/platform/testing/processes/stand-in-twin'));
    await copy(standIn, join(root, 'twin/stand-in.ts'));
    const archive = join(root, '..', `${root.split('/').at(-1)}.tar`);
    await run('tar', ['-C', root, '-cf', archive, '.']);
    const docker = new Docker();
    const stream = await docker.importImage(archive, {
      repo: 'svc-stand-in',
      tag: 'test',
      changes: ['ENTRYPOINT ["/node", "/twin/stand-in.ts"]'],
    });
    await new Promise<void>((resolve, reject) =>
      docker.modem.followProgress(stream, (error) => (error ? reject(error) : resolve())),
    );
    await rm(archive, { force: true });
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

async function copy(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  await cp(from, to, { dereference: true });
}
