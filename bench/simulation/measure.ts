import { sql } from 'kysely';
import { usageOf } from '../lib/usage.ts';
import type { Part, Simulation } from './installation.ts';

/** Something that was done again and again. */
export interface Work {
  count: number;
  seconds: number;
  /** Each in milliseconds. */
  p50: number;
  p99: number;
  /** Processor time that each part took for it, in milliseconds. */
  cpuMs: Record<Part, number>;
  /** For which the database was at work on statements, in milliseconds. */
  databaseMs: number;
}

const parts = (of: Simulation): Part[] => Object.keys(of.processes()) as Part[];

async function usages(of: Simulation) {
  const each = await Promise.all(
    parts(of).map(async (part) => {
      const used = await Promise.all(of.processes()[part].map(usageOf));
      const cpuMs = used.reduce((sum, one) => sum + one.cpuMs, 0);
      return [part, { cpuMs, bytes: used.reduce((sum, one) => sum + one.bytes, 0) }] as const;
    }),
  );
  return Object.fromEntries(each) as Record<Part, { cpuMs: number; bytes: number }>;
}

/** Memory of each part now, in bytes. */
export async function memory(of: Simulation): Promise<Record<Part, number>> {
  const used = await usages(of);
  return Object.fromEntries(parts(of).map((part) => [part, used[part].bytes])) as Record<Part, number>;
}

async function activeMs({ database }: Simulation): Promise<number> {
  // What a connection did is counted when it is idle, a second later at the latest (PostgreSQL: the cumulative statistics system).
  const { rows } = await sql<{ active: number }>`select sum(active_time) as active from pg_stat_database`.execute(database);
  return Number(rows[0]?.active ?? 0);
}

/** Does something so many times, some at a time, and measures each and all. */
export async function measured(
  of: Simulation,
  amount: number,
  atOnce: number,
  one: (at: number) => Promise<void>,
): Promise<Work> {
  const [before, active] = [await usages(of), await activeMs(of)];
  const begun = performance.now();
  const took: number[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < amount) {
      const at = next++;
      const from = performance.now();
      await one(at);
      took.push(performance.now() - from);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  const seconds = (performance.now() - begun) / 1_000;
  const after = await usages(of);
  const sorted = took.toSorted((left, right) => left - right);
  const quantile = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return {
    count: amount,
    seconds,
    p50: quantile(0.5),
    p99: quantile(0.99),
    cpuMs: Object.fromEntries(parts(of).map((part) => [part, after[part].cpuMs - before[part].cpuMs])) as Record<Part, number>,
    databaseMs: (await activeMs(of)) - active,
  };
}

/** Bytes of the installation's tables, with their indexes. */
export async function databaseBytes({ database }: Simulation): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(database);
  return Number(rows[0]?.bytes ?? 0);
}
