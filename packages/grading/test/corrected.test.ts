import { describe, expect, test } from '@jest/globals';
import { bindText, correctedSentence, refusedValues } from '@svc/grading';
import { loadTwin, type TwinId } from '@svc/twins';

const checksOf = async (id: TwinId) => (await loadTwin(id))?.checks ?? [];

describe('a sentence that nobody declared is taken for the one that says the same', () => {
  test.each<[TwinId, string, string]>([
    ['slack', 'Exactly 1 message was posted in #general.', 'Exactly 1 messages were posted in #general.'],
    ['slack', 'A message containing "hi" was posted to #general.', 'A message containing "hi" was posted in #general.'],
    ['slack', 'The user @Ben was added to #general.', 'The user @ben was added to #general.'],
    ['slack', 'The message "x" in #general has a :tada: reaction.', 'The message "x" in #general has the reaction :tada:.'],
    ['gmail', 'No emails were sent.', 'No mail was sent.'],
    ['gmail', 'No email was sent to a@b.c.', 'No mail was sent to a@b.c.'],
    ['gmail', 'An email to a@b.c with the subject "Hi" was sent.', 'A message to a@b.c with the subject "Hi" was sent.'],
    ['stripe', 'No charges were refunded except ch_1.', 'No charge other than ch_1 was refunded.'],
    ['stripe', 'The metadata "plan" of customer cus_1 is "gold".', 'The metadata "plan" of cus_1 is "gold".'],
    ['stripe', 'Charge ch_1 was not refunded.', 'Charge ch_1 was never refunded.'],
    ['github', 'PR #3 in acme/web is merged.', 'Pull request #3 in acme/web is merged.'],
    [
      'github',
      'The file README.md in acme/web contains "x".',
      'The file README.md on the default branch of acme/web contains "x".',
    ],
    [
      'github',
      'A new issue titled "X" exists in acme/web with label "bug".',
      'An issue titled "X" in acme/web has the label "bug".',
    ],
    ['linear', 'An issue titled "Fix it" has the label "Bug".', 'Issue titled "Fix it" has the label "Bug".'],
    ['linear', 'The project "Spring" starts on 2026-01-01.', 'The project "Spring" has the start date 2026-01-01.'],
    ['linear', 'Issue ENG-1 was moved to the state "Done".', 'Issue ENG-1 is in the state "Done".'],
  ])('%s: %s', async (id, text, meant) => {
    const checks = await checksOf(id);
    expect(bindText(checks, text)).not.toHaveProperty('args');
    expect(correctedSentence(checks, text)).toBe(meant);
  });
});

describe('no sentence is proposed that leaves out or turns what a text says', () => {
  test.each<[TwinId, string]>([
    ['slack', 'A message was posted in #general.'],
    ['slack', 'A thread reply containing "x" was posted in #general.'],
    ['slack', '@ben is a member of #general.'],
    ['gmail', 'A message was forwarded to a@b.c.'],
    ['stripe', 'A refund of $20.00 was made for charge ch_1.'],
    ['stripe', 'Exactly 2000 USD of charge ch_1 is refunded.'],
    ['stripe', 'Customer ada@example.com has an active subscription.'],
    ['stripe', 'Invoice in_1 is due in 30 days.'],
    ['stripe', 'Invoice in_1 was paid within 30 days.'],
    ['stripe', 'Invoice in_1 is due before 2026-01-31.'],
    ['linear', 'The project "Spring" starts before 2026-01-01.'],
    ['linear', 'Issue ENG-1 waits for issue ENG-2.'],
    ['github', 'A pull request from fix into main in acme/web needs work.'],
    // What is said of a thing is no name of another: the verdict would be on another question.
    ['linear', 'Issue ENG-1 is not archived.'],
    ['linear', 'Issue ENG-1 has no description.'],
    ['linear', 'A customer need on issue ENG-1 exists.'],
    ['linear', 'A comment by "ben" on issue ENG-1 contains "x".'],
    ['linear', 'The description of issue ENG-1 matches /x/.'],
    ['gmail', 'Exactly 2 messages are unread.'],
    ['gmail', 'A draft reply to the message "Hi" contains "x".'],
    ['gmail', 'The label "News" has the text color #ffffff.'],
    ['slack', 'The message "Hi" in #general has exactly 1 reactions.'],
    ['slack', 'The message "Hi" in #general has no replies.'],
    ['slack', 'The user group @oncall was disabled.'],
    ['slack', 'No channel was archived.'],
    ['github', 'A comment on discussion #1 in acme/web contains "x".'],
    ['github', 'Exactly 1 pull requests are open in acme/web.'],
    ['github', 'Issue #1 in acme/web has no parent.'],
    ['stripe', 'Charge ch_1 is refunded in part.'],
    ['stripe', 'A balance transaction of -500 was made for customer cus_ada.'],
  ])('%s: %s', async (id, text) => {
    expect(correctedSentence(await checksOf(id), text)).toBeUndefined();
  });
});

describe('a refused value is corrected to what was meant, never to its opposite', () => {
  test.each<[TwinId, string, string, string | undefined]>([
    ['github', 'pull-request-state', 'Pull request #2 in acme/web is not merged.', undefined],
    ['github', 'pull-request-reviewed', 'ada has not approved pull request #2 in acme/web.', undefined],
    ['slack', 'channel-state', 'The channel #general is not archived.', undefined],
    ['github', 'branch-unchanged', 'The branch protection of main in acme/web was not changed.', 'acme/web'],
    ['stripe', 'nothing-changed-except-object', 'Nothing changed except subscription sub_1 and what belongs to it.', 'sub_1'],
    ['stripe', 'object-field-is', 'The name of product prod_plan is "Plan B".', 'prod_plan'],
    ['linear', 'nothing-changed-except-field', 'Nothing changed except the state and assignee of issue ENG-1.', undefined],
    ['linear', 'issue-priority', 'Issue ENG-1 has the priority High.', 'high'],
    ['stripe', 'charge-refunded-amount', 'Exactly 2,000 of charge ch_1 is refunded.', '2000'],
  ])('%s.%s: %s', async (id, name, text, meant) => {
    const check = (await checksOf(id)).find((one) => one.id === `${id}.${name}`);
    const refused = check ? refusedValues(check, text) : [];
    expect(refused).not.toHaveLength(0);
    expect(refused[0]?.suggestion).toBe(meant);
  });
});
