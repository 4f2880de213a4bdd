import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { PreparingClient } from './prepared.ts';
import type { Database } from './schema.ts';

export interface DatabaseOptions {
  connectionString: string;
  /** Size of the pool. Default 10. */
  maxConnections?: number;
  /** Has the server plan each statement once a connection: where no pooler stands between, which gives a connection's statements to others. */
  prepare?: boolean;
}

const DEFAULT_MAX_CONNECTIONS = 10;
/** A server that lets a caller wait longer for a connection is away, in milliseconds. */
const CONNECT_MS = 10_000;
/**
 * Ours wait for nothing but the database: one that says nothing for so long is that of a process whose host is gone, which PostgreSQL by itself hears
 * of after hours. Until then nobody else gets at what it holds. In milliseconds.
 */
const SILENT_TRANSACTION_MS = 15_000;

// Our bigint columns hold counts and milliseconds, far below 2^53: numbers, where pg would give strings.
const parsers = new pg.TypeOverrides();
parsers.setTypeParser(pg.types.builtins.INT8, Number);

/** Opens a pool of connections; nothing is sent until the first query. `db.destroy()` closes it. */
export function openDatabase(options: DatabaseOptions): Kysely<Database> {
  const pool = new pg.Pool({
    connectionString: options.connectionString,
    max: options.maxConnections ?? DEFAULT_MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    types: parsers,
    keepAlive: true,
    // Not with the connection's parameters, of which a pooler may know none but its own.
    onConnect: (client) => client.query(`set idle_in_transaction_session_timeout = ${SILENT_TRANSACTION_MS}`),
    ...(options.prepare && { Client: PreparingClient, options: '-c plan_cache_mode=force_generic_plan' }),
  });
  // The server may end connections (restart, failover), idle or in use. The query that meets it fails and the pool connects anew;
  // without these listeners the process would end.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) });
}
