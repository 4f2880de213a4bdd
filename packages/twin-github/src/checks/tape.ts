import {
  answerChecks,
  type CallReading,
  type Check,
  callChecks,
  type ErrorReading,
  isRefusal,
  type Passage,
  type TapeRow,
  toolChecks,
  toolNames,
  type WritesReading,
  writesChecks,
} from '@svc/twin-kit';
import { operations } from '../routes/index.ts';
import { tools } from '../tools/index.ts';
import { type GithubCollections, type GithubState, noreplyAddress } from '../world.ts';
import { copiedFiles } from './copied-files.ts';
import { texts } from './words.ts';

/** As git writes the product itself into what it commits: https://docs.github.com/authentication/managing-commit-signature-verification */
const PRODUCT = 'GitHub <noreply@github.com>';

const SIGNATURES = new Set(['author', 'committer', 'tagger']);

/** Names that a call repeats rather than writes: files that were there already, people as they sign. */
function knownNames(seed: GithubState): (collection: string, passage: Passage) => boolean {
  let files: ReadonlySet<string> | undefined;
  let people: ReadonlySet<string> | undefined;
  const signatures = (): string[] =>
    seed.users.flatMap((user) =>
      [user.email, noreplyAddress(user)].flatMap((email) => (email === null ? [] : [`${user.name ?? user.login} <${email}>`])),
    );
  return (collection, { field, text }) => {
    if (collection === 'trees') {
      files ??= new Set(seed.trees.flatMap(({ entries }) => entries.map(({ path }) => path)));
      return files.has(text);
    }
    if (!SIGNATURES.has(field)) return false;
    people ??= new Set([PRODUCT, ...signatures()]);
    return people.has(text);
  };
}

const calls: CallReading = {
  twin: 'github',
  door: 'REST',
  tools: toolNames(operations, tools),
  examples: ['get_issue', 'create_issue'],
};

/** https://docs.github.com/rest/using-the-rest-api/troubleshooting-the-rest-api#validation-failed */
interface ErrorBody {
  message?: unknown;
  errors?: unknown;
}

/** An answer's message, and codes and messages of its errors; an MCP tool says them as text. */
const errors: ErrorReading = {
  example: 'Not Found',
  errorsOf(row: TapeRow): string[] {
    if (!isRefusal(row)) return [];
    const body = row.response_body as (ErrorBody & { content?: unknown; result?: { content?: unknown } }) | string | null;
    if (typeof body === 'string' || body === null) return body === null ? [] : [body];
    const said = [body.message, ...parts(body.errors), ...parts(body.content), ...parts(body.result?.content)];
    return said.filter((one) => typeof one === 'string');
  },
};

const parts = (list: unknown): unknown[] =>
  Array.isArray(list)
    ? list.flatMap((one: unknown) => (typeof one === 'object' && one !== null ? Object.values(one) : [one]))
    : [];

const writes: WritesReading<GithubCollections> = {
  twin: 'github',
  texts,
  places: 'a comment, an issue, a pull request, a label, a file or its name, a branch, a commit, a release or an asset',
  repeated: knownNames,
  placed: copiedFiles,
};

/** What all twins can say about calls, what they wrote, and the answer. */
export const tapeChecks: readonly Check[] = [
  ...toolChecks(calls),
  ...callChecks(calls, errors),
  ...writesChecks(writes),
  ...answerChecks('github'),
];
