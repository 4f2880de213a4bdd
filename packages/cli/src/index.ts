/** Runs one command line. @returns the exit code. */
export const main = async (args: readonly string[]): Promise<number> => (await import('./main.ts')).main(args);
export * from './testing/index.ts';
