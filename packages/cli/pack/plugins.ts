import type { Plugin } from 'rolldown';

/** Puts an empty module where nothing is ever asked for. */
export function leaveOut(absent: (specifier: string) => boolean): Plugin {
  const EMPTY = '\0empty';
  return {
    name: 'leave-out',
    resolveId: (specifier) => (absent(specifier) ? EMPTY : undefined),
    load: (id) => (id === EMPTY ? 'export default {};' : undefined),
  };
}

/** The engine is reached through its socket, never over SSH, which would bring native code along. */
export const WITHOUT_SSH = leaveOut((specifier) => specifier === 'ssh2');

/** The built dashboard is a folder beside the program. */
export const DASHBOARD: Plugin = {
  name: 'dashboard',
  transform: (code, id) =>
    id.endsWith('/control-plane/src/dashboard/files.ts')
      ? code.replace("'../../../dashboard/dist/'", "'./dashboard/'")
      : undefined,
};
