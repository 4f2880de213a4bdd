import { nearestName } from '@svc/twin-kit';
import type { Document, Section } from './markdown.ts';
import { fatal, type Problem, remark } from './problem.ts';

export const SECTIONS = ['Prompt', 'Setup', 'Expected Behavior', 'Success Criteria', 'Seed State', 'Config'] as const;
export type SectionName = (typeof SECTIONS)[number];

/** What these sections are called elsewhere. */
const OTHER_NAMES: Readonly<Record<string, SectionName>> = {
  task: 'Prompt',
  instruction: 'Prompt',
  instructions: 'Prompt',
  'user prompt': 'Prompt',
  criteria: 'Success Criteria',
  checks: 'Success Criteria',
  assertions: 'Success Criteria',
  'acceptance criteria': 'Success Criteria',
  'evaluation criteria': 'Success Criteria',
  seed: 'Seed State',
  seeds: 'Seed State',
  'seed data': 'Seed State',
  world: 'Seed State',
  'initial state': 'Seed State',
  configuration: 'Config',
  settings: 'Config',
  expected: 'Expected Behavior',
  'expected result': 'Expected Behavior',
  'expected outcome': 'Expected Behavior',
};
/** Without them a run isn't what its author wrote. */
const MATTER: ReadonlySet<SectionName> = new Set(['Prompt', 'Success Criteria', 'Seed State', 'Config']);

const isCalled = (name: string, section: SectionName): boolean => name.toLowerCase() === section.toLowerCase();

/** The section that a heading was probably meant for. */
function meant(name: string): SectionName | undefined {
  const plain = name.replaceAll(/[*_`:#]+/g, '').trim();
  const other = plain.toLowerCase();
  return Object.hasOwn(OTHER_NAMES, other) ? OTHER_NAMES[other] : (nearestName(plain, SECTIONS) as SectionName | undefined);
}

/** The first section of each name. */
export function sectionsOf({ sections }: Document): ReadonlyMap<SectionName, Section> {
  const found = SECTIONS.flatMap((name): [SectionName, Section][] => {
    const section = sections.find((one) => isCalled(one.name, name));
    return section ? [[name, section]] : [];
  });
  return new Map(found);
}

/** Sections that stand twice. */
export function duplicates({ sections }: Document): Problem[] {
  return SECTIONS.flatMap((name) =>
    sections
      .filter((one) => isCalled(one.name, name))
      .slice(1)
      .map(({ line }): Problem => {
        const problem = fatal(
          'duplicate-section',
          { line, column: 1 },
          `a second "## ${name}" section`,
          `one "## ${name}" with all of it`,
        );
        return name === 'Seed State' ? { ...problem, seed: true } : problem;
      }),
  );
}

/** Headings that nobody reads and that look like those of a section which isn't there. */
export function strayHeadings({ headings, title }: Document, known: ReadonlyMap<SectionName, Section>): Problem[] {
  return headings.flatMap(({ level, name, line, marked }): Problem[] => {
    const isSection = marked && level === 2 && SECTIONS.some((section) => isCalled(name, section));
    if (isSection || (level === 1 && name === title && meant(name) !== 'Prompt')) return [];
    const section = meant(name);
    if (!section || known.has(section)) return [];
    const written = `"${marked ? `${'#'.repeat(level)} ` : ''}${name}"`;
    const reason = isCalled(name.replaceAll(/[*_`:#]+/g, '').trim(), section)
      ? 'is no heading of the second level'
      : 'is none of the sections';
    const message = `${written} ${reason}, so nobody reads it; did you mean "## ${section}"?`;
    return [remark(MATTER.has(section) ? 'error' : 'warning', 'unknown-section', { line, column: 1 }, message, `## ${section}`)];
  });
}

/** Does a document want to be a scenario, though it may lack the prompt? */
export const looksLikeScenario = ({ headings }: Document): boolean =>
  headings.some(({ level, name }) => level === 2 && nearestName(name, ['Prompt', 'Success Criteria']) !== undefined);
