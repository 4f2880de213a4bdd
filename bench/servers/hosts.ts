import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createHostAgent, Registration } from '@svc/host-agent';
import { StandInEngine } from '@svc/host-agent/testing/stand-in-engine';
import { AGENT_NAME, readHostCredentials } from '@svc/platform/agent';
import { openDatabase } from '@svc/platform/hosts';
import { onStart } from '../lib/process.ts';
import { record } from '../simulation/recorded.ts';
import { SimulatedTwins } from '../simulation/twins.ts';

export interface SimulatedHosts {
  names: readonly string[];
  /** Of the hosts: a short path, since sockets' paths are bounded. */
  directory: string;
  certificates: string;
  databaseUrl: string;
  mostTwins: number;
}

/** Agents of many hosts, each with its own folder, engine, database connection and port; only the engines are simulated. */
onStart(async ({ names, directory, certificates, databaseUrl, mostTwins }: SimulatedHosts) => {
  const twins = new SimulatedTwins(await record());
  const own = await readHostCredentials(certificates, AGENT_NAME);
  const start = async (name: string) => {
    const folder = join(directory, name);
    await mkdir(folder, { recursive: true });
    const engine = new StandInEngine(twins);
    const engineSocket = join(folder, 'engine.sock');
    await engine.listen(engineSocket);
    const said = { name, twins: ['github'], mostTwins };
    const agent = createHostAgent({
      ...said,
      installation: name,
      image: (id) => id,
      directory: folder,
      engineDirectory: folder,
      engineSocket,
    });
    await agent.listen(join(folder, 'agent.sock'));
    const port = await agent.listenToHosts({ host: '127.0.0.1', port: 0 }, own);
    const database = openDatabase({ connectionString: databaseUrl, maxConnections: 1 });
    const onTrouble = (what: string, error: Error) => process.stderr.write(`${name}: ${what}: ${error.message}\n`);
    const registration = new Registration({ database, agent, said: { ...said, port }, onTrouble });
    return async () => {
      await registration.close();
      await database.destroy();
      await agent.close();
      await engine.close();
    };
  };
  const stops = await Promise.all(names.map(start));
  return {
    url: '',
    token: '',
    close: async () => {
      await Promise.all(stops.map((stop) => stop()));
      twins.close();
      await Promise.all(names.map((name) => rm(join(directory, name), { recursive: true, force: true })));
    },
  };
});
