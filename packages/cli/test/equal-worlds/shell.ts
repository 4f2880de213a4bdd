import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type AgentShell, openAgentShell } from '../../src/connect/agent-shell.ts';
import type { Place } from './door.ts';
import { VIEWER } from './plan.ts';

const execute = promisify(execFile);

/** Who writes commits, whom a merge is committed by at GitHub, and nothing of whoever runs the tests. */
const AUTHOR = {
  GIT_AUTHOR_NAME: VIEWER.name,
  GIT_AUTHOR_EMAIL: VIEWER.email,
  GIT_COMMITTER_NAME: VIEWER.name,
  GIT_COMMITTER_EMAIL: VIEWER.email,
};
export const MERGED_BY_GITHUB = { GIT_COMMITTER_NAME: 'GitHub', GIT_COMMITTER_EMAIL: 'noreply@github.com' };

/** A shell whose `gh` and `git` take a twin for github.com. */
export class Shell {
  readonly folder: string;
  readonly #agent: AgentShell;

  private constructor(folder: string, agent: AgentShell) {
    this.folder = folder;
    this.#agent = agent;
  }

  static async open({ url, token }: Place): Promise<Shell> {
    const folder = await mkdtemp(join(tmpdir(), 'svc-three-weeks-'));
    await mkdir(join(folder, 'home'));
    return new Shell(folder, await openAgentShell({ github: { api_url: url, mcp_url: `${url}/mcp` } }, token, {}));
  }

  /** @returns what it printed. @throws with all of that where it failed */
  async run(
    program: string,
    args: readonly string[],
    { cwd = this.folder, input, env = {} }: { cwd?: string; input?: string; env?: Record<string, string> } = {},
  ): Promise<string> {
    const { SVC_BASE_URL, SVC_API_KEY, GH_TOKEN, GITHUB_TOKEN, ...rest } = process.env;
    const surroundings = { ...rest, LC_ALL: 'C', HOME: join(this.folder, 'home'), NO_COLOR: '1', GH_PROMPT_DISABLED: '1' };
    const running = execute(program, args, { cwd, env: { ...surroundings, ...this.#agent.variables, ...AUTHOR, ...env } });
    if (input !== undefined) running.child.stdin?.end(input);
    return running.then(
      ({ stdout }) => stdout,
      ({ stdout, stderr }: { stdout: string; stderr: string }) => {
        throw new Error(`${program} ${args.join(' ')}: ${stdout}${stderr}`);
      },
    );
  }

  async close(): Promise<void> {
    await this.#agent.close();
    await rm(this.folder, { recursive: true });
  }
}
