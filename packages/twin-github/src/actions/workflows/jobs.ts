import { isTree, type JobPlan, type Tree, textsOf } from './tree.ts';

/** GitHub's limit of jobs of one matrix: https://docs.github.com/actions/reference/limits */
const MOST_OF_MATRIX = 256;
const DEFAULT_LABEL = 'ubuntu-latest';

/** The jobs of a file in its order, one for each combination of a matrix. */
export const jobPlans = (jobs: Tree): JobPlan[] =>
  Object.entries(jobs).flatMap(([key, declared]) => {
    const job = isTree(declared) ? declared : {};
    const strategy = isTree(job.strategy) ? job.strategy : {};
    const combinations = combinationsOf(strategy.matrix);
    return combinations.length === 0
      ? [plan(key, job, undefined)]
      : combinations.map((combination) => plan(key, job, combination));
  });

function plan(key: string, job: Tree, combination: Tree | undefined): JobPlan {
  const filled = (text: string) =>
    text.replaceAll(/\$\{\{\s*matrix\.([\w-]+)\s*\}\}/g, (_all, name) => String(combination?.[name] ?? ''));
  const own = job.name === undefined ? key : filled(String(job.name));
  const values = Object.values(combination ?? {}).map((value) =>
    typeof value === 'object' ? JSON.stringify(value) : String(value),
  );
  // A matrix that the name doesn't mention is told behind it.
  const name =
    combination && (job.name === undefined || !String(job.name).includes('matrix.')) ? `${own} (${values.join(', ')})` : own;
  const runsOn = isTree(job['runs-on']) ? job['runs-on'].labels : job['runs-on'];
  const labels = textsOf(runsOn).map(filled);
  return {
    key,
    name,
    labels: labels.length === 0 ? [DEFAULT_LABEL] : labels,
    needs: textsOf(job.needs),
    always: /\b(?:always|failure|!\s*cancelled)\s*\(/.test(String(job.if ?? '')),
    optional: job['continue-on-error'] === true,
    steps: Array.isArray(job.steps) ? job.steps.map((step) => stepName(step, filled)) : [],
  };
}

/** As GitHub calls a step that has no name of its own. */
function stepName(step: unknown, filled: (text: string) => string): string {
  if (!isTree(step)) return 'Run';
  if (step.name !== undefined) return filled(String(step.name));
  const [first = ''] = String(step.uses ?? step.run ?? '').split('\n');
  return `Run ${filled(first)}`.trim();
}

/** https://docs.github.com/actions/reference/workflows-and-actions/workflow-syntax#jobsjob_idstrategymatrix */
function combinationsOf(matrix: unknown): Tree[] {
  if (!isTree(matrix)) return [];
  const { include, exclude, ...axes } = matrix;
  const lists = Object.entries(axes).filter((axis): axis is [string, unknown[]] => Array.isArray(axis[1]) && axis[1].length > 0);
  const all = lists.reduce<Record<string, unknown>[]>(
    (found, [name, values]) =>
      found.flatMap((one) => values.map((value) => ({ ...one, [name]: value }))).slice(0, MOST_OF_MATRIX),
    lists.length === 0 ? [] : [{}],
  );
  const excluded = treesIn(exclude);
  const kept = all.filter((one) => !excluded.some((other) => agrees(one, other, Object.keys(other))));
  const names = lists.map(([name]) => name);
  for (const extra of treesIn(include)) {
    const shared = Object.keys(extra).filter((name) => names.includes(name));
    const fitting = all.length === 0 ? [] : kept.filter((one) => agrees(one, extra, shared));
    if (fitting.length === 0) kept.push({ ...extra });
    else for (const one of fitting) Object.assign(one, extra);
  }
  return kept.slice(0, MOST_OF_MATRIX);
}

const treesIn = (value: unknown): Tree[] => (Array.isArray(value) ? value.filter(isTree) : []);
const agrees = (one: Tree, other: Tree, names: readonly string[]): boolean =>
  names.every((name) => JSON.stringify(one[name]) === JSON.stringify(other[name]));
