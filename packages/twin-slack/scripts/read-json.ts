import { readFileSync } from 'node:fs';

export const readJson = <T>(path: string): T => JSON.parse(readFileSync(path, 'utf8')) as T;
