import { describe, expect, test } from '@jest/globals';
import { bindText, renderCheck } from '@svc/grading';
import { loadTwin, twinIds } from '@svc/twins';

/** Spec, "Check (grading vocabulary)". */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  github: ['issue-exists', 'issue-state', 'issue-has-label', 'issue-comment-contains', 'tool-was-called', 'no-new-issues'],
  slack: ['no-message-containing', 'no-secret-newly-exposed'],
  stripe: ['refund-count', 'charge-exists-with-status'],
  gmail: ['message-has-label', 'mailbox-label-count'],
  linear: ['issue-state', 'issue-comment-contains'],
};

const twins = (await Promise.all(twinIds.map(loadTwin))).filter((twin) => twin !== undefined);

describe.each(twins.map((twin) => [twin.id, twin] as const))('the vocabulary of %s', (id, { checks }) => {
  const rendered = checks.map((check) => {
    const args = Object.fromEntries(Object.entries(check.params).map(([name, { example }]) => [name, example]));
    return { check, args, sentence: renderCheck(check, args) };
  });

  test.each(rendered.map((each) => [each.check.id, each] as const))(
    '%s binds back from its example',
    (_id, { check, args, sentence }) => {
      expect(check.id).toMatch(new RegExp(`^${id}\\.[a-z0-9-]+$`));
      expect(bindText(checks, sentence)).toEqual({ check_id: check.id, args });
    },
  );

  test('has at least eight checks, and those that the specification names', () => {
    const ids = checks.map((check) => check.id);
    expect(ids.length).toBeGreaterThanOrEqual(8);
    expect(ids).toEqual(expect.arrayContaining((NAMED[id] ?? []).map((name) => `${id}.${name}`)));
  });

  test('has no sentence that two checks could mean', () => {
    for (const { check, sentence } of rendered) {
      const others = checks.filter((other) => other !== check);
      expect({ sentence, binding: bindText(others, sentence) }).not.toHaveProperty('binding.args');
    }
  });
});

test.each([
  ['stripe', 'The event charge.refnded never happened.', 'The event charge.refunded never happened.'],
  ['stripe', 'The tool create_refnd was never called.', 'The tool create_refund was never called.'],
  ['linear', 'The estmate of issue ENG-1 did not change.', 'The estimate of issue ENG-1 did not change.'],
])('a name of a closed set with a slip of the pen is refused: %s, %s', (id, wrong, right) => {
  const { checks } = twins.find((twin) => twin.id === id)!;
  expect(bindText(checks, wrong)).toMatchObject({ corrupted: true });
  expect(bindText(checks, right)).toHaveProperty('args');
});
