import { examineDataDir, examinePorts } from './installation.ts';
import { examineDocker, examineNode, examineTwinStatus } from './machine.ts';
import { examineNarrator } from './narrator.ts';
import { examineConfig, examineService } from './service.ts';

/** What was found out about one part of the set-up. */
export interface Finding {
  what: string;
  status: 'ok' | 'warning' | 'problem';
  message: string;
  /** The command that mends it. */
  mend?: string;
}

/** Looks the whole set-up over, and changes nothing. */
export async function examine(dataDir: string, environment: NodeJS.ProcessEnv): Promise<Finding[]> {
  const installation = await examineDataDir(dataDir);
  return [
    examineNode(),
    installation.finding,
    ...(await examinePorts(installation.running)),
    await examineDocker(),
    await examineTwinStatus(),
    await examineConfig(environment),
    ...(await examineService(environment)),
    await examineNarrator(environment),
  ];
}
