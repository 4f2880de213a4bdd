export { openDatabase } from '../database/connection.ts';
export * from './registry.ts';
