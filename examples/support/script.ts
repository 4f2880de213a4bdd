/** What a scripted model answers: so many calls of tools, or words. */
export type Turn = { calls: readonly Call[] } | { text: string };

export interface Call {
  tool: string;
  arguments: Readonly<Record<string, unknown>>;
}

/** The nth answer to a conversation is the nth turn, whatever the tools said; the last one stands for all that follow. */
export type Script = readonly Turn[];

const storefront = { owner: 'acme', repo: 'storefront' };

const look: Turn = {
  calls: [
    { tool: 'get_file_contents', arguments: { ...storefront, path: 'CODEOWNERS' } },
    { tool: 'list_issues', arguments: { ...storefront, state: 'OPEN' } },
  ],
};

const triage = (issue_number: number): Turn => ({
  calls: [
    { tool: 'issue_write', arguments: { method: 'update', ...storefront, issue_number, labels: ['bug'], assignees: ['maria'] } },
    {
      tool: 'add_issue_comment',
      arguments: { ...storefront, issue_number, body: 'Thanks. This is a bug in `src/cart.js`; @maria will take a look.' },
    },
  ],
});

/** What two models make of the task of `triage-a-bug`. */
export const scripts: Readonly<Record<string, Script>> = {
  careful: [look, triage(7), { text: 'Issue 7 is a bug: labelled, and Maria will look at it.' }],
  /** Takes a wish for a bug. */
  careless: [look, triage(7), triage(6), { text: 'Both new issues are labelled, and Maria will look at them.' }],
};
