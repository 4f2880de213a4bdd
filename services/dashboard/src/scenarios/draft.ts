const KEY = 'scenario-draft';

const BLANK = `# A task

## Prompt

Look after issue acme/web#1: give it the label "bug".

## Success Criteria

- [code] Issue #1 in acme/web has the label "bug".

## Seed State

\`\`\`yaml
repositories:
  - owner: acme
    name: web
    issues:
      - { number: 1, title: Checkout fails, state: open }
\`\`\`

## Config

\`\`\`yaml
twins: [github]
\`\`\`
`;

/** The scenario that is being written; it is this browser tab's alone. */
export const readDraft = (): string => sessionStorage.getItem(KEY) ?? BLANK;
export const keepDraft = (text: string): void => sessionStorage.setItem(KEY, text);

const HEADING = /^##[ \t]+Success Criteria[ \t]*$/m;
const NEXT_HEADING = /^##[ \t]/m;

/** The draft with one more criterion at the end of its list. */
export function withCriterion(draft: string, line: string): string {
  const heading = HEADING.exec(draft);
  if (!heading) return `${draft.trimEnd()}\n\n## Success Criteria\n\n${line}\n`;
  const from = heading.index + heading[0].length;
  const next = NEXT_HEADING.exec(draft.slice(from));
  const end = next ? from + next.index : draft.length;
  return `${draft.slice(0, end).trimEnd()}\n${line}\n${next ? '\n' : ''}${draft.slice(end)}`;
}
