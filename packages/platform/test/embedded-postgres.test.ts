import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from '@jest/globals';
import { inspectEmbeddedPostgres, startEmbeddedPostgres } from '@svc/platform';
import pg from 'pg';

// mkdtemp makes folders that only their owner may enter: as root, the server's user is another one.
const dataDir = mkdtempSync(join(tmpdir(), 'svc-embedded-'));
const postgresDir = join(dataDir, 'postgres');
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function query(connectionString: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

const alive = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const postmasterPid = () => Number(readFileSync(join(postgresDir, 'cluster/postmaster.pid'), 'utf8').split('\n')[0]);

/** Another process that starts the same data directory and waits. */
async function startElsewhere() {
  const script = `
    const { startEmbeddedPostgres } = await import(${JSON.stringify(import.meta.resolve('@svc/platform'))});
    const { connectionString } = await startEmbeddedPostgres({ dataDir: process.argv[1] });
    console.log(connectionString);
    setInterval(() => {}, 60_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script, dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { child, connectionString: String(line).trim() };
}

describe('the embedded PostgreSQL', () => {
  test('keeps its rows from one start to the next and is gone after stop', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    const pid = postmasterPid();
    await query(first.connectionString, 'create table kept (n int)');
    await query(first.connectionString, 'insert into kept values (1)');
    await first.stop();
    expect(alive(pid)).toBe(false);

    const states: boolean[] = [];
    const onSpawned = async () => void states.push((await inspectEmbeddedPostgres(dataDir)).connectionString === undefined);
    const second = await startEmbeddedPostgres({ dataDir, onSpawned });
    expect(states).toEqual([true]);
    expect(await query(second.connectionString, 'select n from kept')).toEqual([{ n: 1 }]);
    await second.stop();
  });

  test('listens on loopback only, asks for the password, and flushes to disk', async () => {
    const server = await startEmbeddedPostgres({ dataDir });
    try {
      const settings = await query(
        server.connectionString,
        `select name, setting from pg_settings where name in ('listen_addresses', 'unix_socket_directories', 'fsync') order by name`,
      );
      expect(settings).toEqual([
        { name: 'fsync', setting: 'on' },
        { name: 'listen_addresses', setting: '127.0.0.1' },
        { name: 'unix_socket_directories', setting: '' },
      ]);
      const wrong = new URL(server.connectionString);
      wrong.password = 'wrong';
      // PostgreSQL: appendix A, error codes: 28P01 is invalid_password.
      await expect(query(wrong.href, 'select 1')).rejects.toMatchObject({ code: '28P01' });
      expect(statSync(join(postgresDir, 'password')).mode & 0o777).toBe(0o600);
    } finally {
      await server.stop();
    }
  });

  test('starts again with every committed row after its process was killed', async () => {
    const elsewhere = await startElsewhere();
    await query(elsewhere.connectionString, 'create table survived (n int)');
    await query(elsewhere.connectionString, 'insert into survived values (7)');
    const exited = once(elsewhere.child, 'exit');
    elsewhere.child.kill('SIGKILL');
    await exited;

    const server = await startEmbeddedPostgres({ dataDir });
    expect(await query(server.connectionString, 'select n from survived')).toEqual([{ n: 7 }]);
    await server.stop();
  });

  test('starts again after the server itself was killed', async () => {
    const first = await startEmbeddedPostgres({ dataDir });
    await query(first.connectionString, 'create table crashed (n int)');
    process.kill(postmasterPid(), 'SIGKILL');
    await first.stop();

    const second = await startEmbeddedPostgres({ dataDir });
    expect(await query(second.connectionString, 'select n from crashed')).toEqual([]);
    await second.stop();
  });

  test('a lock file whose process id went to another program is no obstacle', async () => {
    // This test's own process id: alive, and no PostgreSQL.
    writeFileSync(join(postgresDir, 'cluster/postmaster.pid'), `${process.pid}\n`);
    const server = await startEmbeddedPostgres({ dataDir });
    expect(await query(server.connectionString, 'select 1 as n')).toEqual([{ n: 1 }]);
    await server.stop();
  });

  test('refuses a data directory that a living process uses, and leaves its server running', async () => {
    const elsewhere = await startElsewhere();
    try {
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(`is in use by process ${elsewhere.child.pid}.`);
      expect(await query(elsewhere.connectionString, 'select 1 as n')).toEqual([{ n: 1 }]);
    } finally {
      const exited = once(elsewhere.child, 'exit');
      elsewhere.child.kill('SIGKILL');
      await exited;
      await (await startEmbeddedPostgres({ dataDir })).stop();
    }
  });

  test('says what its log says when it cannot start', async () => {
    const config = join(postgresDir, 'cluster/postgresql.conf');
    const good = readFileSync(config, 'utf8');
    writeFileSync(config, `${good}\nno_such_setting = 1\n`);
    try {
      await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(/unrecognized configuration parameter "no_such_setting"/);
    } finally {
      writeFileSync(config, good);
    }
  });
});
