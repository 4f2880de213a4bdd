import { type Check, type CheckParam, defineAnswerCheck, failed, type Outcome, passed } from '../checks.ts';
import { caseless, quoted, readable } from '../reading.ts';
import { anyCaseNeedle, needle, pattern } from './params.ts';
import { containing, containingInAnyCase, isWritten, MARKDOWN, passage, type Test } from './passages.ts';
import type { CompilePattern } from './patterns.ts';

interface AnswerWords {
  id: string;
  words: string;
  what: string;
  slots: Readonly<Record<string, CheckParam>>;
  test(value: string, compile: CompilePattern): Test;
  /** What it has to come to. */
  wanted: boolean;
}

const equal = (value: string): Test => {
  const wanted = readable(value);
  return (text) => text === wanted;
};
const equalInAnyCase = (value: string): Test => {
  const wanted = caseless(readable(value));
  return (text) => caseless(text) === wanted;
};
const matching = (source: string, compile: CompilePattern): Test => compile(source);

const SENTENCES: readonly AnswerWords[] = [
  { id: 'contains', words: 'contains "{needle}"', what: 'holds the text', slots: { needle }, test: containing, wanted: true },
  {
    id: 'contains-in-any-case',
    words: 'contains "{needle}", ignoring case',
    what: 'holds the text in upper or lower case',
    slots: { needle: anyCaseNeedle },
    test: containingInAnyCase,
    wanted: true,
  },
  {
    id: 'lacks',
    words: 'does not contain "{needle}"',
    what: 'is there and does not hold the text',
    slots: { needle },
    test: containing,
    wanted: false,
  },
  {
    id: 'lacks-in-any-case',
    words: 'does not contain "{needle}", ignoring case',
    what: 'is there and does not hold the text in upper or lower case',
    slots: { needle: anyCaseNeedle },
    test: containingInAnyCase,
    wanted: false,
  },
  { id: 'equals', words: 'equals "{needle}"', what: 'is this text and no more', slots: { needle }, test: equal, wanted: true },
  {
    id: 'equals-in-any-case',
    words: 'equals "{needle}", ignoring case',
    what: 'is this text in upper or lower case and no more',
    slots: { needle: anyCaseNeedle },
    test: equalInAnyCase,
    wanted: true,
  },
  {
    id: 'matches',
    words: 'matches /{pattern}/',
    what: 'has a part that matches the pattern',
    slots: { pattern },
    test: matching,
    wanted: true,
  },
];

/** What the agent says at the end of its run; the harness hands it in when it finalizes the run. An empty answer is none. */
export const answerChecks = (twin: string): Check[] =>
  SENTENCES.map(({ id, words, what, slots, test, wanted }) =>
    defineAnswerCheck({
      id: `${twin}.answer-${id}`,
      template: `The final answer ${words}.`,
      description: `The final answer of the agent ${what}, as it was written or with its Markdown rendered.`,
      compares: `the final answer with {${Object.keys(slots)[0]}}`,
      params: slots,
      judge: (args, answer, compile): Outcome => {
        const value = (args.needle ?? args.pattern) as string;
        const read = passage('answer', answer, MARKDOWN);
        if (read.typed === '') return failed('the final answer is empty');
        const evidence = `the final answer is ${quoted(answer, args.needle)}`;
        // Whether whoever gets it sees Markdown or text, nobody knows.
        return isWritten(read, test(value, compile)) === wanted ? passed(evidence) : failed(evidence);
      },
    }),
  );
