import { describe, expect, test } from '@jest/globals';
import { bindText, CheckArgumentError, isBound, renderCheck } from '@svc/grading';
import { loadTwin, twinIds } from '@svc/twins';

const twins = (await Promise.all(twinIds.map(loadTwin))).filter((twin) => twin !== undefined);

/** Every slot of every sentence that stands between marks, with the sentence around it. */
const slots = twins.flatMap(({ checks }) =>
  checks.flatMap((check) =>
    [...check.template.matchAll(/(["/])\{(\w+)\}\1/g)].map(([, mark, name]) => ({
      check,
      mark: mark as string,
      name: name as string,
    })),
  ),
);

/** What people write who mean two texts, between the marks. */
const SEVERAL = ['a" or "b', 'a" and "b', 'a", "b', 'a" but not "b', 'a", "b" or "c', 'a" in this one and "b', 'a"; "b'];
/** One text that holds marks. */
const ONE = ['He said "no"', '"a" or "b"', 'a 3.5" disk', 'a"b"c', 'say ""'];

describe('a sentence with one text between marks', () => {
  test('stands in each vocabulary', () => expect(slots.length).toBeGreaterThan(150));

  test('is not bound where there are several', () => {
    for (const { check, mark, name } of slots)
      for (const several of SEVERAL) {
        const value = several.replaceAll('"', mark);
        const examples = Object.fromEntries(Object.entries(check.params).map(([param, { example }]) => [param, example]));
        const text = check.template.replaceAll(/\{(\w+)\}/g, (_all, param: string) =>
          param === name ? value : (examples[param] ?? ''),
        );
        expect({ text, bound: isBound(bindText([check], text)) }).toEqual({ text, bound: false });
        expect(() => renderCheck(check, { ...examples, [name]: value })).toThrow(CheckArgumentError);
      }
  });

  test('is bound where one text holds marks', () => {
    const [check] = twins.flatMap(({ checks }) => checks.filter(({ id }) => id === 'github.issue-comment-contains'));
    for (const needle of ONE) {
      const text = `A comment on issue #1 in acme/web contains "${needle}".`;
      expect(bindText([check!], text)).toMatchObject({ args: { needle } });
    }
  });
});
