import type { GithubContext, Issue, Repository } from '../../world.ts';
import { viewerOf } from '../access.ts';

/** An issue with what its qualifiers look at. */
export interface Subject {
  context: GithubContext;
  issue: Readonly<Issue>;
  repository: Readonly<Repository>;
}

export type Qualifier = (subject: Subject, value: string) => boolean;

export const sameText = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** The login that a value of a qualifier names; `@me` is the viewer. */
export const loginIn = ({ context }: Pick<Subject, 'context'>, value: string): string =>
  value === '@me' ? viewerOf(context).login : value.replace(/^@/, '');

/** Whether a login names this user. */
export const isUser = (subject: Pick<Subject, 'context'>, userId: number, login: string): boolean =>
  sameText(subject.context.world.users.get(userId)?.login ?? '', loginIn(subject, login));

export const pullOf = ({ context, issue }: Subject) =>
  issue.is_pull_request ? context.world.pull_requests.get(issue.id) : undefined;
