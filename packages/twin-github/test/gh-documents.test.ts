// GraphQL documents as `gh` has them, read from the program itself: cli/cli puts most of them together from texts.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { type DocumentNode, parse, specifiedRules, validate } from 'graphql';
import { githubSchema } from '../src/graphql/execute.ts';

const BEGIN = /(?<!\w)(?:query|mutation|fragment) \w+ ?(?:\(|\{|on )/g;
/** Characters of the longest. */
const LONGEST = 8_000;
/** What isn't a text's goes beyond the document. */
const STRANGE = /[^\t\n\x20-\x7e]/;
/** What gh writes in the place of a `%s`: a selection, nothing, a field around one, or variables. */
const FILLINGS = ['__typename', '', 'viewer', '$perPage: Int!, $endCursor: String, $privacy: RepositoryPrivacy, $fork: Boolean'];
const PLACE = /%(?:\[\d\])?s/;

/** Rules about what stands in other texts that gh adds to one: fragments, and variables that those name. */
const BESIDE = new Set(['KnownFragmentNamesRule', 'NoUnusedFragmentsRule', 'NoUnusedVariablesRule', 'NoUndefinedVariablesRule']);
const RULES = specifiedRules.filter(({ name }) => !BESIDE.has(name));

const program = (): string => readFileSync(execFileSync('sh', ['-c', 'command -v gh'], { encoding: 'utf8' }).trim(), 'latin1');

/** From where a document begins, all that may belong to it, shortest first: texts end where a line ends, some before all braces are closed. */
function* endings(text: string): Generator<string> {
  let depth = 0;
  let isOpen = false;
  for (let at = 0; at < text.length; at += 1) {
    const letter = text[at];
    if (letter === '{') depth += 1;
    if (letter === '}') depth -= 1;
    isOpen ||= letter === '{';
    if (isOpen && depth === 0) return void (yield text.slice(0, at + 1));
    if (isOpen && letter === '\n') yield `${text.slice(0, at)}${'}'.repeat(depth)}`;
  }
}

/** Of one document; texts of other kinds have more. */
const MOST_PLACES = 3;

function* filled(text: string): Generator<string> {
  if (text.split(PLACE).length - 1 > MOST_PLACES) return;
  if (!PLACE.test(text)) return void (yield text);
  for (const filling of FILLINGS) yield* filled(text.replace(PLACE, filling));
}

function parsed(text: string): DocumentNode | undefined {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

/** Every document that a text may be, of those that are as long as any. */
function documentsIn(text: string): DocumentNode[] {
  for (const ending of [...endings(text)].toReversed()) {
    const documents = [...filled(ending)].flatMap((one) => parsed(one) ?? []);
    if (documents.length > 0) return documents;
  }
  return [];
}

test('each is one of the schema', () => {
  const text = program();
  const schema = githubSchema();
  const names = new Set<string>();
  for (const { index, 0: begin } of text.matchAll(BEGIN)) {
    const rest = text.slice(index, index + LONGEST);
    const end = rest.search(STRANGE);
    const faults = documentsIn(end < 0 ? rest : rest.slice(0, end)).map((document) => validate(schema, document, RULES));
    if (faults.length === 0) continue;
    names.add(begin.replaceAll(/[({]| on $/g, '').trim());
    const least = faults.toSorted((one, other) => one.length - other.length)[0];
    expect([begin, least?.map(({ message }) => message)]).toEqual([begin, []]);
  }
  // Of Debian's 2.23 these are all, and newer ones have more.
  expect([...names]).toEqual(
    expect.arrayContaining([
      'query PullRequestStatus',
      'query RepositoryList',
      'query IssueByNumber',
      'mutation PullRequestCreate',
    ]),
  );
  expect(names.size).toBeGreaterThan(30);
});
