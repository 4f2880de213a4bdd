import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { eachTime, inTheWhole, shareOf } from '@svc/twin-kit/testing/share';
import {
  layTestCluster,
  processesNaming,
  startService,
  startSvc,
  stopAll,
  svc,
  temporaryFolder,
  using,
  waitFor,
} from './support.ts';

// Each test starts PostgreSQL, some twice.
jest.setTimeout(300_000);

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
let dataDir: string;
beforeEach(async () => {
  folder = await temporaryFolder();
  dataDir = join(folder.path, 'data');
});
afterEach(async () => {
  await stopAll();
  await folder.remove();
});

/** Both lead to the same end. */
const signals = shareOf(['SIGINT', 'SIGTERM'] as const, 1);

describe('svc up is stopped:', () => {
  test.each(signals)('%s ends the command of --exec too', async (signal) => {
    const command = `trap 'echo told; exit 3' TERM; echo started; MARK="${dataDir}" sleep 600 & wait`;
    await layTestCluster(dataDir);
    const service = await startSvc(['up', '--port', '0', '--data-dir', dataDir, '--exec', command], /^started$/m);
    expect(await service.stop(signal)).toBe(3);
    expect(service.output.stdout).toBe('started\ntold\n');
    expect(processesNaming(dataDir)).toEqual([]);
  });

  inTheWhole(test)('the command of --exec is told once that it is to end', async () => {
    // Says that it has started once it listens: a signal that comes before ends it.
    const program = `let told = 0; setInterval(() => {}, 1000);
      process.on('SIGTERM', () => { told += 1; if (told === 1) setTimeout(() => { console.log('told', told); process.exit(3); }, 500); });
      console.log('started');`;
    const file = join(folder.path, 'counts.mjs');
    await writeFile(file, program);
    const command = `exec "${process.execPath}" "${file}"`;
    await layTestCluster(dataDir);
    const service = await startSvc(['up', '--port', '0', '--data-dir', dataDir, '--exec', command], /^started$/m);
    expect(await service.stop('SIGTERM')).toBe(3);
    expect(service.output.stdout).toBe('started\ntold 1\n');
  });

  test.each(signals)('%s stops the database, the twins and itself, and exits with 0', async (signal) => {
    const service = await startService(dataDir);
    await svc(['sandbox', 'create', '--twin', 'github'], { env: using(service) });
    expect(await service.stop(signal)).toBe(0);
    expect(processesNaming(dataDir)).toEqual([]);
    expect(existsSync(join(dataDir, 'service.lock'))).toBe(false);
  });

  eachTime(test)('Ctrl-C while it starts leaves nothing', async () => {
    const starting = await startSvc(['up', '--port', '0', '--data-dir', dataDir, '--verbose'], /^/, {});
    await waitFor('the database to be there', () => existsSync(join(dataDir, 'postgres', 'cluster', 'postmaster.pid')));
    expect(await starting.stop()).toBe(0);
    expect(starting.output.stdout).not.toContain('ready');
    expect(processesNaming(dataDir)).toEqual([]);
  });

  inTheWhole(test)('a second Ctrl-C ends it at once, and the database and twins soon after', async () => {
    const service = await startService(dataDir);
    service.child.kill('SIGINT');
    await waitFor('the stop to begin', () => service.output.stderr.includes('Stopping'));
    const code = await service.stop('SIGINT');
    // Where everything had stopped before the second signal came, the end was an ordinary one.
    expect([0, 130]).toContain(code);
    await waitFor('nothing to be left', () => processesNaming(dataDir).length === 0, 20_000);
    const again = await startService(dataDir);
    const answer = await fetch(`${again.variables.SVC_BASE_URL}/me`, {
      headers: { authorization: `Bearer ${again.variables.SVC_API_KEY}` },
    });
    expect(answer.status).toBe(200);
  });
});
