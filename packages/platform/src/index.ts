export { type DatabaseOptions, openDatabase } from './database/connection.ts';
export { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './database/embedded.ts';
export { migrate } from './database/migrate.ts';
export type * from './database/schema.ts';
export * from './ports.ts';
