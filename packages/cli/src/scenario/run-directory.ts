import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@svc/platform/files';

/** What is known of a run besides tape and states. */
export interface RunMeta {
  /** The id the agent sees as SVC_RUN_ID; also the folder's name. */
  id: string;
  scenario: string;
  scenario_path: string;
  task: string;
  twins: readonly string[];
  mode: 'hosted' | 'local';
  /** Which of the scenario's trials it was, from 1, and what all of them share. */
  trial: number;
  group_id: string;
  /** The sandbox and the graded run, where there are any. */
  session_id: string | null;
  run_id: string | null;
  agent_command: string;
  exit_code: number;
  stop_reason: string;
  duration_ms: number;
  started_at: string;
  finished_at: string;
}

/** A copy of the scenario that was run. */
export const SCENARIO_FILE = 'scenario.md';

/** The folder that keeps one run: `.svc/runs/<run id>/`. */
export class RunDirectory {
  readonly id: string;
  readonly path: string;
  /** Where the agent may write. */
  readonly artifacts: string;

  private constructor(id: string, path: string) {
    this.id = id;
    this.path = path;
    this.artifacts = join(path, 'artifacts');
  }

  static async create(folder: string, name: string): Promise<RunDirectory> {
    const time = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
    const slug = name
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replaceAll(/^-|-$/g, '')
      .slice(0, 40);
    const id = `${time}-${slug || 'run'}-${randomBytes(3).toString('hex')}`;
    const directory = new RunDirectory(id, join(folder, id));
    await makeFolder(directory.artifacts);
    return directory;
  }

  file(name: string): string {
    return join(this.path, name);
  }

  async write(name: string, text: string | Buffer): Promise<void> {
    await writeFile(this.file(name), text);
  }

  async writeJson(name: string, value: unknown): Promise<void> {
    await this.write(name, `${JSON.stringify(value, null, 2)}\n`);
  }
}

/** `state_initial.json` and `state_final.json` are the primary twin's; those of the others carry their names. */
export const statesFile = (which: 'initial' | 'final', twin: string, twins: readonly string[]): string =>
  twin === twins[0] ? `state_${which}.json` : `state_${which}.${twin}.json`;
