import { isHandshake, type TapeRow } from '@svc/twin-kit';
import { z } from 'zod';
import { CaptureIncomplete } from '../failures.ts';

interface Defaults {
  /** Of the row in the file, from 1. */
  line: number;
  /** The twin of rows that name none. */
  primary: string;
  /** The sandbox's twins with the names of their collections; undefined for those that nobody knows here. */
  known: ReadonlyMap<string, ReadonlySet<string> | undefined>;
}

const change = z.looseObject({
  collection: z.string(),
  id: z.union([z.string(), z.number()]),
  before: z.unknown(),
  after: z.unknown(),
});
const action = z.looseObject({
  tool: z.string().nullable(),
  refused: z.literal(true).optional(),
  writes: z.array(change).optional(),
});

/** The status of a call that a fault kept from arriving. */
const NEVER_ARRIVED = 0;

/** What a row must say: which call it was and how it was answered. All else may be missing, and must be what it should be. */
const rowSchema = z.looseObject({
  seq: z.int().min(1).optional(),
  ts: z.string().optional(),
  request_id: z.string().optional(),
  twin: z.string().optional(),
  method: z.string().regex(/^[A-Z]+$/, 'is no HTTP method'),
  path: z.string().startsWith('/', 'does not begin with a slash'),
  request_headers: z.record(z.string(), z.unknown()).nullish(),
  status: z.union([z.literal(NEVER_ARRIVED), z.int().min(100).max(599)], 'is no HTTP status'),
  response_headers: z.record(z.string(), z.unknown()).nullish(),
  received_at: z.string().optional(),
  latency_ms: z.number().min(0).nullish(),
  state_mutation: z.boolean().nullish(),
  state_delta: z.array(change).nullish(),
  tool: z.string().nullish(),
  actions: z.array(action).optional(),
  fidelity: z.enum(['semantic', 'shape', 'unsupported']).nullish(),
  ignored: z.array(z.string()).optional(),
  cut: z.literal(true).optional(),
  fault: z.looseObject({ kind: z.string() }).optional(),
});

type UploadedRow = z.infer<typeof rowSchema>;

/** A change that is of nothing which the twin has, by its place in the row. */
function strayChange(row: UploadedRow, collections: ReadonlySet<string>): string | undefined {
  const changes = (list: { collection: string }[] | null | undefined, path: string): string[] =>
    (list ?? []).flatMap(({ collection }, at) => (collections.has(collection) ? [] : [`${path}.${at}.collection`]));
  const written = (row.actions ?? []).flatMap(({ writes }, at) => changes(writes, `actions.${at}.writes`));
  return [...changes(row.state_delta, 'state_delta'), ...written][0];
}

/**
 * Does a row leave open whether its call changed anything? A method tells nothing of that: some vendors write by GET, some read by POST.
 * The handshakes of MCP, and calls that never arrived, do nothing.
 */
function leavesOpen(row: UploadedRow): boolean {
  const { state_mutation, state_delta, actions = [] } = row;
  if (typeof state_mutation === 'boolean' || Array.isArray(state_delta)) return false;
  if (actions.length > 0 && actions.every(({ refused, writes }) => refused || writes)) return false;
  return didSomething(row);
}

/** Does a row leave open what its call did? No path tells the names of tools: a path may be of several, and GraphQL and MCP have one for all. */
const leavesUnnamed = (row: UploadedRow): boolean => typeof row.tool !== 'string' && !row.actions && didSomething(row);

function didSomething({ status, method, path, request_body }: UploadedRow): boolean {
  return status !== NEVER_ARRIVED && !isHandshake({ method, path, request_body });
}

/**
 * A row as checks may rely on it: what its harness left out has the value of a plain read, but for what its call did and changed.
 *
 * @throws CaptureIncomplete for what isn't a row, naming line and field
 */
function uploadedRow(value: object, { line, primary, known }: Defaults): TapeRow {
  const parsed = rowSchema.safeParse(value);
  if (!parsed.success) {
    const { path, message } = parsed.error.issues[0]!;
    throw new CaptureIncomplete(`Line ${line} of the tape is not a tape row: ${path.join('.')}: ${message}.`);
  }
  const row = parsed.data;
  const twin = row.twin ?? primary;
  if (!known.has(twin)) throw new CaptureIncomplete(`Line ${line} of the tape names a twin that the sandbox lacks.`);
  const collections = known.get(twin);
  const stray = collections && strayChange(row, collections);
  if (stray)
    throw new CaptureIncomplete(`Line ${line} of the tape is not a tape row: ${stray}: the ${twin} twin has no such collection.`);
  return {
    ...row,
    seq: row.seq ?? line,
    ts: row.ts ?? '',
    request_id: row.request_id ?? '',
    twin,
    request_headers: (row.request_headers ?? {}) as TapeRow['request_headers'],
    request_body: row.request_body ?? null,
    response_headers: (row.response_headers ?? {}) as TapeRow['response_headers'],
    response_body: row.response_body ?? null,
    latency_ms: row.latency_ms ?? 0,
    state_mutation: row.state_mutation === true,
    state_delta: (row.state_delta ?? null) as TapeRow['state_delta'],
    untold: leavesOpen(row),
    unnamed: leavesUnnamed(row),
    tool: row.tool ?? null,
    fidelity: row.fidelity ?? null,
  } as TapeRow;
}

/**
 * Reads the lines of one tape into rows that follow each other: the numbers that a harness gives the rows of a twin grow by
 * one, as the twin gave them. Where one comes again or is left out, nobody can tell what else was done.
 */
export function uploadedRows(of: Omit<Defaults, 'line'>): (value: object, line: number) => TapeRow {
  const last = new Map<string, number>();
  return (value, line) => {
    const row = uploadedRow(value, { ...of, line });
    const before = last.get(row.twin);
    if ((value as { seq?: unknown }).seq === undefined) return row;
    last.set(row.twin, row.seq);
    if (before === undefined || row.seq === before + 1) return row;
    const why = row.seq > before ? 'rows between them are missing' : 'each row has a number of its own, in order';
    throw new CaptureIncomplete(`Line ${line} of the tape is row ${row.seq} of ${row.twin} after row ${before}: ${why}.`);
  };
}
