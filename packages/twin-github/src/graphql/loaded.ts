import type * as Executor from './execute.ts';

type Loaded = Pick<typeof Executor, 'asked' | 'execute' | 'prepare'>;

let modules: Loaded | undefined;

/** Loads the schema and its engine, which a world that is never asked by GraphQL doesn't need. */
export async function load(): Promise<void> {
  if (modules) return;
  const { asked, execute, prepare } = await import('./execute.ts');
  prepare();
  modules = { asked, execute, prepare };
}

/** What `load` loaded; undefined before. */
export const loaded = (): Loaded | undefined => modules;
