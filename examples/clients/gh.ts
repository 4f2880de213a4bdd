import { execFileSync } from 'node:child_process';

/** Runs gh, which `svc run` leads to the twin by variables alone. @returns what it prints */
export const gh = (...args: string[]): string => execFileSync('gh', args, { encoding: 'utf8' });
