import type { Fault } from '@svc/contract/faults';
import type { Issue, Twin } from '../definition.ts';
import { type FaultOption, GENERAL_FAULTS, isGeneral } from './catalogue.ts';
import { PathPattern } from './path-pattern.ts';

/** Names that a refusal lists; of more it shows those that look most like what was asked for. */
const MOST_LISTED = 12;
const OPTIONS = ['retry_after', 'status', 'delay_ms', 'writes'] as const satisfies readonly FaultOption[];

/** The kinds of faults that a twin has, in the order of its catalogue. */
export const faultKinds = ({ definition }: Twin): string[] => [
  ...Object.keys(definition.faults?.kinds ?? {}),
  ...Object.keys(GENERAL_FAULTS),
];

/**
 * What is wrong with the faults asked of a twin, each with what there is instead.
 *
 * @param pathOf where the so-manieth of them stands in what the caller sent, e.g. `faults[2]`
 */
export async function faultIssues(twin: Twin, faults: readonly Fault[], pathOf: (at: number) => string): Promise<Issue[]> {
  const issues = await Promise.all(
    faults.map(async (fault, at) => {
      const found = [...kindIssues(twin, fault), ...(await selectionIssues(twin, fault))];
      return found.map(({ field, message }) => ({ path: `${pathOf(at)}.${field}`, message, code: 'custom' }));
    }),
  );
  return issues.flat();
}

interface Finding {
  field: keyof Fault;
  message: string;
}

function kindIssues(twin: Twin, fault: Fault): Finding[] {
  const { kind, status, delay_ms: delay } = fault;
  const vendor = twin.definition.faults?.kinds ?? {};
  const known = isGeneral(kind) ? GENERAL_FAULTS[kind] : Object.hasOwn(vendor, kind) ? vendor[kind] : undefined;
  if (!known)
    return [{ field: 'kind', message: `the ${twin.title} twin has no such fault; it has ${faultKinds(twin).join(', ')}` }];
  const takes: readonly string[] = known.options ?? [];
  const stray = OPTIONS.filter((option) => fault[option] !== undefined && !takes.includes(option));
  const findings: Finding[] = stray.map((field) => ({
    field,
    message: `is nothing that ${kind} takes; it takes ${takes.length > 0 ? takes.join(', ') : 'no option'}`,
  }));
  const statuses = 'statuses' in known ? known.statuses : undefined;
  if (status !== undefined && statuses && !statuses.includes(status))
    findings.push({ field: 'status', message: `is none that ${twin.title} gives for ${kind}; it gives ${statuses.join(', ')}` });
  if (kind === 'slow' && delay === undefined)
    findings.push({ field: 'delay_ms', message: 'says how long, in milliseconds: a slow answer needs it' });
  return findings;
}

async function selectionIssues(twin: Twin, { kind, operation, tool, method, path }: Fault): Promise<Finding[]> {
  const findings: Finding[] = [];
  const { definition, title } = twin;
  if (operation !== undefined || tool !== undefined) {
    const inner = await definition.faults?.names?.();
    const operations = new Set([...definition.operations.map(({ id }) => id), ...(inner?.operations ?? [])]);
    if (operation !== undefined && !operations.has(operation))
      findings.push({
        field: 'operation',
        message: `the ${title} twin models no such operation; ${listed(operation, operations)}`,
      });
    const tools = new Set([...actionsOf(twin), ...(inner?.tools ?? [])]);
    if (tool !== undefined && !tools.has(tool))
      findings.push({ field: 'tool', message: `the ${title} twin has no such action or MCP tool; ${listed(tool, tools)}` });
    if (kind === 'stale_list' && findings.length === 0) findings.push(...listIssues(twin, operation, tool));
  }
  if (path !== undefined && !standsSomewhere(twin, method, path))
    findings.push({ field: 'path', message: `the ${title} twin has nothing at ${method ?? 'any method of'} ${path}` });
  return findings;
}

/** What a fault of lists selects by name has to be one. */
function listIssues({ definition }: Twin, operation: string | undefined, tool: string | undefined): Finding[] {
  const isList = definition.faults?.isList ?? (() => false);
  const modelled = definition.operations.find(({ id }) => id === operation);
  const findings: Finding[] = [];
  if (modelled && !isList(modelled.id) && !isList(modelled.action ?? ''))
    findings.push({ field: 'operation', message: `${operation} answers with no list` });
  if (tool !== undefined && !isList(tool)) findings.push({ field: 'tool', message: `${tool} answers with no list` });
  return findings;
}

function* actionsOf({ definition }: Twin): Generator<string> {
  for (const { action } of definition.operations) if (action !== undefined) yield action;
  for (const { name, action } of definition.tools) {
    yield name;
    if (typeof action === 'string') yield action;
  }
}

function standsSomewhere({ definition }: Twin, method: string | undefined, path: string): boolean {
  const prefix = definition.prefixes?.find((one) => path.startsWith(`${one}/`)) ?? '';
  const patterns = [new PathPattern(path), ...(prefix === '' ? [] : [new PathPattern(path.slice(prefix.length))])];
  const routes = [
    ...definition.operations.map((operation) => [operation.method, operation.path] as const),
    ...definition.documented.map((entry) => entry.split(' ', 2) as [string, string]),
    ['POST', '/mcp'] as const,
    ['POST', '/mcp/call'] as const,
  ];
  return routes.some(
    ([stands, template]) => (method === undefined || method === stands) && patterns.some((pattern) => pattern.mayMatch(template)),
  );
}

/** The names that there are, or of many those that share most with the one asked for. */
function listed(wanted: string, names: ReadonlySet<string>): string {
  if (names.size === 0) return 'it has none by name';
  if (names.size <= MOST_LISTED) return `it has ${[...names].sort().join(', ')}`;
  const words = wordsOf(wanted);
  const ranked = [...names]
    .map((name) => ({ name, shared: wordsOf(name).filter((word) => words.includes(word)).length }))
    .sort((one, other) => other.shared - one.shared || (one.name < other.name ? -1 : 1));
  return `of its ${names.size} the nearest are ${ranked
    .slice(0, MOST_LISTED)
    .map(({ name }) => name)
    .join(', ')}`;
}

const wordsOf = (name: string): string[] =>
  name
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    // `refund` and `refunds` are one word here.
    .map((word) => word.replace(/s$/, ''));
