import type { StartedTestContainer } from 'testcontainers';

const TEAM = 'e2e';

/** The first team and key, made as an operator does. */
export async function mintKey(controlPlane: StartedTestContainer): Promise<string> {
  await svc(controlPlane, ['admin', 'team', 'create', TEAM, '--plan', 'enterprise']);
  const made = await svc(controlPlane, ['admin', 'key', 'create', '--team', TEAM, '--name', 'suites', '--json']);
  return JSON.parse(made).api_key;
}

async function svc(controlPlane: StartedTestContainer, command: string[]): Promise<string> {
  const { exitCode, stdout, stderr } = await controlPlane.exec(['svc', ...command]);
  if (exitCode !== 0) throw new Error(`svc ${command.join(' ')} ended with ${exitCode}: ${stderr}`);
  return stdout;
}
