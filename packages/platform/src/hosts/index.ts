export { openDatabase } from '../database/connection.ts';
export * from './mirrors.ts';
export * from './registry.ts';
