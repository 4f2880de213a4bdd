import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import Docker, { type ContainerInfo } from 'dockerode';

export const engine = new Docker();

/** The labels by which the runtime knows its twins. */
export const LABELS = { installation: 'svc.installation', session: 'svc.session', twin: 'svc.twin' };

/** Every twin container there is, waiting ones included. */
export const twinContainers = (): Promise<ContainerInfo[]> =>
  engine.listContainers({ all: true, filters: { label: [LABELS.twin] } });

/** The twins of one sandbox. */
export async function twinsOf(sessionId: string): Promise<ContainerInfo[]> {
  return engine.listContainers({ all: true, filters: { label: [`${LABELS.session}=${sessionId}`] } });
}

export async function removeTwins(): Promise<void> {
  const left = await twinContainers();
  await Promise.all(
    left.map(({ Id }) =>
      engine
        .getContainer(Id)
        .remove({ force: true, v: true })
        .catch(() => {}),
    ),
  );
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

/** `kill -9` of its first process: to the engine a crash, after which the restart policy holds, as `docker kill` is not. */
export async function killMainProcess(id: string): Promise<void> {
  const { State } = await engine.getContainer(id).inspect();
  if (!State.Pid) throw new Error(`${id} does not run`);
  process.kill(State.Pid, 'SIGKILL');
}

/** Open file descriptors of the first process. */
export async function openFiles(id: string): Promise<number> {
  const { output } = await execute(id, ['sh', '-c', 'ls /proc/1/fd | wc -l']);
  return Number(output.trim());
}

/** Memory that the engine counts for a container, without the page cache, in bytes. */
export async function memoryOf(id: string): Promise<number> {
  const { memory_stats: memory } = await engine.getContainer(id).stats({ stream: false });
  return memory.usage - ((memory.stats as { total_inactive_file?: number }).total_inactive_file ?? 0);
}
