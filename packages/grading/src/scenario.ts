import { type Fault, faultListSchema } from '@svc/contract';
import type { ClockSetting } from '@svc/twin-kit';
import { parseDocument } from 'yaml';
import { z } from 'zod';
import { type CodeBlock, type Document, readDocument, type Section } from './markdown.ts';

/** A criterion as a scenario file declares it; its id is `c` and its place in the list. */
export interface ScenarioCriterion {
  id: string;
  text: string;
  kind: 'code' | 'model';
  twin?: string;
  always_scored?: boolean;
}

export interface ScenarioConfig {
  twins?: string[];
  /** How long the agent may run, in seconds. */
  timeout?: number;
  /** How often the scenario is run. */
  runs?: number;
  /** The score from which a run passes, 0 to 100. */
  passThreshold?: number;
  clock?: ClockSetting;
  /** Which of the agent's calls fail, and how. */
  faults?: Fault[];
  /** The shell command that starts an agent for it, from the scenario's folder; whoever runs it may name another. */
  agent?: string;
  /** Where the agent's final answer stands: its last line on standard output (`stdout`), or a file below `SVC_ARTIFACTS_DIR`. */
  finalAnswer?: string;
}

/** A scenario file. Sections that it leaves out are null, or empty. */
export interface Scenario {
  title: string | null;
  prompt: string | null;
  setup: string | null;
  expectedBehavior: string | null;
  criteria: ScenarioCriterion[];
  /** The world, flat or an envelope; undefined without a Seed State section. */
  seedState: Record<string, unknown> | undefined;
  config: ScenarioConfig;
}

/** A scenario that can't be read. `malformed_scenario_seed` is the spec's name for a bad Seed State. */
export class ScenarioError extends Error {
  readonly code: 'malformed_scenario' | 'malformed_scenario_seed';
  /** Line of the document, counted from 1. */
  readonly line: number;
  readonly reason: string;

  constructor(code: ScenarioError['code'], line: number, reason: string) {
    super(`Line ${line}: ${reason}`);
    this.name = 'ScenarioError';
    this.code = code;
    this.line = line;
    this.reason = reason;
  }
}

/** @throws ScenarioError for the first fault of the document. */
export function parseScenario(markdown: string): Scenario {
  const document = readDocument(markdown);
  const section = (name: string) => sectionOf(document, name, 'malformed_scenario');
  const config = readConfig(section('Config'));
  return {
    title: document.title,
    prompt: section('Prompt')?.text || null,
    setup: section('Setup')?.text || null,
    expectedBehavior: section('Expected Behavior')?.text || null,
    criteria: readCriteria(section('Success Criteria'), config.twins),
    seedState: seedOf(document),
    config,
  };
}

/**
 * The title and world of a task, whatever else stands in it: all that starting a sandbox reads.
 *
 * @throws ScenarioError `malformed_scenario_seed` only.
 */
export function parseTask(markdown: string): Pick<Scenario, 'title' | 'seedState'> {
  const document = readDocument(markdown);
  return { title: document.title, seedState: seedOf(document) };
}

function sectionOf({ sections }: Document, name: string, code: ScenarioError['code']): Section | undefined {
  const [first, second] = sections.filter((section) => section.name.toLowerCase() === name.toLowerCase());
  if (second) throw new ScenarioError(code, second.line, `a second "## ${name}" section`);
  return first;
}

function seedOf(document: Document): Record<string, unknown> | undefined {
  const code = 'malformed_scenario_seed';
  const section = sectionOf(document, 'Seed State', code);
  if (!section) return undefined;
  const block = onlyBlock(section, ['json', 'yaml', 'yml'], code);
  const value = readBlock(block, code);
  if (!isObject(value)) throw new ScenarioError(code, block.line, 'the seed must be an object');
  return value;
}

function onlyBlock(section: Section, languages: readonly string[], code: ScenarioError['code']): CodeBlock {
  const wanted = `"## ${section.name}" holds one fenced ${languages.includes('json') ? 'json or yaml' : 'yaml'} block`;
  const [block, second] = section.blocks;
  if (!block) throw new ScenarioError(code, section.line, `${wanted}, but there is none`);
  if (second) throw new ScenarioError(code, second.line, `${wanted}, but there is a second one`);
  if (!languages.includes(block.language)) {
    throw new ScenarioError(
      code,
      block.line,
      `${wanted}, not ${block.language === '' ? 'one without a language' : block.language}`,
    );
  }
  return block;
}

function readBlock(block: CodeBlock, code: ScenarioError['code']): unknown {
  try {
    if (block.language === 'json') return JSON.parse(block.value);
  } catch (error) {
    throw new ScenarioError(code, block.line, `not JSON: ${(error as Error).message}`);
  }
  const document = parseDocument(block.value, { prettyErrors: false });
  const [fault] = document.errors;
  if (fault) {
    const before = block.value.slice(0, fault.pos[0]).split('\n').length;
    throw new ScenarioError(code, block.line + before, `not YAML: ${fault.message}`);
  }
  try {
    return document.toJS();
  } catch (error) {
    throw new ScenarioError(code, block.line, `not YAML: ${(error as Error).message}`);
  }
}

const clockSchema = z.union([
  z.enum(['wall', 'logical']).transform((mode): ClockSetting => ({ mode })),
  z.strictObject({ mode: z.literal('wall') }),
  z.strictObject({ mode: z.literal('logical'), start: z.iso.datetime({ offset: true }).optional() }),
]);

const configSchema = z.strictObject({
  twins: z.array(z.string().min(1)).min(1).optional(),
  timeout: z.number().positive().optional(),
  runs: z.int().min(1).optional(),
  passThreshold: z.number().min(0).max(100).optional(),
  clock: clockSchema.optional(),
  faults: faultListSchema.optional(),
  agent: z.string().trim().min(1).optional(),
  finalAnswer: z
    .string()
    .regex(/^(?![/\\]|[A-Za-z]:)(?!.*(?:^|[/\\])\.\.(?:[/\\]|$))[^\0]+$/, 'stdout, or the path of a file below SVC_ARTIFACTS_DIR')
    .optional(),
});

function readConfig(section: Section | undefined): ScenarioConfig {
  if (!section) return {};
  const block = onlyBlock(section, ['yaml', 'yml'], 'malformed_scenario');
  const parsed = configSchema.safeParse(readBlock(block, 'malformed_scenario') ?? {});
  if (parsed.success) return parsed.data as ScenarioConfig;
  const issue = parsed.error.issues[0]!;
  const where = issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  throw new ScenarioError('malformed_scenario', block.line, `Config: ${where}${issue.message}`);
}

// `[code]`, `[code:github]`, `[model]`, each with ` always-scored` inside the brackets or after them.
const CRITERION = /^\[(code|model)(?::([a-z][a-z0-9-]*))?(\s+always-scored)?\](\s+always-scored)?\s+(\S.*)$/;

function readCriteria(section: Section | undefined, twins: readonly string[] | undefined): ScenarioCriterion[] {
  const fault = (line: number, reason: string) => new ScenarioError('malformed_scenario', line, reason);
  return (section?.items ?? []).map((item, index) => {
    if (item.nested) throw fault(item.line, 'a criterion is one paragraph without lists or blocks in it');
    const match = CRITERION.exec(item.text);
    if (!match) throw fault(item.line, 'a criterion begins with [code], [code:<twin>] or [model] and has a text');
    const [, kind, twin, inside, after, text] = match;
    if (twin && twins && !twins.includes(twin))
      throw fault(item.line, `the criterion names ${twin}, which Config's twins leave out`);
    return {
      id: `c${index + 1}`,
      text: text!.trim(),
      kind: kind as 'code' | 'model',
      ...(twin ? { twin } : {}),
      ...(inside || after ? { always_scored: true } : {}),
    };
  });
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
