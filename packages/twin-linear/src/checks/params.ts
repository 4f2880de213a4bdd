import type { CheckParam } from '@svc/twin-kit';
import * as named from './named.ts';

const param = (pattern: RegExp, example: string, description: string): CheckParam => ({ pattern, example, description });

const text = /[^"\n]+/;
const issueForms =
  /[A-Za-z][A-Za-z\d]{0,6}-[1-9]\d*|titled "[^"\n]+"|with "[^"\n]+" in its title|created as "[^"\n]+"|created with "[^"\n]+" in its title/;
const FORMS =
  'its identifier, or one of: titled "…", with "…" in its title, created as "…", created with "…" in its title; the last two mean issues that the seed does not have';

export const issue = { ...param(issueForms, 'ENG-2', `An issue: ${FORMS}`), names: named.issues };
export const other = { ...param(issueForms, 'ENG-3', `Another issue: ${FORMS}`), names: named.issues };
export const issues = {
  ...param(
    /[A-Za-z][A-Za-z\d]{0,6}-[1-9]\d*(?:, [A-Za-z][A-Za-z\d]{0,6}-[1-9]\d*)+/,
    'ENG-2, ENG-3',
    'The identifiers of two issues or more',
  ),
  names: named.issues,
};
export const state = { ...param(text, 'In Progress', 'The name of a workflow state; case does not matter'), names: named.states };
export const status = param(text, 'In Progress', 'The name of a project status; case does not matter');
export const label = { ...param(text, 'Bug', 'The name of a label; case does not matter'), names: named.labels };
export const labels = param(
  /"[^"\n]+"(?:, "[^"\n]+")*/,
  '"Bug", "Docs"',
  'The names of labels, each in quotation marks; case does not matter',
);
export const user = {
  ...param(text, 'ben', 'The display name, name or e-mail address of a user; case does not matter'),
  names: named.users,
};
export const project = { ...param(text, 'Spring release', 'The name of a project; case does not matter'), names: named.projects };
export const milestone = {
  ...param(text, 'Beta', 'The name of a milestone of the project; case does not matter'),
  names: named.milestones,
};
export const initiative = {
  ...param(text, 'Growth', 'The name of an initiative; case does not matter'),
  names: named.initiatives,
};
export const cycle = param(/[1-9]\d*/, '1', 'The number of a cycle of the issue’s team');
export const team = {
  ...param(/[A-Za-z][A-Za-z\d]{0,6}|"[^"\n]+"/, 'ENG', 'The key of a team, or its name in quotation marks'),
  names: named.teams,
};
export const title = param(text, 'Retry failed webhook deliveries', 'A title, whole and as it reads');
export const name = param(text, 'User experience', 'A name, whole and as it reads');
export const needle = param(text, 'deployed', 'Text to look for, as it reads; case matters');
export const quote = param(text, 'Looking into it', 'Text that only this comment has in the seed, or that it was written with');
export const priority = param(/none|urgent|high|medium|low/, 'urgent', 'none, urgent, high, medium or low');
export const relation = param(/blocks|duplicates|is related to/, 'blocks', 'blocks, duplicates or is related to');
export const standing = param(
  /blocks|is blocked by|duplicates|is duplicated by|is related to/,
  'blocks',
  'blocks, is blocked by, duplicates, is duplicated by, or is related to',
);
export const count = param(/\d{1,6}/, '1', 'How many');
export const least = param(/[1-9]\d{0,5}/, '1', 'How many, 1 or more');
export const health = param(/onTrack|atRisk|offTrack/, 'atRisk', 'onTrack, atRisk or offTrack');
export const date = param(/\d{4}-\d\d-\d\d/, '2026-03-31', 'A date');
export const estimate = param(/\d{1,3}(?:\.\d)?/, '3', 'Points');
export const url = param(/https?:\/\/[^\s"]+/, 'https://example.com/report', 'An address, whole');
export const emoji = param(/[a-z\d_+-]+/, 'thumbsup', 'The name of an emoji, as Linear keeps it');
export const type = param(
  /triage|backlog|unstarted|started|completed|canceled|duplicate/,
  'started',
  'triage, backlog, unstarted, started, completed, canceled or duplicate',
);
export const color = param(/#[\dA-Fa-f]{3,8}/, '#5e6ad2', 'A color; case does not matter');
