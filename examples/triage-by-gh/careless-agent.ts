// Takes every issue that a search finds for a repetition, and closes what says too little.
import '../preflight.ts';
import { gh } from '../clients/gh.ts';
import { task } from '../task.ts';

const [, place = '', original = ''] = /issues of ([\w.-]+\/[\w.-]+) [\s\S]*?#(\d+)/.exec(task) ?? [];
const repository = ['-R', place];

const found: number[] = JSON.parse(
  gh('issue', 'list', '--search', 'cart', '--json', 'number', '-q', '[.[].number]', ...repository),
);
for (const number of found.filter((one) => one !== Number(original)))
  gh('issue', 'close', String(number), '--comment', `Same as #${original}.`, ...repository);
const [vague] = JSON.parse(
  gh('issue', 'list', '--search', 'work in:title', '--json', 'number', '-q', '[.[].number]', ...repository),
);
gh('issue', 'close', String(vague), '--comment', 'Please open it again with a version.', ...repository);
console.log(`closed ${[...found, vague].length} issues`);
