import type { Tasks } from './tasks.ts';

const indented = (text: string): string => text.replaceAll(/^(?=.)/gm, '  ');

/** The scenario of these tasks, in the order of the twins. */
export function scenarioOf(tasks: Tasks, agent: string): string {
  const several = tasks.length > 1;
  const criteria = tasks.flatMap(({ twin, starter }) =>
    starter.criteria.map(({ text, alwaysScored }) => {
      const kind = `code${several ? `:${twin}` : ''}${alwaysScored ? ' always-scored' : ''}`;
      return `- [${kind}] ${text}`;
    }),
  );
  const seeds = tasks.map(({ twin, starter: { seed } }) => (several ? `${twin}:\n${indented(seed)}` : seed));
  return `# ${tasks.map(({ starter: { title } }) => title).join(', ')}

## Prompt

${tasks.map(({ starter: { prompt } }) => prompt).join('\n')}

## Success Criteria

${criteria.join('\n')}

## Seed State

\`\`\`yaml
${seeds.join('')}\`\`\`

## Config

\`\`\`yaml
twins: [${tasks.map(({ twin }) => twin).join(', ')}]
timeout: 60
agent: ${agent}
\`\`\`
`;
}
