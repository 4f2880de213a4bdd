import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import Docker, { type ContainerInfo } from 'dockerode';
import { until } from './wait.ts';

const NAMED_WITHIN_MS = 10_000;

export const engine = new Docker();

/** Every twin container of an installation, waiting ones included; not those that engines list though they have removed them, without a name. */
export const twinContainers = async (installation: string): Promise<ContainerInfo[]> => {
  const found = await engine.listContainers({ all: true, filters: { label: [`svc.installation=${installation}`] } });
  return found.filter(({ State, Names }) => State !== 'removing' || Boolean(Names?.length));
};

/** Twins that were given to a sandbox: they are named after it. */
export const givenTwins = async (installation: string): Promise<ContainerInfo[]> =>
  (await twinContainers(installation)).filter(({ Names }) => Names.some((name) => name.includes('-ses_')));

/** The twins of one sandbox. */
export const twinsOf = (sessionId: string): Promise<ContainerInfo[]> =>
  engine.listContainers({ all: true, filters: { name: [`-${sessionId}$`] } });

/** The same, once the sandbox has `count` of them: one from the pool gets its name a moment after the sandbox is answered. */
export const namedTwinsOf = (sessionId: string, count = 1): Promise<ContainerInfo[]> =>
  until(`${count} twins named after ${sessionId}`, NAMED_WITHIN_MS, async () => {
    const found = await twinsOf(sessionId);
    return found.length === count && found;
  });

/** Removes the twins of an installation that is gone, and the volumes it had. */
export async function removeTwins(installation: string): Promise<void> {
  const left = await twinContainers(installation);
  await Promise.all(left.map(({ Id }) => engine.getContainer(Id).remove({ force: true, v: true })));
  for (const volume of [installation, `${installation}-agent`]) {
    await engine
      .getVolume(volume)
      .remove()
      .catch(() => {});
  }
}

/** The label of every container that a run of the suites starts: the process that started it. */
export const STARTED_BY = 'svc.e2e';

/** Removes what runs left that ended before they could tidy up. */
export async function removeLeftovers(): Promise<void> {
  const found = await engine.listContainers({ all: true, filters: { label: [STARTED_BY] } });
  const left = found.filter(({ Labels }) => !isAlive(Number(Labels[STARTED_BY])));
  const installations = new Set(
    left.flatMap(({ Mounts }) => Mounts.map(({ Name }) => Name ?? '')).filter((name) => /^svc-e2e-/.test(name)),
  );
  await Promise.all(left.map(({ Id }) => engine.getContainer(Id).remove({ force: true, v: true })));
  for (const installation of installations) await removeTwins(installation);
  await removeComposeLeftovers();
  await removeEmptyNetworks();
}

/** A network gets its first container within this time, or its run has ended, in milliseconds. */
const EMPTY_FOR_MS = 600_000;

/** Networks have no label of ours; every run that was cut short would keep one of the engine's few address ranges. */
async function removeEmptyNetworks(): Promise<void> {
  const found = await engine.listNetworks({ filters: { label: ['org.testcontainers'] } });
  for (const { Id, Created } of found) {
    if (Created && Date.now() - Date.parse(Created) < EMPTY_FOR_MS) continue;
    // Refused where a container is in it.
    await engine
      .getNetwork(Id)
      .remove()
      .catch(() => {});
  }
}

const COMPOSE_PROJECT = 'com.docker.compose.project';
/** The project of a fleet that a suite starts with compose; ends with the suite's process. */
export const composeProject = (): string => `svc-e2e-compose-${process.pid}`;

async function removeComposeLeftovers(): Promise<void> {
  const found = await engine.listContainers({ all: true, filters: { label: [COMPOSE_PROJECT] } });
  const projects = new Set(found.map(({ Labels }) => Labels[COMPOSE_PROJECT] as string));
  for (const project of projects) {
    const pid = /^svc-e2e-compose-(\d+)$/.exec(project)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    const label = { filters: { label: [`${COMPOSE_PROJECT}=${project}`] } };
    const containers = await engine.listContainers({ all: true, ...label });
    await Promise.all(containers.map(({ Id }) => engine.getContainer(Id).remove({ force: true, v: true })));
    await removeTwins(project);
    for (const { Id } of await engine.listNetworks(label)) await engine.getNetwork(Id).remove();
    for (const { Name } of (await engine.listVolumes(label)).Volumes ?? []) await engine.getVolume(Name).remove();
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

export interface Executed {
  code: number | null;
  output: string;
}

/** Runs a command in a container, as `docker exec` does. */
export async function execute(id: string, command: string[], environment: string[] = []): Promise<Executed> {
  const exec = await engine.getContainer(id).exec({ Cmd: command, Env: environment, AttachStdout: true, AttachStderr: true });
  const stream = await exec.start({});
  const output = new PassThrough();
  engine.modem.demuxStream(stream, output, output);
  stream.on('end', () => output.end());
  const said = await text(output);
  return { code: (await exec.inspect()).ExitCode, output: said };
}

/** Runs a script in a container of its own, made of an image for this, as `docker run --rm --entrypoint node` does. */
export async function runScript(image: string, script: string, environment: string[]): Promise<Executed> {
  const output = new PassThrough();
  const [{ StatusCode }] = await engine.run(image, ['--eval', script], output, {
    Entrypoint: ['node'],
    Env: environment,
    Tty: true,
    HostConfig: { AutoRemove: true, NetworkMode: 'none' },
  });
  return { code: StatusCode, output: await text(output) };
}

/**
 * Sends a signal to a container's first process. Not through the engine: to it a container that was sent any signal by `docker kill` was stopped by
 * hand, and the restart policy no longer holds for it (moby's `killWithSignal`).
 */
async function signalMainProcess(id: string, signal: NodeJS.Signals): Promise<void> {
  const { State } = await engine.getContainer(id).inspect();
  if (!State.Pid) throw new Error(`${id} does not run`);
  process.kill(State.Pid, signal);
}

/** `kill -9` of its first process: a crash, after which it comes back. */
export const killMainProcess = (id: string): Promise<void> => signalMainProcess(id, 'SIGKILL');

/** Open file descriptors of the first process. */
export async function openFiles(id: string): Promise<number> {
  const { output } = await execute(id, ['sh', '-c', 'ls /proc/1/fd | wc -l']);
  return Number(output.trim());
}

/** Connections to twins that the first process of a proxy holds: twins are reached through Unix sockets, all else through others. */
export async function upstreamSockets(id: string): Promise<number> {
  const { output } = await execute(id, ['sh', '-c', 'cat /proc/net/unix; ls -l /proc/1/fd']);
  const [table = '', files = ''] = output.split(/^total \d+$/m);
  // Num RefCount Protocol Flags Type St Inode Path (proc(5), /proc/net/unix)
  const unix = new Set(table.split('\n').map((line) => line.trim().split(/\s+/)[6]));
  return [...files.matchAll(/socket:\[(\d+)\]/g)].filter(([, inode]) => unix.has(inode)).length;
}

/** Memory that the engine counts for a container, without the page cache that it can drop, in bytes. */
export async function memoryOf(id: string): Promise<number> {
  const { memory_stats: memory } = await engine.getContainer(id).stats({ stream: false });
  const { total_inactive_file, inactive_file = 0 } = memory.stats as { total_inactive_file?: number; inactive_file?: number };
  // The first is the name under version 1 of control groups.
  return memory.usage - (total_inactive_file ?? inactive_file);
}

/** CPU time that a container has used so far, in nanoseconds. */
export async function cpuTimeOf(id: string): Promise<number> {
  const { cpu_stats: cpu } = await engine.getContainer(id).stats({ stream: false, 'one-shot': true });
  return cpu.cpu_usage.total_usage;
}

/** Asks the inspector, which node opens on SIGUSR1, for a full collection. */
const COLLECT = `(async () => {
  let target;
  while (!target) [target] = await fetch('http://127.0.0.1:9229/json').then((answer) => answer.json(), () => []);
  const inspector = new WebSocket(target.webSocketDebuggerUrl);
  inspector.onopen = () => inspector.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
  inspector.onmessage = ({ data }) => JSON.parse(data).id === 1 && inspector.close();
})()`;

/** Frees what the node process of a container only has lying about. */
export async function collectGarbage(id: string): Promise<void> {
  await signalMainProcess(id, 'SIGUSR1');
  const { code, output } = await execute(id, ['node', '-e', COLLECT]);
  if (code !== 0) throw new Error(`No garbage was collected in ${id}: ${output}`);
}
