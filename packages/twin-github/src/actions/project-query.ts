import { Unsupported } from '../errors.ts';
import type { GithubContext, Project, ProjectField, ProjectItem } from '../world.ts';
import { viewerOf } from './access.ts';
import { fieldNamed, type PlainValue, plainValue } from './project-values.ts';
import { contentOf } from './projects.ts';

// https://docs.github.com/issues/planning-and-tracking-with-projects/customizing-views-in-your-project/filtering-projects

/** A qualifier or a word, with quotation marks round what has spaces. */
const TERM = /(-?)(?:([\w-]+):)?("[^"]*"(?:,"[^"]*")*|\S+)/g;

type Test = (item: Readonly<ProjectItem>) => boolean;

const unquoted = (text: string): string => text.replaceAll('"', '');
const valuesIn = (text: string): string[] => (text.match(/"[^"]*"|[^,"]+/g) ?? []).map((one) => unquoted(one).toLowerCase());

/** What stands for a field in a query: its name, with hyphens for spaces; and the names of fields that the issue gives. */
const QUALIFIERS: Readonly<Record<string, string>> = {
  assignee: 'assignees',
  label: 'labels',
  repo: 'repository',
  reviewer: 'reviewers',
};

function fieldFor(project: Readonly<Project>, qualifier: string): ProjectField | undefined {
  const name = QUALIFIERS[qualifier.toLowerCase()] ?? qualifier;
  return (
    fieldNamed(project, name) ?? project.fields.find((one) => one.name.replaceAll(' ', '-').toLowerCase() === name.toLowerCase())
  );
}

/** The texts that a value is met by. */
function textsOf(value: PlainValue | undefined): string[] {
  if (value === undefined) return [];
  if (typeof value === 'string' || typeof value === 'number') return [String(value).toLowerCase()];
  if ('name' in value) return [value.name.toLowerCase()];
  return 'title' in value ? [value.title.toLowerCase()] : value.map((one) => one.toLowerCase());
}

const COMPARISON = /^(>=|<=|>|<)(.+)$/;
const HOLDS: Readonly<Record<string, (order: number) => boolean>> = {
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
};

/** Of numbers and dates: more, less, or between two. */
function isWithin(text: string, wanted: string): boolean {
  const orderTo = (other: string): number => {
    if (!Number.isNaN(Number(text))) return Number(text) - Number(other);
    return text < other ? -1 : Number(text > other);
  };
  const [, sign = '', other = ''] = COMPARISON.exec(wanted) ?? [];
  const holds = HOLDS[sign];
  if (holds) return holds(orderTo(other));
  const [from = '', to] = wanted.split('..');
  if (to === undefined) return orderTo(wanted) === 0;
  return (from === '*' || orderTo(from) >= 0) && (to === '*' || orderTo(to) <= 0);
}

function fieldTest(context: GithubContext, field: ProjectField, wanted: readonly string[]): Test {
  const isOrdered = field.data_type === 'number' || field.data_type === 'date';
  const meant = wanted.map((one) => (one === '@me' ? viewerOf(context).login.toLowerCase() : one));
  return (item) => {
    const texts = textsOf(plainValue(context, field, item));
    return texts.some((text) => meant.some((one) => (isOrdered ? isWithin(text, one) : text === one)));
  };
}

const stateTest = (context: GithubContext, wanted: string): Test => {
  const isPull: Test = (item) => contentOf(context, item)?.is_pull_request === true;
  const tests: Readonly<Record<string, Test>> = {
    open: (item) => contentOf(context, item)?.state === 'open' || item.draft !== null,
    closed: (item) => contentOf(context, item)?.state === 'closed',
    merged: (item) => isPull(item) && context.world.pull_requests.get(item.issue_id ?? 0)?.merged_at != null,
    issue: (item) => item.draft === null && contentOf(context, item)?.is_pull_request === false,
    pr: isPull,
    draft: (item) => item.draft !== null || context.world.pull_requests.get(item.issue_id ?? 0)?.draft === true,
  };
  const found = Object.hasOwn(tests, wanted) ? tests[wanted] : undefined;
  if (!found) throw new Unsupported(`the qualifier is:${wanted} of a project's items`);
  return found;
};

function testOf(context: GithubContext, project: Readonly<Project>, qualifier: string | undefined, text: string): Test {
  const wanted = valuesIn(text);
  if (qualifier === undefined || qualifier === 'title') {
    const title = fieldNamed(project, 'Title') as ProjectField;
    return (item) => textsOf(plainValue(context, title, item)).some((one) => wanted.some((word) => one.includes(word)));
  }
  if (qualifier === 'is') {
    const tests = wanted.map((one) => stateTest(context, one));
    return (item) => tests.some((test) => test(item));
  }
  if (qualifier === 'no' || qualifier === 'has') {
    const fields = wanted.map((name) => requireField(project, name));
    return (item) => fields.every((field) => (plainValue(context, field, item) === undefined) === (qualifier === 'no'));
  }
  return fieldTest(context, requireField(project, qualifier), wanted);
}

/** @throws Unsupported for a qualifier that is no field's */
function requireField(project: Readonly<Project>, name: string): ProjectField {
  const field = fieldFor(project, name);
  if (!field) throw new Unsupported(`the qualifier ${name} of a project's items`);
  return field;
}

/** Those of a project's items that a query keeps: every term of it holds. @throws Unsupported */
export function selectItems(
  context: GithubContext,
  project: Readonly<Project>,
  items: readonly Readonly<ProjectItem>[],
  query: string,
): readonly Readonly<ProjectItem>[] {
  const tests = [...query.matchAll(TERM)].map(([, minus, qualifier, text = '']): Test => {
    const test = testOf(context, project, qualifier?.toLowerCase(), text);
    return minus === '-' ? (item) => !test(item) : test;
  });
  return items.filter((item) => tests.every((test) => test(item)));
}
