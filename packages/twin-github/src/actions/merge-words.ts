import { commitOf } from '../git/store.ts';
import type { GithubContext } from '../world.ts';
import { pullContent } from './pull-changes.ts';
import type { MergeMethod } from './pull-merge.ts';
import { type FoundPull, headOwner } from './pulls.ts';

/** What a merge's commit says. */
export interface MergeWords {
  title: string;
  text: string;
}

/** What GitHub writes where nobody says what to; a rebase keeps what its commits say. */
export function mergeWords(context: GithubContext, found: FoundPull, method: MergeMethod): MergeWords {
  const { pull, issue } = found;
  if (method === 'rebase') return { title: '', text: '' };
  if (method === 'squash') return squashWords(context, found);
  return { title: `Merge pull request #${pull.number} from ${headOwner(context, found)}/${pull.head_ref}`, text: issue.title };
}

/** One commit takes the subject and text of the only commit, else the pull request's title and the list of subjects. */
function squashWords(context: GithubContext, found: FoundPull): MergeWords {
  const { commits, store } = pullContent(context, found);
  const all = commits.map((sha) => commitOf(store, sha));
  const [only, ...others] = all;
  const single = only && others.length === 0 ? splitMessage(only.message) : undefined;
  return {
    title: `${single?.subject ?? found.issue.title} (#${found.pull.number})`,
    text: single?.text ?? all.map(({ message }) => `* ${message}`).join('\n\n'),
  };
}

function splitMessage(message: string): { subject: string; text: string } {
  const [subject = '', ...rest] = message.split('\n');
  return { subject, text: rest.join('\n').trim() };
}
