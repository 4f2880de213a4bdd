import { repeatedKeys } from '@svc/twin-kit/repeated-keys';
import type { Blob } from '../../world.ts';
import { jobPlans } from './jobs.ts';
import { isTree, type JobPlan, textsOf } from './tree.ts';
import { loadedYaml } from './yaml.ts';

export interface InputPlan {
  type: string;
  required: boolean;
  fallback: string | undefined;
  options: readonly string[];
}

/** What an event must be like to start a workflow: filters by name, each a list of patterns. */
export type Trigger = Readonly<Record<string, readonly string[]>>;

/** What stands in a workflow's file. */
export interface WorkflowFile {
  name: string | undefined;
  /** Title of its runs, before expressions are filled in. */
  title: string | undefined;
  triggers: ReadonlyMap<string, Trigger>;
  inputs: ReadonlyMap<string, InputPlan>;
  jobs: readonly JobPlan[];
  /** Why it is no workflow. */
  fault: string | undefined;
}

const NOTHING: WorkflowFile = {
  name: undefined,
  title: undefined,
  triggers: new Map(),
  inputs: new Map(),
  jobs: [],
  fault: undefined,
};

type Reader = NonNullable<ReturnType<typeof loadedYaml>>['parseDocument'];

const known = new WeakMap<Readonly<Blob>, WorkflowFile>();

/** The workflow in a file. What can't be read is one without events and jobs, whose fault is named. */
export function readWorkflow(blob: Readonly<Blob>): WorkflowFile {
  const yaml = loadedYaml();
  if (!yaml) return { ...NOTHING, fault: 'it was not read' };
  let file = known.get(blob);
  if (!file) {
    file = parse(yaml.parseDocument, blob);
    known.set(blob, file);
  }
  return file;
}

function parse(read: Reader, { content, encoding }: Readonly<Blob>): WorkflowFile {
  if (encoding !== 'utf-8') return { ...NOTHING, fault: 'it is no text' };
  let document: unknown;
  try {
    document = contentsOf(read(content, { logLevel: 'silent', uniqueKeys: false }));
  } catch (error) {
    return { ...NOTHING, fault: error instanceof Error ? (error.message.split('\n')[0] as string) : String(error) };
  }
  if (!isTree(document)) return { ...NOTHING, fault: 'it is no mapping' };
  const { name, 'run-name': title, on, jobs } = document;
  const triggers = triggersIn(on);
  const named = { name: name === undefined ? undefined : String(name), title: title === undefined ? undefined : String(title) };
  const fault =
    triggers.size === 0 ? 'no event starts it' : isTree(jobs) && Object.keys(jobs).length > 0 ? undefined : 'it has no jobs';
  return { ...named, triggers, inputs: inputsIn(on), jobs: isTree(jobs) ? jobPlans(jobs) : [], fault };
}

/** @throws where it isn't YAML */
function contentsOf(read: ReturnType<Reader>): unknown {
  const [error] = read.errors;
  if (error) throw error;
  const [repeated] = repeatedKeys(read.contents);
  if (repeated) throw new Error(`Map keys must be unique: ${repeated.key}`);
  return read.toJS({ maxAliasCount: 100 });
}

function triggersIn(on: unknown): Map<string, Trigger> {
  if (!isTree(on)) return new Map(textsOf(on).map((event) => [event, {}]));
  return new Map(
    Object.entries(on).map(([event, filters]) => [
      event,
      event === 'schedule'
        ? { cron: cronsIn(filters) }
        : isTree(filters) && event !== 'workflow_dispatch'
          ? Object.fromEntries(Object.entries(filters).map(([filter, patterns]) => [filter, textsOf(patterns)]))
          : {},
    ]),
  );
}

/** The times of a schedule, each in a mapping of its own. */
const cronsIn = (schedule: unknown): string[] =>
  (Array.isArray(schedule) ? schedule : []).flatMap((one) => (isTree(one) && typeof one.cron === 'string' ? [one.cron] : []));

function inputsIn(on: unknown): Map<string, InputPlan> {
  const dispatch = isTree(on) && isTree(on.workflow_dispatch) ? on.workflow_dispatch : {};
  const inputs = isTree(dispatch.inputs) ? Object.entries(dispatch.inputs) : [];
  return new Map(
    inputs.map(([name, declared]) => {
      const input = isTree(declared) ? declared : {};
      const plan = {
        type: typeof input.type === 'string' ? input.type : 'string',
        required: input.required === true,
        fallback: input.default === undefined || input.default === null ? undefined : String(input.default),
        options: textsOf(input.options),
      };
      return [name, plan];
    }),
  );
}
