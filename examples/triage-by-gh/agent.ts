// Triages a backlog with gh: what repeats a report is closed in favour of it, and what says too little is asked about.
import '../preflight.ts';
import { gh } from '../clients/gh.ts';
import { task } from '../task.ts';

interface Issue {
  number: number;
  title: string;
  body: string;
}

const [, place = '', original = ''] = /issues of ([\w.-]+\/[\w.-]+) [\s\S]*?#(\d+)/.exec(task) ?? [];
if (!original) throw new Error('The task names no repository and no issue.');
const repository = ['-R', place];
const issue = (verb: string, number: number, ...args: string[]) => gh('issue', verb, String(number), ...args, ...repository);

const issues: Issue[] = JSON.parse(gh('issue', 'list', '--limit', '100', '--json', 'number,title,body', ...repository));

/** What somebody did and what came of it, whatever they call it. */
const LOST = /\b(?:empty|gone|los(?:es|t))\b/i;
const ENTERED = /\b(?:log(?:ged)?|sign(?:ed|ing)?) in\b/i;
const isSame = ({ title, body }: Issue): boolean => LOST.test(title + body) && ENTERED.test(title + body);
const isComplete = ({ body }: Issue): boolean => /version \d/i.test(body) && /\bI \w+/.test(body);

for (const one of issues.toSorted((a, b) => a.number - b.number)) {
  const { number } = one;
  if (number === Number(original)) continue;
  if (isSame(one)) {
    issue('close', number, '--reason', 'not planned', '--comment', `This is what #${original} reports; let's go on there.`);
    console.log(`#${number} closed, as it repeats #${original}`);
  } else if (!isComplete(one)) {
    issue('edit', number, '--add-label', 'needs-info');
    issue('comment', number, '--body', 'Which version is it, and what did you do before it happened?');
    console.log(`#${number} asked for more`);
  } else console.log(`#${number} left alone`);
}
