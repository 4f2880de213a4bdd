/** A world worth testing on, with one task in it. */
export interface World {
  /** Its folder. */
  name: string;
  title: string;
  twins: readonly string[];
  prompt: string;
  expected: string;
  criteria: readonly string[];
  seed: Readonly<Record<string, unknown>>;
}

const LONGEST_LINE = 4_000;

/** The scenario as a file. JSON is YAML too, and every list of records has a line for each. */
export const markdownOf = ({ title, twins, prompt, expected, criteria, seed }: World): string => `# ${title}

## Prompt

${prompt}

## Expected Behavior

${expected}

## Success Criteria

${criteria.map((text) => `- ${text}`).join('\n')}

## Seed State

\`\`\`json
${lines(seed, 0)}
\`\`\`

## Config

\`\`\`yaml
twins: [${twins.join(', ')}]
timeout: 120
agent: ../../../node_modules/.bin/node ../agent.ts
\`\`\`
`;

/** JSON that a person can read over: what fits on a line stands on one. */
function lines(value: unknown, depth: number): string {
  const flat = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || (depth > 1 && flat.length < LONGEST_LINE && !hasLists(value))) return flat;
  const inner = '  '.repeat(depth + 1);
  const parts = Array.isArray(value)
    ? value.map((item) => `${inner}${lines(item, depth + 1)}`)
    : Object.entries(value).map(([key, item]) => `${inner}${JSON.stringify(key)}: ${lines(item, depth + 1)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return parts.length === 0 ? `${open}${close}` : `${open}\n${parts.join(',\n')}\n${'  '.repeat(depth)}${close}`;
}

/** Whether there are lists of records below. */
const hasLists = (value: object): boolean =>
  Object.values(value).some((item) => Array.isArray(item) && item.length > 3 && item.some((one) => typeof one === 'object'));
