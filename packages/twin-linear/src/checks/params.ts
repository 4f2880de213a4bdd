import type { CheckParam } from '@svc/twin-kit';

const param = (pattern: RegExp, example: string, description: string): CheckParam => ({ pattern, example, description });

export const issue = param(/[A-Za-z][A-Za-z\d]{0,6}-[1-9]\d*/, 'ENG-2', 'The identifier of an issue');
export const other = param(/[A-Za-z][A-Za-z\d]{0,6}-[1-9]\d*/, 'ENG-3', 'The identifier of another issue');
export const state = param(/[^"\n]+/, 'In Progress', 'The name of a workflow state; case does not matter');
export const label = param(/[^"\n]+/, 'Bug', 'The name of a label; case does not matter');
export const user = param(/[^"\n]+/, 'ben', 'The display name, name or e-mail address of a user; case does not matter');
export const project = param(/[^"\n]+/, 'Spring release', 'The name of a project; case does not matter');
export const cycle = param(/[1-9]\d*/, '1', 'The number of a cycle of the issue’s team');
export const team = param(/[A-Za-z][A-Za-z\d]{0,6}/, 'ENG', 'The key of a team');
export const title = param(/[^"\n]+/, 'Retry failed webhook deliveries', 'A title, whole and as written');
export const needle = param(/[^"\n]+/, 'deployed', 'Text to look for; case matters');
export const priority = param(/none|urgent|high|medium|low/, 'urgent', 'none, urgent, high, medium or low');
export const relation = param(/blocks|duplicates|is related to/, 'blocks', 'blocks, duplicates or is related to');
export const count = param(/\d+/, '1', 'How many');
export const health = param(/onTrack|atRisk|offTrack/, 'atRisk', 'onTrack, atRisk or offTrack');
