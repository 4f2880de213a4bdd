import { word } from './shell.ts';

/** How this command is typed where it was typed: by the launcher of a clone, through npx, or by its name. */
export function ownName(environment: NodeJS.ProcessEnv): string {
  if (environment.SVC_LAUNCHER) return word(environment.SVC_LAUNCHER);
  return environment.npm_command === 'exec' ? 'npx --no-install svc' : 'svc';
}
